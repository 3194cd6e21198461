//! Transactions in the format of Blockbook, and its address parsing.

use super::{Blockbook, BlockbookError};
use crate::btc_like::ledger::{Entry, Ledger};
use crate::btc_like::rules::Rules;
use axum::Json;
use axum::extract::{Path, State};
use bitcoin::{OutPoint, Script, ScriptBuf, TxIn, TxOut, Txid, consensus};
use serde::Serialize;

/// The level of detail of a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// All fields (`details=txs` and the call for one transaction).
    Full,
    /// Without the raw bytes and the fields derived from them (`details=txslight`).
    Light,
}

/// A transaction.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Transaction {
    txid: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<i32>,
    #[serde(skip_serializing_if = "is_zero")]
    lock_time: u32,
    vin: Vec<Input>,
    vout: Vec<Output>,
    #[serde(skip_serializing_if = "Option::is_none")]
    block_hash: Option<String>,
    /// The block height, or -1 in the mempool.
    block_height: i64,
    confirmations: u32,
    /// The block time in Unix seconds; in the mempool, the time at which the transaction was first seen.
    block_time: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    vsize: Option<usize>,
    value: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    value_in: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fees: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hex: Option<String>,
    #[serde(skip_serializing_if = "is_false")]
    rbf: bool,
}

/// An input.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Input {
    #[serde(skip_serializing_if = "Option::is_none")]
    txid: Option<String>,
    #[serde(skip_serializing_if = "is_zero")]
    vout: u32,
    #[serde(skip_serializing_if = "is_zero")]
    sequence: u32,
    n: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    addresses: Option<Vec<String>>,
    is_address: bool,
    value: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    hex: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    coinbase: Option<String>,
}

/// An output.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Output {
    value: String,
    n: u32,
    #[serde(skip_serializing_if = "is_false")]
    spent: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    spent_tx_id: Option<String>,
    #[serde(skip_serializing_if = "is_zero")]
    spent_index: u32,
    #[serde(skip_serializing_if = "is_zero")]
    spent_height: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    hex: Option<String>,
    /// The addresses, or `null` if the script has no address.
    addresses: Option<Vec<String>>,
    is_address: bool,
}

impl Transaction {
    /// Builds the view of a ledger transaction.
    pub fn of(rules: &Rules, ledger: &Ledger, entry: &Entry, detail: Detail) -> Self {
        let transaction = &entry.transaction;
        let full = detail == Detail::Full;
        let block = entry
            .height
            .and_then(|height| ledger.blocks().get(usize::try_from(height).ok()?));
        let value: u64 = transaction.output.iter().map(|output| output.value.to_sat()).sum();
        let fee = ledger.fee(transaction);
        let txid = transaction.compute_txid();
        let inputs = transaction.input.iter().enumerate();
        let outputs = (0_u32..).zip(&transaction.output);
        Self {
            txid: txid.to_string(),
            version: full.then_some(transaction.version.0),
            lock_time: transaction.lock_time.to_consensus_u32(),
            vin: inputs
                .map(|(n, input)| Input::of(rules, ledger, input, n, full))
                .collect(),
            vout: outputs
                .map(|(n, output)| Output::of(rules, ledger, OutPoint::new(txid, n), output, full))
                .collect(),
            block_hash: block.map(|block| block.header.block_hash().to_string()),
            block_height: entry.height.map_or(-1, i64::from),
            confirmations: ledger.confirmations(entry.height),
            block_time: block.map_or(entry.seen.as_secs(), |block| u64::from(block.header.time)),
            size: full.then(|| transaction.total_size()),
            vsize: full.then(|| transaction.vsize()),
            value: value.to_string(),
            value_in: (!transaction.is_coinbase()).then(|| (value + fee).to_string()),
            fees: Some(if transaction.is_coinbase() {
                "0".to_owned()
            } else {
                fee.to_string()
            }),
            hex: full.then(|| consensus::encode::serialize_hex(transaction)),
            rbf: entry.height.is_none() && transaction.is_explicitly_rbf(),
        }
    }
}

impl Input {
    fn of(rules: &Rules, ledger: &Ledger, input: &TxIn, n: usize, full: bool) -> Self {
        let script = hex::encode(input.script_sig.as_bytes());
        if input.previous_output.is_null() {
            return Self {
                txid: None,
                vout: 0,
                sequence: input.sequence.0,
                n,
                addresses: None,
                is_address: false,
                value: "0".to_owned(),
                hex: None,
                coinbase: Some(script),
            };
        }
        let coin = ledger.coin(input.previous_output);
        let address = coin.and_then(|coin| rules.address.encode(&coin.output.script_pubkey));
        Self {
            txid: Some(input.previous_output.txid.to_string()),
            vout: input.previous_output.vout,
            sequence: input.sequence.0,
            n,
            is_address: address.is_some(),
            addresses: address.map(|address| vec![address]),
            value: coin.map_or(0, |coin| coin.output.value.to_sat()).to_string(),
            hex: Some(script).filter(|script| full && !script.is_empty()),
            coinbase: None,
        }
    }
}

impl Output {
    fn of(rules: &Rules, ledger: &Ledger, outpoint: OutPoint, output: &TxOut, full: bool) -> Self {
        let spender = ledger.spender(outpoint);
        let address = rules.address.encode(&output.script_pubkey);
        let spending = spender.and_then(|spender| ledger.entry(spender.txid));
        Self {
            value: output.value.to_sat().to_string(),
            n: outpoint.vout,
            spent: spender.is_some(),
            spent_tx_id: spender.filter(|_| full).map(|spender| spender.txid.to_string()),
            spent_index: spender.filter(|_| full).map_or(0, |spender| spender.vin),
            spent_height: spending.filter(|_| full).and_then(|entry| entry.height).unwrap_or(0),
            hex: full.then(|| hex::encode(output.script_pubkey.as_bytes())),
            is_address: address.is_some(),
            addresses: address
                .or_else(|| data_text(&output.script_pubkey))
                .map(|text| vec![text]),
        }
    }
}

/// Returns the text that Blockbook shows instead of an address for `OP_RETURN`.
fn data_text(script: &Script) -> Option<String> {
    script
        .is_op_return()
        .then(|| format!("OP_RETURN ({})", hex::encode(&script.as_bytes()[1..])))
}

/// Parses an address as Blockbook does: a CashAddr requires its prefix.
pub fn parse_address(rules: &Rules, text: &str) -> Result<ScriptBuf, BlockbookError> {
    let invalid = || BlockbookError::public("Invalid address, decoded address is of unknown format");
    let script = rules.address.decode(text).ok_or_else(invalid)?;
    let canonical = rules.address.encode(&script).ok_or_else(invalid)?;
    // Only a CashAddr has a prefix that ends with a colon.
    if canonical
        .split_once(':')
        .is_some_and(|(_, payload)| payload.eq_ignore_ascii_case(text))
    {
        return Err(invalid());
    }
    Ok(script)
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
pub fn is_false(value: &bool) -> bool {
    !*value
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
pub fn is_zero(value: &u32) -> bool {
    *value == 0
}

pub async fn transaction(
    State(blockbook): State<Blockbook>,
    Path(text): Path<String>,
) -> Result<Json<Transaction>, BlockbookError> {
    let transaction = blockbook
        .run_blocking(move |blockbook| {
            let rules = blockbook.node.rules();
            let txid = text.parse::<Txid>().ok();
            let found = blockbook.node.read(|ledger| {
                let entry = ledger.entry(txid?)?;
                Some(Transaction::of(rules, ledger, entry, Detail::Full))
            });
            found.ok_or_else(|| BlockbookError::public(format!("Transaction '{text}' not found")))
        })
        .await?;
    Ok(Json(transaction))
}
