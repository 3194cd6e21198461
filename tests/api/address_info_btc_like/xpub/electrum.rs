//! An Electrum server over a sandbox ledger (ElectrumX, protocol 1.4).

use super::chain::{Row, involves, now, rows, unspent};
use bitcoin::consensus::encode::serialize_hex;
use bitcoin::constants::genesis_block;
use bitcoin::hashes::{Hash, sha256};
use bitcoin::{Network, Script, ScriptBuf};
use serde_json::{Value, json};
use std::sync::Arc;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use wallet_sandbox::btc_like::node::Node;

pub async fn serve(listener: TcpListener, node: Arc<Node>) {
    while let Ok((stream, _)) = listener.accept().await {
        tokio::spawn(connection(stream, Arc::clone(&node)));
    }
}

async fn connection(stream: TcpStream, node: Arc<Node>) {
    let (reader, mut writer) = stream.into_split();
    let mut lines = BufReader::new(reader).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        let request: Value = serde_json::from_str(&line).expect("a request");
        let method = request["method"].as_str().expect("a method");
        let result = respond(&node, method, &request["params"]);
        let response = json!({ "jsonrpc": "2.0", "id": request["id"], "result": result });
        if writer.write_all(format!("{response}\n").as_bytes()).await.is_err() {
            return;
        }
    }
}

fn respond(node: &Node, method: &str, params: &Value) -> Value {
    let rows = rows(node);
    let parameter = params[0].as_str().unwrap_or_default();
    let is_own = |script: &ScriptBuf| script_hash(script) == parameter;
    match method {
        "server.version" => json!(["ElectrumX 1.18.0", "1.4"]),
        "blockchain.headers.subscribe" => {
            let tip = rows.iter().filter_map(|row| Some(row.block?.0)).max().unwrap_or(0);
            json!({ "height": tip, "hex": header(now()) })
        }
        "blockchain.block.header" if params[0] == 0 => json!(serialize_hex(&genesis_block(Network::Testnet4).header)),
        "blockchain.block.header" => {
            let height = usize::try_from(params[0].as_u64().expect("a height")).expect("a small height");
            json!(header(
                node.read(|ledger| u64::from(ledger.blocks()[height].header.time))
            ))
        }
        "blockchain.transaction.get" => {
            let row = rows
                .iter()
                .find(|row| row.txid.to_string() == parameter)
                .expect("a known transaction");
            json!(serialize_hex(&row.transaction))
        }
        "blockchain.scripthash.get_history" => history(&rows, is_own).into_iter().map(row).collect(),
        "blockchain.scripthash.subscribe" => status(&rows, is_own),
        "blockchain.scripthash.get_balance" => {
            let sum: u64 = unspent(&rows, is_own)
                .iter()
                .map(|(_, output)| output.value.to_sat())
                .sum();
            json!({ "confirmed": sum, "unconfirmed": 0 })
        }
        "blockchain.scripthash.listunspent" => {
            let list = unspent(&rows, is_own).into_iter().map(|(outpoint, output)| {
                let created = rows
                    .iter()
                    .find(|row| row.txid == outpoint.txid)
                    .expect("a transaction");
                json!({ "tx_hash": outpoint.txid, "tx_pos": outpoint.vout, "value": output.value.to_sat(),
                    "height": created.block.map_or(0, |(height, _)| height) })
            });
            list.collect()
        }
        _ => panic!("{method}"),
    }
}

/// Returns the transactions of a script with their heights, as the protocol orders them: the blocks from the first on, then
/// the mempool, where -1 marks a transaction with an unconfirmed parent.
fn history(rows: &[Row], is_own: impl Fn(&ScriptBuf) -> bool) -> Vec<(&Row, i64)> {
    let own = rows.iter().filter(|row| involves(rows, row, &is_own));
    own.map(|row| {
        let pending = |parent: &Row| parent.block.is_none();
        let mut parents = row.transaction.input.iter().map(|input| input.previous_output.txid);
        let has_pending = parents.any(|txid| rows.iter().any(|other| other.txid == txid && pending(other)));
        (
            row,
            row.block
                .map_or(-i64::from(has_pending), |(height, _)| i64::from(height)),
        )
    })
    .collect()
}

fn row((row, height): (&Row, i64)) -> Value {
    json!({ "tx_hash": row.txid, "height": height })
}

fn status(rows: &[Row], is_own: impl Fn(&ScriptBuf) -> bool) -> Value {
    let lines = history(rows, is_own)
        .into_iter()
        .map(|(row, height)| format!("{}:{height}:", row.txid));
    let text = lines.collect::<String>();
    if text.is_empty() {
        return Value::Null;
    }
    json!(hex::encode(sha256::Hash::hash(text.as_bytes()).to_byte_array()))
}

/// Returns a header of which only the time is read.
fn header(time: u64) -> String {
    let time = u32::try_from(time).expect("before 2106").to_le_bytes();
    format!("{}{}{}", "00".repeat(68), hex::encode(time), "00".repeat(8))
}

fn script_hash(script: &Script) -> String {
    let mut hash = sha256::Hash::hash(script.as_bytes()).to_byte_array();
    hash.reverse();
    hex::encode(hash)
}
