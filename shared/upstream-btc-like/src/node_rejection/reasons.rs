//! Reasons of nodes, from the sources of Bitcoin Core, Bitcoin Knots, Litecoin, Dogecoin and Bitcoin Cash Node.

use wallet_core::ports::upstream::RejectReason;
use wallet_upstream::broadcast::SubmitOutcome;

/// Returns the outcome of the first row with a phrase that the lower-case text contains, or whose word is the
/// whole reason.
pub(super) fn find(text: &str) -> Option<SubmitOutcome> {
    let word = word(text);
    let row = ROWS
        .iter()
        .find(|row| row.phrases.iter().any(|phrase| text.contains(phrase)) || row.words.contains(&word));
    row.map(|row| row.outcome.clone())
}

/// Returns the reason without the error codes before it and the details after it: `version` of
/// `-26: 64: version (code 64)`.
fn word(text: &str) -> &str {
    let reason = without_codes(text);
    reason.split([',', '(', '\n']).next().unwrap_or_default().trim()
}

/// Removes the codes before a reason: that of the RPC, and that of the reject message of old nodes.
pub(super) fn without_codes(text: &str) -> &str {
    let is_code = |part: &str| part.trim().parse::<i32>().is_ok();
    let mut reason = text;
    while let Some((_, rest)) = reason.split_once(':').filter(|(code, _)| is_code(code)) {
        reason = rest;
    }
    reason.trim_start()
}

/// Reasons with the same outcome.
struct Row {
    outcome: SubmitOutcome,
    /// Phrases, distinctive enough to be found anywhere in a text.
    phrases: &'static [&'static str],
    /// Reasons of one ordinary word, which only count as the whole reason.
    words: &'static [&'static str],
}

const fn row(outcome: SubmitOutcome, phrases: &'static [&'static str]) -> Row {
    Row {
        outcome,
        phrases,
        words: &[],
    }
}

const fn rejected(reason: RejectReason, phrases: &'static [&'static str]) -> Row {
    row(SubmitOutcome::Rejected(reason), phrases)
}

/// All rows. The first match decides: a script error quotes the fault of the script, which may contain the phrases
/// of a later row.
static ROWS: [Row; 12] = [
    rejected(RejectReason::InvalidScript, &["script-verify-flag"]),
    row(
        SubmitOutcome::Known,
        &[
            "already in block chain",
            "already in utxo set",
            "txn-already-known",
            "txn-already-in-mempool",
            "already in mempool",
            // The same txid with a different witness.
            "txn-same-nonwitness-data-in-mempool",
        ],
    ),
    row(
        SubmitOutcome::Unable,
        &[
            "mempool full",
            "mempool-full",
            "initial block download",
            "not whitelisted",
            "loading block index",
            "verifying blocks",
            "rewinding blocks",
            "replaying blocks",
            "rescanning",
            "work queue depth exceeded",
            "peer-to-peer functionality missing",
            "is not connected",
            // An error of the node while it validates, not a result.
            "accepttomemorypool failed",
            "mempool internal error",
            "private broadcast queue is full",
        ],
    ),
    row(
        SubmitOutcome::Ambiguous(RejectReason::MissingInputs),
        &[
            "missingorspent",
            "missing inputs",
            "missing-inputs",
            "inputs missing",
            "bad-txns-inputs-spent",
            "bad-txns-inputs-missing",
        ],
    ),
    rejected(
        RejectReason::Conflict,
        &[
            "txn-mempool-conflict",
            "rejecting replacement",
            "replacement-",
            "too many potential replacements",
            "bad-txns-spends-conflicting-tx",
        ],
    ),
    rejected(
        RejectReason::FeeTooHigh,
        &["fee exceeds maximum", "max-fee-exceeded", "absurdly-high-fee"],
    ),
    rejected(
        RejectReason::FeeTooLow,
        &[
            "min relay fee not met",
            "mempool min fee not met",
            "min-fee-not-met",
            "insufficient fee",
            "insufficient priority",
            "rate limited free transaction",
        ],
    ),
    // Its details contain the word of the next row.
    rejected(RejectReason::NotStandard, &["missing-ephemeral-spends"]),
    rejected(RejectReason::Dust, &["dust"]),
    rejected(
        RejectReason::NotStandard,
        &[
            "non-final",
            "non-bip68-final",
            "too-long-mempool-chain",
            "too-large-cluster",
            "truc-",
            "package-mempool-limits",
            "unspendable output exceeds maximum",
            "scriptpubkey",
            "scriptsig-",
            "nonstandard",
            "too-many-sigops",
            "tx-size",
            "bare-",
            "multi-op-return",
            "oversize-op-return",
            "datacarrier",
            "premature-spend-of-",
            "before-activation",
            // Bitcoin Knots.
            "bad-txns-input-immature-",
            "bad-txns-input-script",
            "bad-txns-input-witness-",
            "bad-witness-",
            "parasite-",
            "tokens-runes",
            "txn-spk-reused-",
            // Litecoin.
            "non-standard-",
        ],
    ),
    Row {
        outcome: SubmitOutcome::Rejected(RejectReason::NotStandard),
        phrases: &[],
        words: &["version"],
    },
    Row {
        outcome: SubmitOutcome::Rejected(RejectReason::Other),
        phrases: &[
            "tx decode failed",
            "transaction rejected by mempool",
            "transaction rejected by accepttomemorypool",
            "transaction rejected due to invalid package",
            "transaction check failed",
        ],
        words: &["coinbase", "hogex"],
    },
];
