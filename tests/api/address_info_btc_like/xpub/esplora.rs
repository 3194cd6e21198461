//! An Esplora server over a sandbox ledger (Blockstream/esplora, `API.md`).

use super::chain::{Row, involves, now, output, rows, unspent};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::get;
use axum::{Json, Router};
use bitcoin::constants::genesis_block;
use bitcoin::{Address, Network, ScriptBuf, TxOut};
use serde_json::{Value, json};
use std::sync::Arc;
use wallet_sandbox::btc_like::node::Node;

/// The number of transactions on a page.
const PAGE: usize = 25;

pub fn router(node: Arc<Node>) -> Router {
    let routes = Router::new()
        .route("/blocks", get(blocks))
        .route("/block-height/{height}", get(block_at))
        .route("/block/{hash}/txid/0", get(coinbase))
        .route("/address/{address}", get(stats))
        .route("/address/{address}/utxo", get(utxo))
        .route("/address/{address}/txs/mempool", get(mempool))
        .route("/address/{address}/txs/chain", get(first_page))
        .route("/address/{address}/txs/chain/{after}", get(page));
    Router::new().nest("/api", routes).with_state(node)
}

async fn blocks(State(node): State<Arc<Node>>) -> Json<Value> {
    let height = node.read(|ledger| ledger.next_height() - 1);
    Json(json!([{ "height": height, "timestamp": now() }]))
}

async fn block_at(Path(height): Path<u32>) -> Result<String, StatusCode> {
    if height > 0 {
        return Err(StatusCode::NOT_FOUND);
    }
    Ok(genesis_block(Network::Testnet4).block_hash().to_string())
}

async fn coinbase(State(node): State<Arc<Node>>, Path(hash): Path<String>) -> String {
    node.read(|ledger| {
        let block = ledger
            .blocks()
            .iter()
            .find(|block| block.header.block_hash().to_string() == hash);
        block.expect("a block").txids[0].to_string()
    })
}

fn script(address: &str) -> ScriptBuf {
    let address: Address<_> = address.parse().expect("an address");
    address
        .require_network(Network::Testnet4)
        .expect("a testnet")
        .script_pubkey()
}

/// Returns the transactions of an address that the filter accepts, the latest first.
fn history<'a>(rows: &'a [Row], own: &ScriptBuf, filter: impl Fn(&Row) -> bool) -> Vec<&'a Row> {
    let found = rows
        .iter()
        .rev()
        .filter(|row| filter(row) && involves(rows, row, |script| script == own));
    found.collect()
}

async fn stats(State(node): State<Arc<Node>>, Path(address): Path<String>) -> Json<Value> {
    let (rows, own) = (rows(&node), script(&address));
    let sums = |filter: fn(&Row) -> bool| {
        let history = history(&rows, &own, filter);
        let value = |outputs: Vec<&TxOut>| {
            let own = outputs.into_iter().filter(|output| output.script_pubkey == own);
            own.map(|output| output.value.to_sat()).sum::<u64>()
        };
        let funded = history.iter().flat_map(|row| &row.transaction.output).collect();
        let inputs = history.iter().flat_map(|row| &row.transaction.input);
        let spent = inputs
            .filter_map(|input| output(&rows, input.previous_output))
            .collect();
        json!({ "funded_txo_sum": value(funded), "spent_txo_sum": value(spent), "tx_count": history.len() })
    };
    Json(json!({
        "address": address,
        "chain_stats": sums(|row| row.block.is_some()),
        "mempool_stats": sums(|row| row.block.is_none()),
    }))
}

async fn utxo(State(node): State<Arc<Node>>, Path(address): Path<String>) -> Json<Value> {
    let (rows, own) = (rows(&node), script(&address));
    let list = unspent(&rows, |script| *script == own).into_iter().map(|(outpoint, output)| {
        let created = rows.iter().find(|row| row.txid == outpoint.txid).expect("a transaction");
        json!({ "txid": outpoint.txid, "vout": outpoint.vout, "value": output.value.to_sat(), "status": status(&node, created) })
    });
    Json(list.collect())
}

async fn mempool(State(node): State<Arc<Node>>, Path(address): Path<String>) -> Json<Value> {
    let rows = rows(&node);
    let pending = history(&rows, &script(&address), |row| row.block.is_none());
    Json(pending.into_iter().map(|row| transaction(&node, &rows, row)).collect())
}

async fn first_page(State(node): State<Arc<Node>>, Path(address): Path<String>) -> Json<Value> {
    Json(confirmed(&node, &address, None))
}

async fn page(State(node): State<Arc<Node>>, Path((address, after)): Path<(String, String)>) -> Json<Value> {
    Json(confirmed(&node, &address, Some(after)))
}

fn confirmed(node: &Node, address: &str, after: Option<String>) -> Value {
    let rows = rows(node);
    let all = history(&rows, &script(address), |row| row.block.is_some());
    let start = after.map_or(0, |after| {
        let position = all.iter().position(|row| row.txid.to_string() == after);
        position.map_or(usize::MAX, |position| position + 1)
    });
    let page = all.into_iter().skip(start).take(PAGE);
    page.map(|row| transaction(node, &rows, row)).collect()
}

fn status(node: &Node, row: &Row) -> Value {
    let Some((height, _)) = row.block else {
        return json!({ "confirmed": false });
    };
    let header = node.read(|ledger| ledger.blocks()[usize::try_from(height).expect("small")].header);
    json!({ "confirmed": true, "block_height": height, "block_hash": header.block_hash(), "block_time": header.time })
}

fn shown(output: &TxOut) -> Value {
    let address = Address::from_script(&output.script_pubkey, Network::Testnet4).ok();
    json!({ "scriptpubkey": output.script_pubkey.to_hex_string(), "scriptpubkey_type": "unknown",
        "scriptpubkey_address": address.map(|address| address.to_string()), "value": output.value.to_sat() })
}

fn transaction(node: &Node, rows: &[Row], row: &Row) -> Value {
    let inputs = row.transaction.input.iter().map(|input| {
        let spent = output(rows, input.previous_output);
        json!({ "txid": input.previous_output.txid, "vout": input.previous_output.vout, "prevout": spent.map(shown),
            "is_coinbase": row.transaction.is_coinbase() })
    });
    let spent = row
        .transaction
        .input
        .iter()
        .filter_map(|input| output(rows, input.previous_output));
    let received: u64 = spent.map(|output| output.value.to_sat()).sum();
    let paid: u64 = row.transaction.output.iter().map(|output| output.value.to_sat()).sum();
    json!({
        "txid": row.txid,
        "vin": inputs.collect::<Vec<_>>(),
        "vout": row.transaction.output.iter().map(shown).collect::<Vec<_>>(),
        "fee": received.saturating_sub(paid),
        "status": status(node, row),
    })
}
