//! bcoin and bcash, full nodes written in JavaScript, run by `node.cjs`.

use crate::node::{Coin, Known, Node, Rejection};
use async_trait::async_trait;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use tokio::sync::Mutex;
use wallet_tests::support::json_lines::JsonLines;
use wallet_tests::support::tools;

/// A node in a child process.
#[derive(Debug)]
pub struct JavascriptNode {
    process: Arc<Mutex<JsonLines>>,
}

impl JavascriptNode {
    /// Starts `package` (bcoin or bcash) with a different network's address prefixes. Returns `None` if not
    /// installed.
    pub fn start(purpose: &str, package: &str, prefixes: &Value) -> Option<Self> {
        let modules = tools::node_modules(purpose)?;
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("nodes/node.cjs");
        let process = JsonLines::node(&script, &[modules.to_str()?, package, &prefixes.to_string()]);
        Some(Self {
            process: Arc::new(Mutex::new(process)),
        })
    }

    async fn call(&self, operation: &'static str, parameters: Value) -> Value {
        let process = Arc::clone(&self.process);
        run_to_completion(async move { process.lock().await.call(operation, parameters).await }).await
    }
}

/// Completes an exchange even if the caller is cancelled: an unread response would be taken for that of the
/// next request.
async fn run_to_completion<T: Send + 'static>(exchange: impl Future<Output = T> + Send + 'static) -> T {
    tokio::spawn(exchange).await.expect("the exchange does not panic")
}

/// Returns the height; the node uses -1 for transactions that are not in a block.
fn height(value: &Value) -> Option<u64> {
    value.as_u64()
}

#[async_trait]
impl Node for JavascriptNode {
    async fn unspent(&self, address: &str) -> Vec<Coin> {
        let coins = self.call("unspent", json!({ "address": address })).await;
        let coins = coins.as_array().expect("a list").iter().map(|coin| Coin {
            txid: text(&coin["txid"]),
            vout: u32::try_from(number(&coin["vout"])).expect("an index"),
            value: number(&coin["value"]),
            height: height(&coin["height"]),
            coinbase: coin["coinbase"] == true,
        });
        coins.collect()
    }

    async fn transaction(&self, txid: &str) -> Option<Known> {
        let known = self.call("transaction", json!({ "txid": txid })).await;
        known.is_object().then(|| Known {
            hex: text(&known["hex"]),
            height: height(&known["height"]),
        })
    }

    async fn send(&self, hex: &str) -> Result<String, Rejection> {
        let request = json!({ "op": "send", "hex": hex });
        let process = Arc::clone(&self.process);
        let response = run_to_completion(async move { process.lock().await.request(&request).await }).await;
        response.map(|txid| text(&txid)).map_err(|error| Rejection {
            code: error["code"].as_i64().expect("a code"),
            message: text(&error["message"]),
        })
    }

    async fn fee_estimate(&self, _blocks: u32) -> Option<u64> {
        // bcoin and bcash estimate fees from blocks of their peers; the test nodes have no peers.
        None
    }

    async fn fund(&self, address: &str, value: u64) -> String {
        text(&self.call("fund", json!({ "address": address, "value": value })).await)
    }

    async fn mine(&self, blocks: u32, to: Option<&str>) {
        self.call("mine", json!({ "blocks": blocks, "address": to })).await;
    }

    async fn height(&self) -> u64 {
        number(&self.call("height", json!({})).await)
    }

    async fn mempool(&self) -> Vec<String> {
        let txids = self.call("mempool", json!({})).await;
        txids.as_array().expect("a list").iter().map(text).collect()
    }

    async fn rpc_url(&self) -> String {
        let port = number(&self.call("rpc", json!({})).await);
        format!("http://test:test@127.0.0.1:{port}/")
    }
}

fn text(value: &Value) -> String {
    value.as_str().expect("a string").to_owned()
}

fn number(value: &Value) -> u64 {
    value.as_u64().expect("a number")
}
