//! Classification of the errors with which UTXO nodes reject a transaction.
//!
//! Blockbook, Esplora and Electrum servers pass on the text of the node's `sendrawtransaction`, each in a
//! different form. The text is untrusted and stays in this file; callers get a [`SubmitOutcome`] from a closed list.
//!
//! The reasons are those in the sources of Bitcoin Core, Bitcoin Knots, Litecoin, Dogecoin and Bitcoin Cash Node.

use wallet_core::ports::upstream::RejectReason;
use wallet_upstream::SubmitOutcome;

#[cfg(test)]
mod source_texts;

/// Reads a node's response to a submission; `None` if the error is neither about the transaction nor a reason of
/// the server, for example if the node is unreachable.
pub(crate) fn classify(error: &str) -> Option<SubmitOutcome> {
    let text = error.to_ascii_lowercase();
    let code = text
        .split_once(':')
        .and_then(|(code, _)| code.trim().parse::<i32>().ok());
    match code {
        Some(RPC_ALREADY_IN_CHAIN) => return Some(SubmitOutcome::Known),
        Some(code) if OWN_CODES.contains(&code) => return Some(SubmitOutcome::Unable),
        _ => {}
    }
    find(&text).or_else(|| of_code(code?))
}

/// Reads the response of a node whose error code was left out by the server: a text that starts like a reason has
/// the code of a rejection.
pub(crate) fn classify_without_code(reason: &str) -> Option<SubmitOutcome> {
    classify(reason).or_else(|| is_reason(reason).then(|| of_code(RPC_VERIFY_REJECTED))?)
}

/// Returns the outcome of an unlisted reason by error code.
const fn of_code(code: i32) -> Option<SubmitOutcome> {
    match code {
        // Among others for missing inputs, so the same transaction may be the cause.
        RPC_VERIFY_ERROR => Some(SubmitOutcome::Ambiguous(RejectReason::Other)),
        RPC_VERIFY_REJECTED | RPC_DESERIALIZATION_ERROR => Some(SubmitOutcome::Rejected(RejectReason::Other)),
        _ => None,
    }
}

/// Returns true if the text starts like a node's reason: `bad-txns-in-belowout (code 16)`.
fn is_reason(text: &str) -> bool {
    let name = without_codes(text).split([' ', ',', '(']).next().unwrap_or_default();
    let is_part = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric());
    name.contains('-') && name.split('-').all(is_part)
}

// Error codes of `sendrawtransaction` (bitcoin/bitcoin, src/rpc/protocol.h).
const RPC_VERIFY_ERROR: i32 = -25;
const RPC_VERIFY_REJECTED: i32 = -26;
const RPC_ALREADY_IN_CHAIN: i32 = -27;
const RPC_DESERIALIZATION_ERROR: i32 = -22;
/// Codes of a node that takes no transaction now: not connected (−9), in the initial block download (−10),
/// starting (−28), without peers (−31), without the method (−32601) or with the method disabled (−32).
const OWN_CODES: [i32; 6] = [-9, -10, -28, -31, -32, -32601];

/// Returns the outcome of the first row with a phrase that the lower-case text contains, or whose word is the
/// whole reason.
pub(crate) fn find(text: &str) -> Option<SubmitOutcome> {
    let word = word(text);
    let row = ROWS
        .iter()
        .find(|row| row.phrases.iter().any(|phrase| text.contains(phrase)) || row.words.contains(&word));
    row.map(|row| row.outcome.clone())
}

/// Returns the reason without the error codes before and the details after: `version` of
/// `-26: 64: version (code 64)`.
fn word(text: &str) -> &str {
    let reason = without_codes(text);
    reason.split([',', '(', '\n']).next().unwrap_or_default().trim()
}

/// Removes the codes before a reason: that of the RPC, and that of the reject message of old nodes.
pub(crate) fn without_codes(text: &str) -> &str {
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
    /// Reasons of a single ordinary word, which only count as the whole reason.
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
            // An error of the node during validation, not a result.
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
    // The details contain the word of the next row.
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn check(error: &str, expected: Option<&SubmitOutcome>) {
        assert_eq!(classify(error).as_ref(), expected, "{error}");
    }

    #[test]
    fn known_transaction_is_a_success() {
        for error in [
            "-27: Transaction already in block chain",
            "-27: Transaction outputs already in utxo set",
            "-26: txn-already-in-mempool",
            "-26: txn-already-known",
            "-26: 257: txn-already-known",
            "-27: anything",
            "transaction already in mempool",
            "-26: txn-same-nonwitness-data-in-mempool",
        ] {
            check(error, Some(&SubmitOutcome::Known));
        }
    }

    #[test]
    fn missing_inputs_are_ambiguous() {
        for error in [
            "-25: Missing inputs",
            "-25: bad-txns-inputs-missingorspent",
            "-26: bad-txns-inputs-missingorspent",
            "-26: bad-txns-inputs-spent",
        ] {
            check(error, Some(&SubmitOutcome::Ambiguous(RejectReason::MissingInputs)));
        }
    }

    #[test]
    fn unlisted_reason_with_the_code_of_missing_inputs_is_ambiguous() {
        check("-25: TX rejected", Some(&SubmitOutcome::Ambiguous(RejectReason::Other)));
    }

    #[test]
    fn rejections_have_their_reason() {
        for (error, reason) in [
            ("-26: txn-mempool-conflict", RejectReason::Conflict),
            (
                "-26: insufficient fee, rejecting replacement 00ff",
                RejectReason::Conflict,
            ),
            ("-26: min relay fee not met, 100 < 141", RejectReason::FeeTooLow),
            ("-26: 66: insufficient priority", RejectReason::FeeTooLow),
            ("-26: mempool min fee not met", RejectReason::FeeTooLow),
            ("-26: 64: dust", RejectReason::Dust),
            (
                "-26: mandatory-script-verify-flag-failed (Signature must be zero for failed CHECK(MULTI)SIG operation)",
                RejectReason::InvalidScript,
            ),
            (
                "-26: non-mandatory-script-verify-flag (No error)",
                RejectReason::InvalidScript,
            ),
            ("-26: non-final", RejectReason::NotStandard),
            ("-26: too-long-mempool-chain", RejectReason::NotStandard),
            ("-25: Fee exceeds maximum configured by user", RejectReason::FeeTooHigh),
            ("-26: bad-txns-in-belowout", RejectReason::Other),
            ("-26: <b>visit evil.example</b>", RejectReason::Other),
            ("-22: TX decode failed", RejectReason::Other),
        ] {
            check(error, Some(&SubmitOutcome::Rejected(reason)));
        }
    }

    #[test]
    fn other_errors_are_not_rejections() {
        for error in [
            "",
            "Post \"http://127.0.0.1:8030\": dial tcp 127.0.0.1:8030: connect: connection rejected",
            "context deadline exceeded",
            "<html>please install our wallet</html>",
            "Internal server error",
        ] {
            check(error, None);
        }
    }

    #[test]
    fn reasons_of_the_node_itself_are_not_rejections() {
        for error in [
            "-26: mempool full",
            "-26: 66: mempool full",
            "-28: Verifying blocks...",
            "-28: Loading block index...",
            "-10: Bitcoin Core is in initial block download",
            "-9: Bitcoin is not connected!",
            "-32601: Method not found",
        ] {
            check(error, Some(&SubmitOutcome::Unable));
        }
        check(
            "-26: mempool min fee not met",
            Some(&SubmitOutcome::Rejected(RejectReason::FeeTooLow)),
        );
    }

    proptest! {
        #[test]
        fn any_text_is_classified_without_panicking(error in ".{0,200}", code in any::<i64>()) {
            let _ = classify(&error);
            let _ = classify(&format!("{code}: {error}"));
        }
    }
}
