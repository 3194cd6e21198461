//! Classification of the errors with which UTXO nodes reject a transaction.
//!
//! Blockbook, Esplora and Electrum servers pass on the text of the node's `sendrawtransaction`, each in a
//! different form. The text is untrusted and stays in this file; callers get a [`SubmitOutcome`] from a closed list.

use wallet_core::ports::upstream::RejectReason;
use wallet_upstream::broadcast::SubmitOutcome;

/// Reads a node's response to a submission; `None` if the error is neither about the transaction nor a reason of
/// the node itself, for example if the node is unreachable.
pub(crate) fn classify(error: &str) -> Option<SubmitOutcome> {
    let text = error.to_ascii_lowercase();
    let contains = |phrases: &[&str]| phrases.iter().any(|phrase| text.contains(phrase));
    let code = text
        .split_once(':')
        .and_then(|(code, _)| code.trim().parse::<i32>().ok());
    if code == Some(RPC_ALREADY_IN_CHAIN) || contains(KNOWN) {
        return Some(SubmitOutcome::Known);
    }
    if code.is_some_and(|code| OWN_CODES.contains(&code)) || contains(OWN_REASONS) {
        return Some(SubmitOutcome::Unable);
    }
    if let Some((_, reason)) = REJECTED.iter().find(|(phrases, _)| contains(phrases)) {
        return Some(SubmitOutcome::Rejected(*reason));
    }
    if contains(MISSING_INPUTS) {
        return Some(SubmitOutcome::Ambiguous(RejectReason::MissingInputs));
    }
    match code? {
        // Missing inputs with another wording: under this code nodes report no other reason except their fee
        // limit, which REJECTED contains.
        RPC_VERIFY_ERROR => Some(SubmitOutcome::Ambiguous(RejectReason::MissingInputs)),
        RPC_VERIFY_REJECTED | RPC_DESERIALIZATION_ERROR => Some(SubmitOutcome::Rejected(RejectReason::Other)),
        _ => None,
    }
}

// Error codes of `sendrawtransaction` (bitcoin/bitcoin, src/rpc/protocol.h).
const RPC_VERIFY_ERROR: i32 = -25;
const RPC_VERIFY_REJECTED: i32 = -26;
const RPC_ALREADY_IN_CHAIN: i32 = -27;
const RPC_DESERIALIZATION_ERROR: i32 = -22;
/// Codes of a node that takes no transaction now: not connected (−9), in the initial block download (−10),
/// starting (−28), without the method (−32601) or with the method disabled (−32).
const OWN_CODES: [i32; 5] = [-9, -10, -28, -32, -32601];

/// Phrases of a node that does not take the transaction for a local reason.
const OWN_REASONS: &[&str] = &[
    "mempool full",
    "mempool-full",
    "initial block download",
    "not whitelisted",
];

/// Phrases of a node that already has this transaction.
const KNOWN: &[&str] = &[
    "already in block chain",
    "already in utxo set",
    "txn-already-known",
    "txn-already-in-mempool",
    "already in mempool",
    // The same txid with a different witness.
    "txn-same-nonwitness-data-in-mempool",
];

/// Phrases for inputs that are missing or spent, perhaps by this same transaction.
const MISSING_INPUTS: &[&str] = &[
    "missingorspent",
    "missing inputs",
    "missing-inputs",
    "bad-txns-inputs-spent",
];

/// Phrases of validation and relay policy by reason. The first matching row decides: a script error quotes the
/// fault of the script, which may contain the phrases of a later row.
const REJECTED: &[(&[&str], RejectReason)] = &[
    (&["script-verify-flag"], RejectReason::InvalidScript),
    (
        &[
            "txn-mempool-conflict",
            "rejecting replacement",
            "replacement-",
            "too many potential replacements",
            "replacement-adds-unconfirmed",
        ],
        RejectReason::Conflict,
    ),
    (
        &[
            "min relay fee not met",
            "mempool min fee not met",
            "min-fee-not-met",
            "insufficient fee",
            "insufficient priority",
        ],
        RejectReason::FeeTooLow,
    ),
    (&["dust"], RejectReason::Dust),
    (
        &[
            "non-final",
            "non-bip68-final",
            "too-long-mempool-chain",
            "scriptpubkey",
            "scriptsig-",
            "nonstandard",
            "tx-size",
            "bare-multisig",
            "multi-op-return",
            "datacarrier",
            "26: version",
            "premature-spend-of-coinbase",
            "absurdly-high-fee",
            "max-fee-exceeded",
            "fee exceeds maximum",
        ],
        RejectReason::NotStandard,
    ),
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
            "-25: TX rejected",
        ] {
            check(error, Some(&SubmitOutcome::Ambiguous(RejectReason::MissingInputs)));
        }
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
            ("-25: Fee exceeds maximum configured by user", RejectReason::NotStandard),
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
