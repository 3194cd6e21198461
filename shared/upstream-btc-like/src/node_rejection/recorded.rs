//! Reasons with which real nodes reject transactions, as their sources and tests state them, in the form of each
//! server.
//!
//! Facts from bitcoin/bitcoin (MIT; `validation.cpp`, `policy/`, `consensus/`, `node/transaction.cpp`,
//! `common/messages.cpp`, `test/functional`), bitcoinknots/bitcoin (MIT), litecoin-project/litecoin (MIT),
//! dogecoin/dogecoin 1.14 (MIT), bitcoin-cash-node (MIT), cculianu/Fulcrum (GPL-3.0) and spesmilo/electrumx (MIT).

use super::{classify, classify_without_code};
use crate::electrum::node_rejection as electrum;
use crate::esplora::node_error;
use serde_json::json;
use wallet_core::ports::upstream::RejectReason;
use wallet_upstream::broadcast::SubmitOutcome;

const CORE: &str = "Bitcoin Core";
const KNOTS: &str = "Bitcoin Knots";
const LITECOIN: &str = "Litecoin";
const DOGECOIN: &str = "Dogecoin";
const BCHN: &str = "Bitcoin Cash Node";

/// Expected outcome of a row.
#[derive(Clone, Copy)]
enum Expected {
    Known,
    /// A reason of the node itself.
    Own,
    Ambiguous,
    Rejected(RejectReason),
}

use Expected::{Ambiguous, Known, Own, Rejected};
use RejectReason::{Conflict, Dust, FeeTooHigh, FeeTooLow, InvalidScript, NotStandard, Other};

impl From<Expected> for SubmitOutcome {
    fn from(expected: Expected) -> Self {
        match expected {
            Known => Self::Known,
            Own => Self::Unable,
            Ambiguous => Self::Ambiguous(RejectReason::MissingInputs),
            Rejected(reason) => Self::Rejected(reason),
        }
    }
}

/// Error code, text, source and outcome.
#[rustfmt::skip]
const ROWS: &[(i32, &str, &str, Expected)] = &[
    // Already known.
    (-27, "Transaction already in block chain", CORE, Known),
    (-27, "Transaction outputs already in utxo set", CORE, Known),
    (-26, "txn-already-in-mempool", CORE, Known),
    (-26, "txn-already-known", CORE, Known),
    (-26, "txn-same-nonwitness-data-in-mempool", CORE, Known),
    (-27, "transaction already in block chain", DOGECOIN, Known),
    (-26, "txn-already-in-mempool (code 18)", BCHN, Known),
    (-26, "18: txn-already-in-mempool", DOGECOIN, Known),
    // Reasons of the node itself.
    (-26, "mempool full", CORE, Own),
    (-26, "66: mempool full", DOGECOIN, Own),
    (-26, "mempool full (code 66)", BCHN, Own),
    (-31, "Error: Peer-to-peer functionality missing or disabled", CORE, Own),
    (-28, "Loading block index…", CORE, Own),
    (-28, "Verifying blocks...", LITECOIN, Own),
    (-28, "Rewinding blocks...", LITECOIN, Own),
    (-28, "Replaying blocks…", CORE, Own),
    (-28, "Rescanning...", DOGECOIN, Own),
    (-25, "AcceptToMemoryPool failed", CORE, Own),
    (-9, "Bitcoin is not connected!", CORE, Own),
    (-10, "Bitcoin Core is in initial block download and waiting for blocks...", CORE, Own),
    // Missing or spent inputs.
    (-25, "bad-txns-inputs-missingorspent", CORE, Ambiguous),
    (-25, "Inputs missing or spent", CORE, Ambiguous),
    (-25, "Missing inputs", DOGECOIN, Ambiguous),
    (-25, "missing-inputs", CORE, Ambiguous),
    (-26, "bad-txns-inputs-missingorspent, CheckTxInputs: inputs missing/spent", CORE, Ambiguous),
    (-25, "bad-txns-inputs-missingorspent (code 16)", BCHN, Ambiguous),
    (-26, "16: bad-txns-inputs-spent", DOGECOIN, Ambiguous),
    (-26, "bad-txns-inputs-missing, CheckTxInputs: MWEB inputs missing", LITECOIN, Ambiguous),
    // Conflicts and replacement.
    (-26, "txn-mempool-conflict", CORE, Rejected(Conflict)),
    (-26, "18: txn-mempool-conflict", DOGECOIN, Rejected(Conflict)),
    (-26, "txn-mempool-conflict (code 18)", BCHN, Rejected(Conflict)),
    (-26, "bip125-replacement-disallowed", CORE, Rejected(Conflict)),
    (-26, "insufficient fee, rejecting replacement 6f1c; new feerate 0.00001 BTC/kvB <= old feerate 0.00002 BTC/kvB", CORE, Rejected(Conflict)),
    (-26, "insufficient fee, rejecting replacement 6f1c, less fees than conflicting txs; 0.00001 < 0.00002", CORE, Rejected(Conflict)),
    (-26, "insufficient fee, rejecting replacement 6f1c, not enough additional fees to relay; 0.00 < 0.00000011", CORE, Rejected(Conflict)),
    (-26, "too many potential replacements, rejecting replacement 6f1c; too many potential replacements (101 > 100)\n", CORE, Rejected(Conflict)),
    (-26, "replacement-adds-unconfirmed, replacement 6f1c adds unconfirmed input, idx 1", LITECOIN, Rejected(Conflict)),
    (-26, "replacement-failed, insufficient feerate: does not improve feerate diagram", CORE, Rejected(Conflict)),
    (-26, "bad-txns-spends-conflicting-tx, 6f1c spends conflicting transaction 7a2d", CORE, Rejected(Conflict)),
    // Fees.
    (-26, "min relay fee not met, 110 < 141", CORE, Rejected(FeeTooLow)),
    (-26, "mempool min fee not met, 141 < 1410", CORE, Rejected(FeeTooLow)),
    (-26, "66: min relay fee not met", DOGECOIN, Rejected(FeeTooLow)),
    (-26, "66: mempool min fee not met", DOGECOIN, Rejected(FeeTooLow)),
    (-26, "66: insufficient priority", DOGECOIN, Rejected(FeeTooLow)),
    (-26, "66: rate limited free transaction", DOGECOIN, Rejected(FeeTooLow)),
    (-26, "min relay fee not met (code 66)", BCHN, Rejected(FeeTooLow)),
    (-25, "Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)", CORE, Rejected(FeeTooHigh)),
    (-26, "max-fee-exceeded", CORE, Rejected(FeeTooHigh)),
    (-26, "absurdly-high-fee", CORE, Rejected(FeeTooHigh)),
    (-26, "256: absurdly-high-fee", DOGECOIN, Rejected(FeeTooHigh)),
    (-26, "absurdly-high-fee, 5000000 > 1000000 (code 256)", BCHN, Rejected(FeeTooHigh)),
    // Dust.
    (-26, "dust", CORE, Rejected(Dust)),
    (-26, "64: dust", DOGECOIN, Rejected(Dust)),
    (-26, "dust (code 64)", BCHN, Rejected(Dust)),
    (-26, "dust, tx with dust output must be 0-fee", CORE, Rejected(Dust)),
    // Scripts.
    (-26, "mandatory-script-verify-flag-failed (Signature must be zero for failed CHECK(MULTI)SIG operation)", CORE, Rejected(InvalidScript)),
    (-26, "mandatory-script-verify-flag-failed (Script evaluated without error but finished with a false/empty top stack element), input 0 of 6f1c (wtxid 6f1c), spending 7a2d:0", CORE, Rejected(InvalidScript)),
    (-26, "mempool-script-verify-flag-failed (Witness program hash mismatch), input 0 of 6f1c", CORE, Rejected(InvalidScript)),
    (-26, "block-script-verify-flag-failed (Script is too big)", CORE, Rejected(InvalidScript)),
    (-26, "non-mandatory-script-verify-flag (Dummy CHECKMULTISIG argument must be zero)", LITECOIN, Rejected(InvalidScript)),
    (-26, "16: mandatory-script-verify-flag-failed (Script failed an OP_EQUALVERIFY operation)", DOGECOIN, Rejected(InvalidScript)),
    (-26, "mandatory-script-verify-flag-failed (Signature hash type missing or not understood) (code 16)", BCHN, Rejected(InvalidScript)),
    // Relay policy.
    (-26, "version", CORE, Rejected(NotStandard)),
    (-26, "64: version", DOGECOIN, Rejected(NotStandard)),
    (-26, "version (code 64)", BCHN, Rejected(NotStandard)),
    (-26, "tx-size", CORE, Rejected(NotStandard)),
    (-26, "tx-size-small", CORE, Rejected(NotStandard)),
    (-26, "scriptsig-size", CORE, Rejected(NotStandard)),
    (-26, "scriptsig-not-pushonly", CORE, Rejected(NotStandard)),
    (-26, "scriptpubkey", CORE, Rejected(NotStandard)),
    (-26, "scriptpubkey-unknown-witnessversion", KNOTS, Rejected(NotStandard)),
    (-26, "bare-multisig", CORE, Rejected(NotStandard)),
    (-26, "bare-pubkey", KNOTS, Rejected(NotStandard)),
    (-26, "datacarrier", CORE, Rejected(NotStandard)),
    (-26, "multi-op-return", CORE, Rejected(NotStandard)),
    (-26, "64: multi-op-return", DOGECOIN, Rejected(NotStandard)),
    (-26, "oversize-op-return (code 64)", BCHN, Rejected(NotStandard)),
    (-26, "txn-tokens-before-activation (code 64)", BCHN, Rejected(NotStandard)),
    (-26, "non-final", CORE, Rejected(NotStandard)),
    (-26, "bad-txns-nonfinal, non-final transaction (code 64)", BCHN, Rejected(NotStandard)),
    (-26, "non-BIP68-final", CORE, Rejected(NotStandard)),
    (-26, "64: non-BIP68-final", DOGECOIN, Rejected(NotStandard)),
    (-26, "non-BIP68-final (code 64)", BCHN, Rejected(NotStandard)),
    (-26, "bad-txns-nonstandard-inputs", CORE, Rejected(NotStandard)),
    (-26, "bad-witness-nonstandard", CORE, Rejected(NotStandard)),
    (-26, "bad-txns-too-many-sigops, 80004", CORE, Rejected(NotStandard)),
    (-26, "too-long-mempool-chain, too many unconfirmed ancestors [limit: 25]", CORE, Rejected(NotStandard)),
    (-26, "too-long-mempool-chain, exceeds descendant size limit for tx 6f1c [limit: 101000]", LITECOIN, Rejected(NotStandard)),
    (-26, "64: too-long-mempool-chain", DOGECOIN, Rejected(NotStandard)),
    (-26, "too-large-cluster", CORE, Rejected(NotStandard)),
    (-26, "TRUC-violation, version=3 tx 6f1c (wtxid=6f1c) is too big: 10012 > 10000 virtual bytes", CORE, Rejected(NotStandard)),
    (-26, "TRUC-violation, non-version=3 tx 6f1c (wtxid=6f1c) cannot spend from version=3 tx 7a2d (wtxid=7a2d)", CORE, Rejected(NotStandard)),
    (-26, "missing-ephemeral-spends, tx 6f1c (wtxid=6f1c) did not spend parent's ephemeral dust", CORE, Rejected(NotStandard)),
    (-25, "Unspendable output exceeds maximum configured by user (maxburnamount)", CORE, Rejected(NotStandard)),
    (-26, "bad-txns-premature-spend-of-coinbase, tried to spend coinbase at depth 99", CORE, Rejected(NotStandard)),
    (-26, "bad-txns-premature-spend-of-pegout, tried to spend pegout output at depth 3", LITECOIN, Rejected(NotStandard)),
    (-26, "mweb-before-activation", LITECOIN, Rejected(NotStandard)),
    // Invalid transactions.
    (-22, "TX decode failed", CORE, Rejected(Other)),
    (-22, "TX decode failed. Make sure the tx has at least one input.", CORE, Rejected(Other)),
    (-26, "coinbase", CORE, Rejected(Other)),
    (-26, "hogex", LITECOIN, Rejected(Other)),
    (-26, "16: coinbase", DOGECOIN, Rejected(Other)),
    (-26, "Transaction rejected by mempool", CORE, Rejected(Other)),
    (-26, "bad-txns-vin-empty", CORE, Rejected(Other)),
    (-26, "bad-txns-vout-empty", CORE, Rejected(Other)),
    (-26, "bad-txns-oversize", CORE, Rejected(Other)),
    (-26, "bad-txns-undersize (code 16)", BCHN, Rejected(Other)),
    (-26, "bad-txns-vout-negative", CORE, Rejected(Other)),
    (-26, "bad-txns-vout-toolarge", CORE, Rejected(Other)),
    (-26, "bad-txns-txouttotal-toolarge", CORE, Rejected(Other)),
    (-26, "bad-txns-inputs-duplicate", CORE, Rejected(Other)),
    (-26, "bad-txns-prevout-null", CORE, Rejected(Other)),
    (-26, "bad-txns-inputvalues-outofrange", CORE, Rejected(Other)),
    (-26, "bad-txns-in-belowout, value in (0.1) < value out (0.2)", CORE, Rejected(Other)),
    (-26, "16: bad-txns-in-belowout", DOGECOIN, Rejected(Other)),
    (-26, "bad-txns-fee-outofrange", CORE, Rejected(Other)),
    (-26, "bad-cb-length", CORE, Rejected(Other)),
    (-26, "bad-txns-vout-tokenprefix (code 16)", BCHN, Rejected(Other)),
    (-26, "bad-txns-token-invalid-category (code 16)", BCHN, Rejected(Other)),
    (-26, "bad-txns-token-in-belowout (code 16)", BCHN, Rejected(Other)),
    (-26, "bad-txns-token-nft-ex-nihilo (code 16)", BCHN, Rejected(Other)),
    (-26, "bad-txns-token-amount-overflow (code 16)", BCHN, Rejected(Other)),
    (-26, "pegin-mismatch", LITECOIN, Rejected(Other)),
    (-26, "pegin-count-mismatch", LITECOIN, Rejected(Other)),
    (-26, "bad-mweb-txn", LITECOIN, Rejected(Other)),
    (-26, "duplicate-tx-pegins", LITECOIN, Rejected(Other)),
    (-26, "bad-txns-input-mismatch, CheckTxInputs: MWEB input doesn't match UTXO", LITECOIN, Rejected(Other)),
    (-26, "bad-txns-mwebfee-outofrange", LITECOIN, Rejected(Other)),
];

#[test]
fn blockbook_passes_on_code_and_text() {
    for (code, text, source, expected) in ROWS {
        let error = format!("{code}: {text}");
        assert_eq!(classify(&error), Some((*expected).into()), "{source}: {error}");
    }
}

#[test]
fn esplora_passes_on_code_and_text_in_two_forms() {
    for (code, text, source, expected) in ROWS {
        let object = json!({ "code": code, "message": text });
        for error in [
            format!("sendrawtransaction RPC error {code}: {text}"),
            format!("sendrawtransaction RPC error: {object}"),
        ] {
            let found = classify(&node_error(&error));
            assert_eq!(found, Some((*expected).into()), "{source}: {error}");
        }
    }
}

#[test]
fn electrum_servers_pass_on_the_text() {
    for (code, text, source, expected) in ROWS {
        for error in [
            // ElectrumX, Fulcrum and two forms of electrs.
            format!("the transaction was rejected by network rules.\n\n{text}\n[0200aabbdeadbeef]"),
            format!("the transaction was rejected by network rules.\n\n{text}\n"),
            format!("sendrawtransaction RPC error {code}: {text}"),
            format!(
                "sendrawtransaction RPC error: {}",
                json!({ "code": code, "message": text })
            ),
        ] {
            assert_eq!(electrum(&error), Some((*expected).into()), "{source}: {error}");
        }
    }
}

#[test]
fn text_of_another_program_is_no_rejection() {
    for text in [
        "conversion of the transaction failed",
        "a new version of your wallet is required",
        "version control",
        "coinbase.example",
        "evil.example/a-b",
    ] {
        assert_eq!(classify_without_code(text), None, "{text}");
    }
}
