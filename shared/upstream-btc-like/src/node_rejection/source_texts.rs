//! Reasons with which nodes reject transactions, from the format strings in their sources, in the form of each
//! server. Amounts, limits and txids are examples; texts that users quoted are replayed in `tests/api/recorded`.
//!
//! Sources: bitcoin/bitcoin (MIT) of 2020 to 2026, bitcoinknots/bitcoin (MIT), litecoin-project/litecoin 0.21.5.5
//! (MIT), dogecoin/dogecoin 1.14 (MIT), bitcoin-cash-node 28 (MIT). Text around the reason: cculianu/Fulcrum
//! `src/Servers.cpp`, spesmilo/electrumx `server/session.py`, romanz/electrs `src/electrum.rs`, Blockstream/electrs
//! and mempool/electrs `src/daemon.rs`. The numbers before a reason of Dogecoin and behind a reason of Bitcoin Cash
//! Node are those of `consensus/validation.h` and `validation.h`.

use super::{classify, classify_without_code};
use crate::electrum::{NODE_ERROR, node_rejection as electrum};
use crate::esplora::node_error;
use serde_json::json;
use wallet_core::ports::upstream::RejectReason;
use wallet_upstream::SubmitOutcome;

/// Examples for the ids in the format strings: `{txid}`, `{wtxid}` and `{other}`.
const IDS: [(&str, &str); 3] = [
    (
        "{txid}",
        "f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16",
    ),
    (
        "{wtxid}",
        "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b",
    ),
    (
        "{other}",
        "0437cd7f8525ceed2324359c2d0ba26006d92d856a9c20fa0241106ee5a597c9",
    ),
];

const CORE: &str = "Bitcoin Core";
const KNOTS: &str = "Bitcoin Knots";
const LITECOIN: &str = "Litecoin";
const DOGECOIN: &str = "Dogecoin";
const BCHN: &str = "Bitcoin Cash Node";

/// Expected outcome of a row.
#[derive(Clone, Copy)]
enum Expected {
    Known,
    /// A reason of the node.
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

/// Error code, format string, program, file below `src`, and outcome.
#[rustfmt::skip]
const ROWS: &[(i32, &str, &str, &str, Expected)] = &[
    // Already known.
    (-27, "Transaction already in block chain", CORE, "util/error.cpp", Known),
    (-27, "Transaction outputs already in utxo set", CORE, "common/messages.cpp", Known),
    (-26, "txn-already-in-mempool", CORE, "validation.cpp", Known),
    (-26, "txn-already-known", CORE, "validation.cpp", Known),
    (-26, "txn-same-nonwitness-data-in-mempool", CORE, "validation.cpp", Known),
    (-27, "transaction already in block chain", DOGECOIN, "rpc/rawtransaction.cpp", Known),
    (-26, "txn-already-in-mempool (code 18)", BCHN, "validation.cpp", Known),
    (-26, "257: txn-already-in-mempool", DOGECOIN, "validation.cpp", Known),
    // Reasons of the node.
    (-26, "mempool full", CORE, "validation.cpp", Own),
    (-26, "66: mempool full", DOGECOIN, "validation.cpp", Own),
    (-26, "mempool full (code 66)", BCHN, "validation.cpp", Own),
    (-31, "Error: Peer-to-peer functionality missing or disabled", CORE, "rpc/net.cpp", Own),
    (-28, "Loading block index…", CORE, "init.cpp", Own),
    (-28, "Verifying blocks...", LITECOIN, "init.cpp", Own),
    (-28, "Rewinding blocks...", LITECOIN, "init.cpp", Own),
    (-28, "Rescanning...", DOGECOIN, "wallet/wallet.cpp", Own),
    (-25, "AcceptToMemoryPool failed", CORE, "util/error.cpp", Own),
    (-25, "Mempool internal error", CORE, "common/messages.cpp", Own),
    (-25, "Private broadcast queue is full", CORE, "common/messages.cpp", Own),
    // Missing or spent inputs.
    (-25, "bad-txns-inputs-missingorspent", CORE, "consensus/tx_verify.cpp", Ambiguous),
    (-25, "Inputs missing or spent", CORE, "common/messages.cpp", Ambiguous),
    (-25, "Missing inputs", DOGECOIN, "rpc/rawtransaction.cpp", Ambiguous),
    (-25, "missing-inputs", CORE, "rpc/rawtransaction.cpp", Ambiguous),
    (-25, "bad-txns-inputs-missingorspent, CheckTxInputs: inputs missing/spent", CORE, "consensus/tx_verify.cpp", Ambiguous),
    (-26, "bad-txns-inputs-missingorspent (code 16)", BCHN, "consensus/tokens.cpp", Ambiguous),
    (-26, "18: bad-txns-inputs-spent", DOGECOIN, "validation.cpp", Ambiguous),
    (-26, "bad-txns-inputs-missing, CheckTxInputs: MWEB inputs missing", LITECOIN, "consensus/tx_verify.cpp", Ambiguous),
    // Conflicts and replacement.
    (-26, "txn-mempool-conflict", CORE, "validation.cpp", Rejected(Conflict)),
    (-26, "258: txn-mempool-conflict", DOGECOIN, "validation.cpp", Rejected(Conflict)),
    (-26, "txn-mempool-conflict (code 18)", BCHN, "validation.cpp", Rejected(Conflict)),
    (-26, "bip125-replacement-disallowed", CORE, "validation.cpp", Rejected(Conflict)),
    (-26, "insufficient fee, rejecting replacement {txid}; new feerate 0.00001000 BTC/kvB <= old feerate 0.00002000 BTC/kvB", CORE, "validation.cpp", Rejected(Conflict)),
    (-26, "insufficient fee, rejecting replacement {txid}, less fees than conflicting txs; 0.00001 < 0.00002", CORE, "validation.cpp", Rejected(Conflict)),
    (-26, "insufficient fee, rejecting replacement {txid}, not enough additional fees to relay; 0.00 < 0.00000011", CORE, "validation.cpp", Rejected(Conflict)),
    (-26, "too many potential replacements, rejecting replacement {txid}; too many potential replacements (101 > 100)\n", CORE, "validation.cpp", Rejected(Conflict)),
    (-26, "replacement-adds-unconfirmed, replacement {txid} adds unconfirmed input, idx 1", LITECOIN, "validation.cpp", Rejected(Conflict)),
    (-26, "insufficient fee (including sibling eviction), rejecting replacement {txid}, less fees than conflicting txs; 0.00001 < 0.00002", CORE, "validation.cpp", Rejected(Conflict)),
    (-26, "bad-txns-spends-conflicting-tx, {txid} spends conflicting transaction {other}", CORE, "validation.cpp", Rejected(Conflict)),
    // Fees.
    (-26, "min relay fee not met, 110 < 141", CORE, "validation.cpp", Rejected(FeeTooLow)),
    (-26, "mempool min fee not met, 141 < 1410", CORE, "validation.cpp", Rejected(FeeTooLow)),
    (-26, "66: mempool min fee not met", DOGECOIN, "validation.cpp", Rejected(FeeTooLow)),
    (-26, "66: insufficient priority", DOGECOIN, "validation.cpp", Rejected(FeeTooLow)),
    (-26, "66: rate limited free transaction", DOGECOIN, "validation.cpp", Rejected(FeeTooLow)),
    (-26, "min relay fee not met (code 66)", BCHN, "validation.cpp", Rejected(FeeTooLow)),
    (-25, "Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)", CORE, "common/messages.cpp", Rejected(FeeTooHigh)),
    (-26, "max-fee-exceeded", CORE, "rpc/rawtransaction.cpp", Rejected(FeeTooHigh)),
    (-26, "absurdly-high-fee", CORE, "validation.cpp", Rejected(FeeTooHigh)),
    (-26, "256: absurdly-high-fee", DOGECOIN, "validation.cpp", Rejected(FeeTooHigh)),
    (-26, "absurdly-high-fee, 5000000 > 1000000 (code 256)", BCHN, "validation.cpp", Rejected(FeeTooHigh)),
    // Dust.
    (-26, "dust", CORE, "policy/policy.cpp", Rejected(Dust)),
    (-26, "64: dust", DOGECOIN, "policy/policy.cpp", Rejected(Dust)),
    (-26, "dust (code 64)", BCHN, "policy/policy.cpp", Rejected(Dust)),
    (-26, "dust, tx with dust output must be 0-fee", CORE, "policy/ephemeral_policy.cpp", Rejected(Dust)),
    // Scripts.
    (-26, "mandatory-script-verify-flag-failed (Signature must be zero for failed CHECK(MULTI)SIG operation)", CORE, "validation.cpp", Rejected(InvalidScript)),
    (-26, "mandatory-script-verify-flag-failed (Script evaluated without error but finished with a false/empty top stack element), input 0 of {txid} (wtxid {wtxid}), spending {other}:0", CORE, "validation.cpp", Rejected(InvalidScript)),
    (-26, "mempool-script-verify-flag-failed (Non-canonical DER signature), input 0 of {txid} (wtxid {wtxid}), spending {other}:0", CORE, "validation.cpp", Rejected(InvalidScript)),
    (-26, "non-mandatory-script-verify-flag (Dummy CHECKMULTISIG argument must be zero)", LITECOIN, "validation.cpp", Rejected(InvalidScript)),
    (-26, "16: mandatory-script-verify-flag-failed (Script failed an OP_EQUALVERIFY operation)", DOGECOIN, "validation.cpp", Rejected(InvalidScript)),
    (-26, "mandatory-script-verify-flag-failed (Signature hash type missing or not understood) (code 16)", BCHN, "validation.cpp", Rejected(InvalidScript)),
    // Relay policy.
    (-26, "version", CORE, "policy/policy.cpp", Rejected(NotStandard)),
    (-26, "64: version", DOGECOIN, "policy/policy.cpp", Rejected(NotStandard)),
    (-26, "version (code 64)", BCHN, "policy/policy.cpp", Rejected(NotStandard)),
    (-26, "tx-size", CORE, "policy/policy.cpp", Rejected(NotStandard)),
    (-26, "tx-size-small", CORE, "validation.cpp", Rejected(NotStandard)),
    (-26, "scriptsig-size", CORE, "policy/policy.cpp", Rejected(NotStandard)),
    (-26, "scriptsig-not-pushonly", CORE, "policy/policy.cpp", Rejected(NotStandard)),
    (-26, "scriptpubkey", CORE, "policy/policy.cpp", Rejected(NotStandard)),
    (-26, "scriptpubkey-unknown-witnessversion", KNOTS, "policy/policy.cpp", Rejected(NotStandard)),
    (-26, "bare-multisig", CORE, "policy/policy.cpp", Rejected(NotStandard)),
    (-26, "bare-pubkey", KNOTS, "policy/policy.cpp", Rejected(NotStandard)),
    (-26, "datacarrier", CORE, "policy/policy.cpp", Rejected(NotStandard)),
    (-26, "multi-op-return", CORE, "policy/policy.cpp", Rejected(NotStandard)),
    (-26, "64: multi-op-return", DOGECOIN, "policy/policy.cpp", Rejected(NotStandard)),
    (-26, "oversize-op-return (code 64)", BCHN, "policy/policy.cpp", Rejected(NotStandard)),
    (-26, "txn-tokens-before-activation (code 64)", BCHN, "policy/policy.cpp", Rejected(NotStandard)),
    (-26, "non-final", CORE, "validation.cpp", Rejected(NotStandard)),
    (-26, "bad-txns-nonfinal, non-final transaction (code 64)", BCHN, "consensus/tx_verify.cpp", Rejected(NotStandard)),
    (-26, "non-BIP68-final", CORE, "validation.cpp", Rejected(NotStandard)),
    (-26, "64: non-BIP68-final", DOGECOIN, "validation.cpp", Rejected(NotStandard)),
    (-26, "non-BIP68-final (code 64)", BCHN, "validation.cpp", Rejected(NotStandard)),
    (-26, "bad-txns-nonstandard-inputs", CORE, "validation.cpp", Rejected(NotStandard)),
    (-26, "bad-witness-nonstandard", CORE, "validation.cpp", Rejected(NotStandard)),
    (-26, "bad-txns-input-script-size", KNOTS, "policy/policy.cpp", Rejected(NotStandard)),
    (-26, "bad-txns-input-immature-depth", KNOTS, "validation.cpp", Rejected(NotStandard)),
    (-26, "bad-txns-input-immature-coinblocks", KNOTS, "validation.cpp", Rejected(NotStandard)),
    (-26, "truc-vsize-toobig", KNOTS, "policy/truc_policy.cpp", Rejected(NotStandard)),
    (-26, "txn-datacarrier-exceeded", KNOTS, "validation.cpp", Rejected(NotStandard)),
    (-26, "txn-datacarrier-nonstandard", KNOTS, "validation.cpp", Rejected(NotStandard)),
    (-26, "bad-witness-stackitem-size", KNOTS, "policy/policy.cpp", Rejected(NotStandard)),
    (-26, "parasite-cat21", KNOTS, "policy/policy.cpp", Rejected(NotStandard)),
    (-26, "tokens-runes", KNOTS, "policy/policy.cpp", Rejected(NotStandard)),
    (-26, "txn-spk-reused-chained", KNOTS, "validation.cpp", Rejected(NotStandard)),
    (-26, "non-standard-mweb-tx", LITECOIN, "validation.cpp", Rejected(NotStandard)),
    (-26, "bad-txns-too-many-sigops, 80004", CORE, "validation.cpp", Rejected(NotStandard)),
    (-26, "too-long-mempool-chain, too many unconfirmed ancestors [limit: 25]", CORE, "validation.cpp", Rejected(NotStandard)),
    (-26, "too-long-mempool-chain, exceeds descendant size limit for tx {txid} [limit: 101000]", LITECOIN, "validation.cpp", Rejected(NotStandard)),
    (-26, "64: too-long-mempool-chain", DOGECOIN, "validation.cpp", Rejected(NotStandard)),
    (-26, "too-large-cluster", CORE, "validation.cpp", Rejected(NotStandard)),
    (-26, "TRUC-violation, version=3 tx {txid} (wtxid={wtxid}) is too big: 10012 > 10000 virtual bytes", CORE, "policy/truc_policy.cpp", Rejected(NotStandard)),
    (-26, "TRUC-violation, non-version=3 tx {txid} (wtxid={wtxid}) cannot spend from version=3 tx {other} (wtxid={wtxid})", CORE, "policy/truc_policy.cpp", Rejected(NotStandard)),
    (-26, "missing-ephemeral-spends, tx {txid} (wtxid={wtxid}) did not spend parent's ephemeral dust", CORE, "policy/ephemeral_policy.cpp", Rejected(NotStandard)),
    (-25, "Unspendable output exceeds maximum configured by user (maxburnamount)", CORE, "common/messages.cpp", Rejected(NotStandard)),
    (-26, "bad-txns-premature-spend-of-coinbase, tried to spend coinbase at depth 99", CORE, "consensus/tx_verify.cpp", Rejected(NotStandard)),
    (-26, "bad-txns-premature-spend-of-pegout, tried to spend pegout output at depth 3", LITECOIN, "consensus/tx_verify.cpp", Rejected(NotStandard)),
    (-26, "mweb-before-activation", LITECOIN, "validation.cpp", Rejected(NotStandard)),
    // Invalid transactions.
    (-22, "TX decode failed", CORE, "rpc/rawtransaction.cpp", Rejected(Other)),
    (-22, "TX decode failed. Make sure the tx has at least one input.", CORE, "rpc/rawtransaction.cpp", Rejected(Other)),
    (-26, "coinbase", CORE, "validation.cpp", Rejected(Other)),
    (-26, "hogex", LITECOIN, "validation.cpp", Rejected(Other)),
    (-26, "16: coinbase", DOGECOIN, "validation.cpp", Rejected(Other)),
    (-26, "Transaction rejected by mempool", CORE, "common/messages.cpp", Rejected(Other)),
    (-26, "Transaction rejected by AcceptToMemoryPool", LITECOIN, "util/error.cpp", Rejected(Other)),
    (-25, "Transaction rejected due to invalid package", CORE, "common/messages.cpp", Rejected(Other)),
    (-26, "Transaction check failed (tx hash {txid}) bad-txns-prevout-null", CORE, "validation.cpp", Rejected(Other)),
    (-26, "bad-txns-vin-empty", CORE, "consensus/tx_check.cpp", Rejected(Other)),
    (-26, "bad-txns-vout-empty", CORE, "consensus/tx_check.cpp", Rejected(Other)),
    (-26, "bad-txns-oversize", CORE, "consensus/tx_check.cpp", Rejected(Other)),
    (-26, "bad-txns-undersize (code 16)", BCHN, "consensus/tx_verify.cpp", Rejected(Other)),
    (-26, "bad-txns-vout-negative", CORE, "consensus/tx_check.cpp", Rejected(Other)),
    (-26, "bad-txns-vout-toolarge", CORE, "consensus/tx_check.cpp", Rejected(Other)),
    (-26, "bad-txns-txouttotal-toolarge", CORE, "consensus/tx_check.cpp", Rejected(Other)),
    (-26, "bad-txns-inputs-duplicate", CORE, "consensus/tx_check.cpp", Rejected(Other)),
    (-26, "bad-txns-prevout-null", CORE, "consensus/tx_check.cpp", Rejected(Other)),
    (-26, "bad-txns-inputvalues-outofrange", CORE, "consensus/tx_verify.cpp", Rejected(Other)),
    (-26, "bad-txns-in-belowout, value in (0.1) < value out (0.2)", CORE, "consensus/tx_verify.cpp", Rejected(Other)),
    (-26, "16: bad-txns-in-belowout", DOGECOIN, "validation.cpp", Rejected(Other)),
    (-26, "bad-txns-fee-outofrange", CORE, "consensus/tx_verify.cpp", Rejected(Other)),
    (-26, "bad-cb-length", CORE, "consensus/tx_check.cpp", Rejected(Other)),
    (-26, "bad-txns-vout-tokenprefix (code 16)", BCHN, "consensus/tokens.cpp", Rejected(Other)),
    (-26, "bad-txns-token-invalid-category (code 16)", BCHN, "consensus/tokens.cpp", Rejected(Other)),
    (-26, "bad-txns-token-in-belowout (code 16)", BCHN, "consensus/tokens.cpp", Rejected(Other)),
    (-26, "bad-txns-token-nft-ex-nihilo (code 16)", BCHN, "consensus/tokens.cpp", Rejected(Other)),
    (-26, "bad-txns-token-amount-overflow (code 16)", BCHN, "consensus/tokens.cpp", Rejected(Other)),
    (-26, "pegin-mismatch", LITECOIN, "mweb/mweb_node.cpp", Rejected(Other)),
    (-26, "pegin-count-mismatch", LITECOIN, "mweb/mweb_node.cpp", Rejected(Other)),
    (-26, "bad-mweb-txn", LITECOIN, "mweb/mweb_node.cpp", Rejected(Other)),
    (-26, "duplicate-tx-pegins", LITECOIN, "mweb/mweb_node.cpp", Rejected(Other)),
    (-26, "bad-txns-input-mismatch, CheckTxInputs: MWEB input doesn't match UTXO", LITECOIN, "consensus/tx_verify.cpp", Rejected(Other)),
    (-26, "bad-txns-frozen-mweb-output", LITECOIN, "consensus/tx_verify.cpp", Rejected(Other)),
    (-26, "bad-txns-mwebfee-outofrange", LITECOIN, "consensus/tx_verify.cpp", Rejected(Other)),
];

/// Row with examples for the ids.
struct Row {
    code: i32,
    text: String,
    source: String,
    expected: Expected,
}

fn rows() -> impl Iterator<Item = Row> {
    ROWS.iter().map(|&(code, format, program, file, expected)| Row {
        code,
        text: IDS
            .iter()
            .fold(format.to_owned(), |text, (name, id)| text.replace(name, id)),
        source: format!("{program}, {file}"),
        expected,
    })
}

#[test]
fn blockbook_passes_on_code_and_text() {
    for Row {
        code,
        text,
        source,
        expected,
    } in rows()
    {
        let error = format!("{code}: {text}");
        assert_eq!(classify(&error), Some(expected.into()), "{source}: {error}");
    }
}

#[test]
fn esplora_passes_on_code_and_text_in_two_forms() {
    for Row {
        code,
        text,
        source,
        expected,
    } in rows()
    {
        let object = json!({ "code": code, "message": text });
        for error in [
            format!("sendrawtransaction RPC error {code}: {text}"),
            format!("sendrawtransaction RPC error: {object}"),
        ] {
            let found = classify(&node_error(&error));
            assert_eq!(found, Some(expected.into()), "{source}: {error}");
        }
    }
}

#[test]
fn electrum_servers_pass_on_the_text() {
    for Row {
        code,
        text,
        source,
        expected,
    } in rows()
    {
        for error in [
            // ElectrumX, Fulcrum and three forms of electrs.
            format!("the transaction was rejected by network rules.\n\n{text}\n[0200aabbdeadbeef]"),
            format!("the transaction was rejected by network rules.\n\n{text}\n"),
            format!("sendrawtransaction RPC error {code}: {text}"),
            format!(
                "sendrawtransaction RPC error: {}",
                json!({ "code": code, "message": text })
            ),
            text.clone(),
        ] {
            assert_eq!(electrum(NODE_ERROR, &error), Some(expected.into()), "{source}: {error}");
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
