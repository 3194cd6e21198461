//! Transactions in the format of Blockbook, and parsing of addresses.

use super::{BlockbookError, run_blocking};
use crate::btc_like::ledger::{Entry, Ledger};
use crate::btc_like::node::Node;
use crate::btc_like::rules::Rules;
use axum::Json;
use axum::extract::{Path, State};
use bitcoin::{OutPoint, Script, ScriptBuf, TxIn, TxOut, Txid, consensus};
use serde_json::{Value, json};
use std::sync::Arc;

/// The level of detail of a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// All fields (`details=txs` and the call for a single transaction).
    Full,
    /// Without the raw bytes and the fields derived from them (`details=txslight`).
    Light,
}

/// Formats a transaction of the ledger.
pub fn shown_transaction(rules: &Rules, ledger: &Ledger, entry: &Entry, detail: Detail) -> Value {
    let transaction = &entry.transaction;
    let full = detail == Detail::Full;
    let block = entry
        .height
        .and_then(|height| ledger.blocks().get(usize::try_from(height).ok()?));
    let value: u64 = transaction.output.iter().map(|output| output.value.to_sat()).sum();
    let (txid, fee) = (transaction.compute_txid(), ledger.fee(transaction));
    let inputs = transaction.input.iter().enumerate();
    let outputs = (0_u32..).zip(&transaction.output);
    let mut shown = json!({
        "txid": txid.to_string(),
        "vin": inputs.map(|(n, input)| shown_input(rules, ledger, input, n, full)).collect::<Value>(),
        "vout": outputs
            .map(|(n, output)| shown_output(rules, ledger, OutPoint::new(txid, n), output, full))
            .collect::<Value>(),
        // -1 in the mempool.
        "blockHeight": entry.height.map_or(-1, i64::from),
        "confirmations": ledger.confirmations(entry.height),
        // In the mempool, the time at which the transaction was first seen.
        "blockTime": block.map_or(entry.seen.as_secs(), |block| u64::from(block.header.time)),
        "value": value.to_string(),
        "fees": fee.to_string(),
    });
    put(
        &mut shown,
        "lockTime",
        nonzero(transaction.lock_time.to_consensus_u32()),
    );
    put(
        &mut shown,
        "blockHash",
        block.map(|block| block.header.block_hash().to_string()),
    );
    let spent = (!transaction.is_coinbase()).then(|| (value + fee).to_string());
    put(&mut shown, "valueIn", spent);
    let replaceable = entry.height.is_none() && transaction.is_explicitly_rbf();
    put(&mut shown, "rbf", replaceable.then_some(true));
    if full {
        shown["version"] = transaction.version.0.into();
        shown["size"] = transaction.total_size().into();
        shown["vsize"] = transaction.vsize().into();
        shown["hex"] = consensus::encode::serialize_hex(transaction).into();
    }
    shown
}

fn shown_input(rules: &Rules, ledger: &Ledger, input: &TxIn, n: usize, full: bool) -> Value {
    let script = hex::encode(input.script_sig.as_bytes());
    // The input of a coinbase spends nothing.
    let coin = ledger.coin(input.previous_output);
    let address = coin.and_then(|coin| rules.address.encode(&coin.output.script_pubkey));
    let mut shown = json!({
        "n": n,
        "isAddress": address.is_some(),
        "value": coin.map_or(0, |coin| coin.output.value.to_sat()).to_string(),
    });
    put(&mut shown, "sequence", nonzero(input.sequence.0));
    if input.previous_output.is_null() {
        shown["coinbase"] = script.into();
        return shown;
    }
    shown["txid"] = input.previous_output.txid.to_string().into();
    put(&mut shown, "vout", nonzero(input.previous_output.vout));
    put(&mut shown, "addresses", address.map(|address| vec![address]));
    let script = Some(script).filter(|script| full && !script.is_empty());
    put(&mut shown, "hex", script);
    shown
}

fn shown_output(rules: &Rules, ledger: &Ledger, outpoint: OutPoint, output: &TxOut, full: bool) -> Value {
    let address = rules.address.encode(&output.script_pubkey);
    let is_address = address.is_some();
    let text = address.or_else(|| data_text(&output.script_pubkey));
    let mut shown = json!({
        "value": output.value.to_sat().to_string(),
        "n": outpoint.vout,
        // `null` if the script has no address.
        "addresses": text.map(|text| vec![text]),
        "isAddress": is_address,
    });
    if let Some(spender) = ledger.spender(outpoint) {
        shown["spent"] = true.into();
        if full {
            let spending = ledger.entry(spender.txid);
            shown["spentTxId"] = spender.txid.to_string().into();
            put(&mut shown, "spentIndex", nonzero(spender.vin));
            let height = spending.and_then(|entry| entry.height);
            put(&mut shown, "spentHeight", height.and_then(nonzero));
        }
    }
    if full {
        shown["hex"] = hex::encode(output.script_pubkey.as_bytes()).into();
    }
    shown
}

/// Inserts a field, unless the value is absent: Blockbook omits empty and zero fields.
pub fn put<T: Into<Value>>(fields: &mut Value, name: &str, value: Option<T>) {
    if let Some(value) = value {
        fields[name] = value.into();
    }
}

fn nonzero(number: u32) -> Option<u32> {
    Some(number).filter(|number| *number > 0)
}

/// Returns the text that Blockbook shows instead of an address for `OP_RETURN`.
fn data_text(script: &Script) -> Option<String> {
    script
        .is_op_return()
        .then(|| format!("OP_RETURN ({})", hex::encode(&script.as_bytes()[1..])))
}

/// Parses an address as Blockbook does: a CashAddr requires the prefix.
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

pub async fn transaction(
    State(node): State<Arc<Node>>,
    Path(text): Path<String>,
) -> Result<Json<Value>, BlockbookError> {
    run_blocking(node, move |node| {
        let rules = node.rules();
        let txid = text.parse::<Txid>().ok();
        let found = node.read(|ledger| {
            let entry = ledger.entry(txid?)?;
            Some(shown_transaction(rules, ledger, entry, Detail::Full))
        });
        found.ok_or_else(|| BlockbookError::public(format!("Transaction '{text}' not found")))
    })
    .await
}
