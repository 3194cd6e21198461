//! An Electrum server that knows the recorded transactions of btc livenet.

use super::data::{Recorded, transactions};
use bitcoin::hashes::{Hash, sha256};
use bitcoin::{OutPoint, Script, Transaction};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// The header of block 840 000 of btc: <https://mempool.space/api/block-height/840000>.
const CHECKPOINT: &str = "00e05f2aab948491071265ad552351d0ad625745668da54b0172010000000000000000004f89a5d73bd4d4\
                          887f25981fe81892ccafda10c27f52d6f3dd28183a7c411b03b7072366194203177d9863ea";
/// The error of ElectrumX for an unknown transaction.
const NOT_FOUND: &str = "daemon error: DaemonError({'code': -5, 'message': 'No such mempool or blockchain transaction. \
                         Use gettransaction for wallet transactions.'})";
/// The height of the latest block.
pub const TIP: u32 = 2_000_000;

/// The recorded transactions of btc livenet with a block, by txid.
static KNOWN: LazyLock<HashMap<String, (&'static Recorded, Transaction)>> = LazyLock::new(|| {
    let btc = transactions().filter(|recorded| recorded.chain == "btc" && recorded.network == "livenet");
    btc.filter_map(|recorded| Some((recorded.txid.clone(), (recorded, recorded.decode()?))))
        .collect()
});

/// A response of the server: a result, or an error.
pub type Outcome = Result<Value, Value>;

/// A running server that stops when dropped.
pub struct Electrum {
    /// The setting of the service: `electrum+tcp://127.0.0.1:…`.
    pub upstream: String,
    broadcast: Arc<Mutex<Outcome>>,
    task: JoinHandle<()>,
}

impl Drop for Electrum {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Electrum {
    /// Starts a server that knows all recorded transactions but one.
    pub async fn start(unknown: &'static str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let upstream = format!("electrum+tcp://{}", listener.local_addr().expect("a bound port"));
        let broadcast = Arc::new(Mutex::new(Err(json!({ "code": 1, "message": "not scripted" }))));
        let outcome = Arc::clone(&broadcast);
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, unknown, Arc::clone(&outcome)));
            }
        });
        Self {
            upstream,
            broadcast,
            task,
        }
    }

    /// Sets the response to a submitted transaction.
    pub fn set_broadcast(&self, outcome: Outcome) {
        *self.broadcast.lock().unwrap_or_else(PoisonError::into_inner) = outcome;
    }
}

async fn serve(stream: TcpStream, unknown: &'static str, broadcast: Arc<Mutex<Outcome>>) {
    let (reader, mut writer) = stream.into_split();
    let mut lines = BufReader::new(reader).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        let request: Value = serde_json::from_str(&line).expect("a request");
        let method = request["method"].as_str().expect("a method");
        let outcome = if method == "blockchain.transaction.broadcast" {
            broadcast.lock().unwrap_or_else(PoisonError::into_inner).clone()
        } else {
            respond(method, &request["params"], unknown)
        };
        let response = match outcome {
            Ok(result) => json!({ "jsonrpc": "2.0", "id": request["id"], "result": result }),
            Err(error) => json!({ "jsonrpc": "2.0", "id": request["id"], "error": error }),
        };
        if writer.write_all(format!("{response}\n").as_bytes()).await.is_err() {
            return;
        }
    }
}

fn respond(method: &str, params: &Value, unknown: &str) -> Outcome {
    let parameter = || params[0].as_str().expect("a string");
    match method {
        "server.version" => Ok(json!(["ElectrumX 1.18.0", "1.4"])),
        "server.ping" => Ok(Value::Null),
        "blockchain.headers.subscribe" => Ok(json!({ "height": TIP, "hex": header(now()) })),
        "blockchain.block.header" if params[0] == 840_000 => Ok(json!(CHECKPOINT)),
        "blockchain.block.header" => Ok(json!(header(time_of_block(&params[0])))),
        "blockchain.transaction.get" => {
            let known = KNOWN.get(parameter()).filter(|(recorded, _)| recorded.txid != unknown);
            let error = json!({ "code": 2, "message": NOT_FOUND });
            known.map(|(recorded, _)| json!(recorded.hex)).ok_or(error)
        }
        "blockchain.scripthash.get_history" => Ok(json!(history(parameter()))),
        "blockchain.scripthash.subscribe" => Ok(status(parameter())),
        "blockchain.scripthash.get_balance" => Ok(json!({ "confirmed": balance(parameter()), "unconfirmed": 0 })),
        _ => Err(json!({ "code": -32601, "message": format!("unknown method \"{method}\"") })),
    }
}

/// Returns a header with this time; only the time is read.
fn header(time: u32) -> String {
    format!(
        "{}{}{}",
        "00".repeat(68),
        hex::encode(time.to_le_bytes()),
        "00".repeat(8)
    )
}

/// Returns the recorded time of a block.
fn time_of_block(height: &Value) -> u32 {
    let in_block = KNOWN.values().find(|(recorded, _)| json!(recorded.height) == *height);
    let time = in_block
        .and_then(|(recorded, _)| recorded.time)
        .expect("a recorded block");
    u32::try_from(time).expect("before 2106")
}

/// Returns the hash by which Electrum servers index a script.
fn script_hash(script: &Script) -> String {
    let mut hash = sha256::Hash::hash(script.as_bytes()).to_byte_array();
    hash.reverse();
    hex::encode(hash)
}

/// Returns the value of an output if it pays the script.
fn paid(outpoint: OutPoint, hash: &str) -> Option<u64> {
    let (_, transaction) = KNOWN.get(&outpoint.txid.to_string())?;
    let output = transaction.output.get(usize::try_from(outpoint.vout).ok()?)?;
    (script_hash(&output.script_pubkey) == hash).then(|| output.value.to_sat())
}

/// Returns what a transaction pays to a script, and takes from it.
fn received_and_sent(transaction: &Transaction, hash: &str) -> (Vec<u64>, Vec<u64>) {
    let txid = transaction.compute_txid();
    let count = u32::try_from(transaction.output.len()).expect("few outputs");
    let received = (0..count).filter_map(|vout| paid(OutPoint { txid, vout }, hash));
    let sent = transaction
        .input
        .iter()
        .filter_map(|input| paid(input.previous_output, hash));
    (received.collect(), sent.collect())
}

/// Returns true if the server has the transactions whose outputs it spends, without which its fee is unknown.
fn has_parents(transaction: &Transaction) -> bool {
    let mut spent = transaction.input.iter().map(|input| input.previous_output.txid);
    spent.all(|txid| KNOWN.contains_key(&txid.to_string()))
}

/// Returns the transactions of a script, the oldest first.
fn history(hash: &str) -> Vec<Value> {
    let involved = KNOWN.values().filter(|(_, transaction)| {
        let (received, sent) = received_and_sent(transaction, hash);
        has_parents(transaction) && !(received.is_empty() && sent.is_empty())
    });
    let mut rows: Vec<_> = involved
        .filter_map(|(recorded, _)| Some((recorded.height?, &recorded.txid)))
        .collect();
    rows.sort();
    rows.into_iter()
        .map(|(height, txid)| json!({ "tx_hash": txid, "height": height }))
        .collect()
}

fn balance(hash: &str) -> u64 {
    let all = KNOWN
        .values()
        .map(|(_, transaction)| received_and_sent(transaction, hash));
    let (received, sent): (Vec<_>, Vec<_>) = all.unzip();
    let sent: u64 = sent.concat().iter().sum();
    received.concat().iter().sum::<u64>().saturating_sub(sent)
}

/// Returns the status of a script: the hash of the history, `null` for none.
fn status(hash: &str) -> Value {
    let rows = history(hash);
    let lines = rows
        .iter()
        .map(|row| format!("{}:{}:", row["tx_hash"].as_str().expect("a txid"), row["height"]));
    let text = lines.collect::<Vec<_>>().concat();
    if text.is_empty() {
        Value::Null
    } else {
        json!(hex::encode(sha256::Hash::hash(text.as_bytes()).to_byte_array()))
    }
}

#[expect(clippy::disallowed_methods, reason = "the server uses the system time")]
fn now() -> u32 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970");
    u32::try_from(since.as_secs()).expect("before 2106")
}
