//! A scripted node with Multicall3, sufficient for balances.

use super::fixture::LISTED;
use crate::support::json_rpc::{self, Call};
use crate::support::stub::{Reply, Request};
use serde_json::{Value, json};
use std::collections::HashMap;
use wallet_core::ports::system::Clock;
use wallet_http::system::SystemClock;

/// The data of the node.
pub struct Node {
    /// The height of its latest block.
    pub block: u64,
    /// The coin balance of the address in wei.
    pub coin: u128,
    /// Its token balances, by contract in lower case; other contracts return no balance.
    pub tokens: HashMap<String, u128>,
    /// The chain id.
    pub chain_id: u64,
    /// Receipts by transaction hash, or the error of each.
    pub receipts: Result<HashMap<String, Value>, Value>,
}

impl Default for Node {
    fn default() -> Self {
        Self {
            block: 800,
            coin: 0,
            tokens: HashMap::from([(LISTED.to_lowercase(), 0)]),
            chain_id: 1,
            receipts: Ok(HashMap::new()),
        }
    }
}

impl Node {
    /// Returns the response to a call or a batch of calls.
    pub fn respond(&self, request: &Request) -> Reply {
        json_rpc::respond(request, |call| match call.method.as_str() {
            "eth_getTransactionReceipt" => self.receipt(call.params[0].as_str().expect("a hash")),
            _ => Ok(self.result(call)),
        })
    }

    fn receipt(&self, txid: &str) -> Result<Value, Value> {
        let receipts = self.receipts.as_ref().map_err(Value::clone)?;
        Ok(receipts.get(txid).cloned().unwrap_or_default())
    }

    fn result(&self, call: &Call) -> Value {
        match call.method.as_str() {
            "eth_chainId" => json!(format!("{:#x}", self.chain_id)),
            "eth_blockNumber" => json!(format!("{:#x}", self.block)),
            "eth_getBlockByNumber" => json!({
                "number": format!("{:#x}", self.block),
                "timestamp": format!("{:#x}", SystemClock.now().as_secs()),
                "hash": format!("0x{}", "ab".repeat(32)),
            }),
            "eth_call" => json!(self.aggregate(call.params[0]["data"].as_str().expect("calldata"))),
            method => panic!("{method}"),
        }
    }

    /// Returns the result of `aggregate3`: block number, coin balance, then token balances.
    fn aggregate(&self, data: &str) -> String {
        let words: Vec<_> = (10..data.len()).step_by(64).map(|at| &data[at..at + 64]).collect();
        let number = |at: usize| usize::from_str_radix(words[at], 16).expect("a small number");
        let count = number(1);
        let targets = (0..count).map(|call| words[2 + number(2 + call) / 32][24..].to_owned());
        let results: Vec<_> = targets
            .enumerate()
            .map(|(call, target)| match call {
                0 => Some(u128::from(self.block)),
                1 => Some(self.coin),
                _ => self.tokens.get(&format!("0x{target}")).copied(),
            })
            .collect();
        let word = |number: u128| format!("{number:064x}");
        let mut output = format!("0x{}{}", word(0x20), word(count as u128));
        for call in 0..count {
            output += &word((32 * count + 128 * call) as u128);
        }
        for result in results {
            output += &[u128::from(result.is_some()), 0x40, 0x20, result.unwrap_or_default()]
                .map(word)
                .concat();
        }
        output
    }
}
