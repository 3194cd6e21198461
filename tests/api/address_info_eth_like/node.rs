//! A scripted node with Multicall3, sufficient for balances.

use super::fixture::LISTED;
use crate::support::json_rpc::{self, Call, Outcome};
use crate::support::multicall::{aggregate3, word};
use crate::support::stub::{Reply, Request};
use serde_json::{Value, json};
use std::collections::HashMap;
use wallet_core::ports::system::Clock;
use wallet_http::system::SystemClock;

/// The address of Multicall3.
const MULTICALL: &str = "0xca11bde05977b3631167028862be2a173976ca11";

/// The time of every block.
pub const TIME: u64 = 1_800_000_000;

/// The data of the node.
pub struct Node {
    /// The height of the latest block.
    pub block: u64,
    /// The coin balance of every address in wei, except addresses in `coins`.
    pub coin: u128,
    /// Coin balances in wei, by address in lower case.
    pub coins: HashMap<String, u128>,
    /// Return data in hex, by contract in lower case and function selector.
    pub returns: HashMap<(String, &'static str), String>,
    /// Return data in hex, by contract in lower case and whole calldata in hex without `0x`.
    pub calls: HashMap<(String, String), String>,
    /// A contract in lower case that uses all gas, so that the calls after it fail.
    pub burner: Option<String>,
    /// The logs of `eth_getLogs`; `None` on a node without the method.
    pub logs: Option<Vec<Value>>,
    /// The maximum number of blocks of a request for logs.
    pub log_range: u64,
    /// The token balances, by contract in lower case; further contracts return no balance.
    pub tokens: HashMap<String, u128>,
    /// The chain id.
    pub chain_id: u64,
    /// Receipts by transaction hash, or the error of each.
    pub receipts: Result<HashMap<String, Value>, Value>,
    /// False if the node returns no transaction counts.
    pub has_counts: bool,
    /// The transaction counts of every address, at the latest block and with pending transactions.
    pub counts: (u64, u64),
    /// The pool transactions of every address; `None` on a node without the method.
    pub pool: Option<Value>,
    /// Replaces the error of a node without the method.
    pub pool_error: Option<Value>,
}

impl Default for Node {
    fn default() -> Self {
        Self {
            block: 800,
            coin: 0,
            coins: HashMap::new(),
            returns: HashMap::new(),
            calls: HashMap::new(),
            burner: None,
            logs: None,
            log_range: u64::MAX,
            tokens: HashMap::from([(LISTED.to_lowercase(), 0)]),
            chain_id: 1,
            receipts: Ok(HashMap::new()),
            has_counts: true,
            counts: (4, 4),
            pool: None,
            pool_error: None,
        }
    }
}

impl Node {
    /// Returns the response to a call or a batch of calls. The last segment of the path is the chain id, if it is a
    /// number.
    pub fn respond(&self, request: &Request) -> Reply {
        let chain_id = request.path.rsplit('/').next().and_then(|id| id.parse().ok());
        json_rpc::respond(request, |call| match &*call.method {
            "eth_chainId" => Ok(json!(format!("{:#x}", chain_id.unwrap_or(self.chain_id)))),
            _ => self.outcome(call),
        })
    }

    fn receipt(&self, txid: &str) -> Outcome {
        let receipts = self.receipts.as_ref().map_err(Value::clone)?;
        Ok(receipts.get(txid).cloned().unwrap_or_default())
    }

    fn outcome(&self, call: &Call) -> Outcome {
        match (call.method.as_str(), &self.pool, &self.pool_error) {
            ("eth_getTransactionReceipt", ..) => self.receipt(call.params[0].as_str().expect("a hash")),
            ("eth_getTransactionCount", ..) if !self.has_counts => json_rpc::missing(&call.method),
            ("txpool_contentFrom", Some(pool), _) => Ok(pool.clone()),
            ("txpool_contentFrom", None, Some(error)) => Err(error.clone()),
            ("txpool_contentFrom", None, None) => json_rpc::missing(&call.method),
            ("eth_getLogs", ..) => self.logs(call),
            ("eth_call", ..) if call.params[0]["to"] != MULTICALL => self.contract_call(call),
            _ => Ok(self.result(call)),
        }
    }

    /// Returns the logs of the requested blocks, whatever the topics.
    fn logs(&self, call: &Call) -> Outcome {
        let Some(logs) = &self.logs else {
            return json_rpc::missing(&call.method);
        };
        let height = |text: &Value| {
            let digits = text.as_str().expect("a height").trim_start_matches("0x");
            u64::from_str_radix(digits, 16).expect("a number")
        };
        let filter = &call.params[0];
        let (first, last) = (height(&filter["fromBlock"]), height(&filter["toBlock"]));
        if last - first >= self.log_range {
            return Err(json!({ "code": -32000, "message": "block range is too wide" }));
        }
        let found = logs
            .iter()
            .filter(|log| (first..=last).contains(&height(&log["blockNumber"])));
        Ok(found.cloned().collect())
    }

    /// Returns the outcome of a call outside Multicall3.
    fn contract_call(&self, call: &Call) -> Outcome {
        let text = |field: &str| call.params[0][field].as_str().expect("a string").to_owned();
        let returned = self.returned(&text("to"), &text("data")[2..]);
        let data = returned.ok_or_else(|| json!({ "code": 3, "message": "execution reverted", "data": "0x" }))?;
        Ok(json!(format!("0x{data}")))
    }

    fn result(&self, call: &Call) -> Value {
        match call.method.as_str() {
            "eth_blockNumber" => json!(format!("{:#x}", self.block)),
            "eth_getBlockByNumber" => json!({
                "number": format!("{:#x}", self.block),
                "timestamp": format!("{:#x}", SystemClock.now().as_secs()),
                "hash": format!("0x{}", "ab".repeat(32)),
            }),
            "eth_getTransactionCount" => {
                let (latest, pending) = self.counts;
                let count = if call.params[1] == "pending" { pending } else { latest };
                json!(format!("{count:#x}"))
            }
            "eth_call" => json!(self.aggregate(call.params[0]["data"].as_str().expect("calldata"))),
            method => panic!("{method}"),
        }
    }

    /// Returns the result of `aggregate3`.
    fn aggregate(&self, data: &str) -> String {
        let mut has_gas = true;
        aggregate3(data, |target, calldata| {
            has_gas &= self.burner.as_deref() != Some(target);
            self.returned(target, calldata).filter(|_| has_gas)
        })
    }

    /// Returns the return data of a call in hex, `None` if it reverts.
    fn returned(&self, target: &str, calldata: &str) -> Option<String> {
        if let Some(data) = self.calls.get(&(target.to_owned(), calldata.to_owned())) {
            return Some(data.clone());
        }
        let (selector, argument) = calldata.split_at(8);
        let address = || format!("0x{}", &argument[24..]);
        let coin = || self.coins.get(&address()).copied().unwrap_or(self.coin);
        match selector {
            "42cbb15c" | "a3b1b31d" => Some(word(self.block)),
            "0f28c97d" => Some(word(TIME)),
            "4d2301cc" => Some(format!("{:064x}", coin())),
            "70a08231" => self.tokens.get(target).map(|amount| format!("{amount:064x}")),
            _ => {
                let mut returns = self.returns.iter();
                let found = returns.find(|((contract, function), _)| contract == target && *function == selector);
                found.map(|(_, data)| data.clone())
            }
        }
    }
}
