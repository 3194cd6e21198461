//! ElectrumX, a real Electrum index server, in front of a node.

use crate::core::free_port;
use crate::node::Node;
use bitcoin::consensus::encode::deserialize_hex;
use bitcoin::hashes::{Hash, sha256};
use bitcoin::{Script, Transaction};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::process::{Child, Command};
use tokio::sync::Mutex;
use wallet_tests::support::tools;

/// Timeout for the server's start and for the synchronisation with the node.
const TIMEOUT: Duration = Duration::from_mins(5);

/// Interval at which the server polls the node, in milliseconds.
const POLL_INTERVAL: &str = "50";

/// A server with a separate database, which stops when this value is dropped.
#[derive(Debug)]
pub struct ElectrumX {
    _server: Child,
    _database: TempDir,
    port: u16,
    probe: Mutex<Probe>,
}

impl ElectrumX {
    /// Starts a server for this coin on regtest with a node. Returns `None` if ElectrumX is not installed.
    pub async fn start(purpose: &str, coin: &str, node: &dyn Node) -> Option<Self> {
        let python = tools::electrumx(purpose)?;
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("nodes/index_server.py");
        let database = tempfile::tempdir().expect("a temporary folder");
        let port = free_port();
        let server = Command::new(python)
            .arg(script)
            .env_clear()
            .env("COIN", coin)
            .env("NET", "regtest")
            .env("DB_ENGINE", "leveldb")
            .env("DB_DIRECTORY", database.path())
            .env("DAEMON_URL", node.rpc_url().await)
            .env("DAEMON_POLL_INTERVAL_BLOCKS", POLL_INTERVAL)
            .env("DAEMON_POLL_INTERVAL_MEMPOOL", POLL_INTERVAL)
            .env("SERVICES", format!("tcp://127.0.0.1:{port}"))
            .env("PEER_DISCOVERY", "off")
            .env("PEER_ANNOUNCE", "")
            .env("ALLOW_ROOT", "1")
            // Without this, the server would throttle the frequent requests of the tests.
            .env("COST_SOFT_LIMIT", "0")
            .env("COST_HARD_LIMIT", "0")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .expect("ElectrumX starts");
        let connected = async {
            loop {
                match Probe::connect(port).await {
                    Some(probe) => return probe,
                    None => tokio::time::sleep(Duration::from_millis(100)).await,
                }
            }
        };
        let probe = tokio::time::timeout(TIMEOUT, connected)
            .await
            .expect("ElectrumX responds");
        Some(Self {
            _server: server,
            _database: database,
            port,
            probe: Mutex::new(probe),
        })
    }

    /// Returns the address in the format of an upstream setting.
    pub fn upstream(&self) -> String {
        format!("electrum+tcp://127.0.0.1:{}", self.port)
    }

    /// Waits until the server has all blocks and transactions of the node.
    pub async fn catch_up(&self, node: &dyn Node) {
        let height = node.height().await;
        let mut pending = Vec::new();
        for txid in node.mempool().await {
            let known = node
                .transaction(&txid)
                .await
                .expect("the node has its pending transactions");
            pending.push((txid, script_hash(&known.hex)));
        }
        let mut probe = self.probe.lock().await;
        let caught_up = async {
            while !probe.has_synced(height, &pending).await {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(TIMEOUT, caught_up)
            .await
            .expect("ElectrumX follows its node");
    }
}

/// Returns the Electrum script hash of a transaction's first output.
fn script_hash(transaction: &str) -> String {
    let transaction: Transaction = deserialize_hex(transaction).expect("a transaction");
    let script: &Script = &transaction.output[0].script_pubkey;
    let mut hash = sha256::Hash::hash(script.as_bytes()).to_byte_array();
    hash.reverse();
    hex::encode(hash)
}

/// A separate connection, independent of the tested connection.
#[derive(Debug)]
struct Probe {
    responses: Lines<BufReader<OwnedReadHalf>>,
    requests: OwnedWriteHalf,
}

impl Probe {
    /// Connects to the server. Returns `None` while the server does not respond.
    async fn connect(port: u16) -> Option<Self> {
        let stream = TcpStream::connect(("127.0.0.1", port)).await.ok()?;
        let (reader, writer) = stream.into_split();
        let mut probe = Self {
            responses: BufReader::new(reader).lines(),
            requests: writer,
        };
        probe.request("server.version", json!(["test", ["1.4", "1.6"]])).await?;
        Some(probe)
    }

    /// Sends requests sequentially and ignores notifications.
    async fn request(&mut self, method: &str, params: Value) -> Option<Value> {
        let body = json!({ "jsonrpc": "2.0", "id": 0, "method": method, "params": params });
        self.requests.write_all(format!("{body}\n").as_bytes()).await.ok()?;
        loop {
            let mut response: Value = serde_json::from_str(&self.responses.next_line().await.ok()??).ok()?;
            if response["method"].is_null() {
                assert!(response["error"].is_null(), "{body}: {response}");
                return Some(response["result"].take());
            }
        }
    }

    async fn has_synced(&mut self, height: u64, pending: &[(String, String)]) -> bool {
        let tip = self
            .request("blockchain.headers.subscribe", json!([]))
            .await
            .expect("a response");
        if tip["height"] != height {
            return false;
        }
        for (txid, script_hash) in pending {
            let history = self
                .request("blockchain.scripthash.get_history", json!([script_hash]))
                .await;
            let history = history.expect("a response");
            let mut rows = history.as_array().expect("a list").iter();
            if !rows.any(|row| row["tx_hash"] == txid.as_str()) {
                return false;
            }
        }
        true
    }
}
