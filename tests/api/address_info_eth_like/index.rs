//! A scripted index: Etherscan, Blockscout or Blockbook.

use super::fixture::{OPTIONAL, OWN};
use crate::support::stub::Reply;
use serde_json::{Value, json};
use std::collections::HashMap;

/// The data of the index, newest first.
pub struct Index {
    /// The chain id that requests to Etherscan must contain.
    pub chain_id: u64,
    /// The rows of `txlist`.
    pub transactions: Vec<Value>,
    /// The rows of `txlistinternal`.
    pub internal: Vec<Value>,
    /// The rows of `tokentx`.
    pub tokens: Vec<Value>,
    /// The rows of `pendingtxlist`.
    pub pending: Vec<Value>,
    /// The rows of the lists that the history omits, by action.
    pub optional: HashMap<&'static str, Vec<Value>>,
    /// The rows of `getLogs`, oldest first.
    pub logs: Vec<Value>,
    /// Replaces the response to an action.
    pub instead_of: HashMap<&'static str, Reply>,
    /// The status by which Blockscout reports unprocessed internal transfers.
    pub internal_status: &'static str,
    /// The transactions in Blockbook's format.
    pub blockbook: Vec<Value>,
    /// The coin name that Blockbook reports.
    pub coin: &'static str,
}

impl Default for Index {
    fn default() -> Self {
        Self {
            chain_id: 1,
            transactions: Vec::new(),
            internal: Vec::new(),
            tokens: Vec::new(),
            pending: Vec::new(),
            optional: HashMap::new(),
            logs: Vec::new(),
            instead_of: HashMap::new(),
            internal_status: "1",
            blockbook: Vec::new(),
            coin: "Ethereum Archive",
        }
    }
}

/// Returns an empty list in the format of the servers.
pub fn empty(what: &str) -> Reply {
    Reply::ok(json!({ "status": "0", "message": format!("No {what} found"), "result": [] }).to_string())
}

/// Returns an error in the format of the servers.
pub fn error_reply(text: &str) -> Reply {
    Reply::ok(json!({ "status": "0", "message": "NOTOK", "result": text }).to_string())
}

impl Index {
    /// Returns the response to a request.
    pub fn respond(&self, path: &str) -> Reply {
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let query: HashMap<_, _> = query.split('&').filter_map(|pair| pair.split_once('=')).collect();
        if let Some(rest) = path.strip_prefix("/index/api/") {
            return self.as_blockbook(rest, &query);
        }
        if path == "/v2/api" {
            let chain_id = self.chain_id.to_string();
            assert_eq!(
                query.get("chainid"),
                Some(&chain_id.as_str()),
                "Etherscan requires the chain id"
            );
        }
        let action = query["action"];
        if let Some(reply) = self.instead_of.get(action) {
            return reply.clone();
        }
        match (query["module"], action) {
            ("account", "txlist") => page(&self.transactions, "transactions", "1", &query),
            ("account", "txlistinternal") => {
                page(&self.internal, "internal transactions", self.internal_status, &query)
            }
            ("account", "tokentx") => page(&self.tokens, "token transfers", "1", &query),
            ("account", action) if OPTIONAL.contains(&action) => page(
                self.optional.get(action).map_or(&[], Vec::as_slice),
                "transactions",
                "1",
                &query,
            ),
            ("logs", "getLogs") => self.logs(&query),
            ("account", "pendingtxlist") => page(&self.pending, "transactions", "1", &query),
            ("proxy", "eth_blockNumber") | ("block", "eth_block_number") => {
                Reply::ok(json!({ "jsonrpc": "2.0", "id": 83, "result": "0x320" }).to_string())
            }
            other => panic!("{other:?}"),
        }
    }

    /// Returns the first thousand logs that match the query.
    fn logs(&self, query: &HashMap<&str, &str>) -> Reply {
        assert_eq!((query["toBlock"], query["topic0_1_opr"]), ("latest", "and"));
        let first: u64 = query["fromBlock"].parse().expect("a height");
        let block = |row: &Value| {
            let digits = row["blockNumber"].as_str().expect("hex").trim_start_matches("0x");
            u64::from_str_radix(digits, 16).expect("a number")
        };
        let found = self.logs.iter().filter(|row| {
            let has = |index: usize, name: &str| row["topics"][index] == query[name];
            let address = query.get("address").map(|address| address.to_lowercase());
            let is_of_contract = address.is_none_or(|address| row["address"] == address.as_str());
            block(row) >= first && has(0, "topic0") && has(1, "topic1") && is_of_contract
        });
        let rows: Vec<_> = found.take(query["offset"].parse().expect("a size")).collect();
        if rows.is_empty() {
            return empty("records");
        }
        Reply::ok(json!({ "status": "1", "message": "OK", "result": rows }).to_string())
    }

    fn as_blockbook(&self, path: &str, query: &HashMap<&str, &str>) -> Reply {
        if path == "status" {
            let status = json!({ "coin": self.coin, "bestHeight": 800, "inSync": true });
            return Reply::ok(json!({ "blockbook": status, "backend": {} }).to_string());
        }
        assert_eq!(query["details"], "txs");
        let to: Option<i64> = query.get("to").map(|to| to.parse().expect("a height"));
        let listed = |row: &&Value| {
            let height = row["blockHeight"].as_i64().expect("a height");
            to.is_none_or(|to| (0..=to).contains(&height))
        };
        let all: Vec<_> = self.blockbook.iter().filter(listed).collect();
        let size: usize = query["pageSize"].parse().expect("a size");
        let pages = all.len().div_ceil(size).max(1);
        let number = query["page"].parse::<usize>().expect("a number").clamp(1, pages);
        let all_of_it = all.len();
        let shown: Vec<_> = all.into_iter().skip((number - 1) * size).take(size).collect();
        let mut response = json!({ "page": number, "itemsOnPage": size, "address": OWN, "balance": "0", "nonce": "4", "txs": all_of_it });
        if !shown.is_empty() {
            response["transactions"] = json!(shown);
        }
        Reply::ok(response.to_string())
    }
}

/// Returns the requested page of a list, in the envelope.
fn page(rows: &[Value], what: &str, status: &str, query: &HashMap<&str, &str>) -> Reply {
    assert_eq!(query["sort"], "desc");
    let number = |name: &str| query.get(name).map(|text| text.parse::<usize>().expect("a number"));
    let to = number("endblock");
    let height = |row: &Value| {
        row["blockNumber"]
            .as_str()
            .and_then(|height| height.parse::<usize>().ok())
    };
    let listed = rows.iter().filter(|row| to.is_none_or(|to| height(row) <= Some(to)));
    let (number, size) = (number("page").expect("a page"), number("offset").expect("a size"));
    assert!(size <= 1000 && number * size <= 10_000, "beyond the result window");
    let rows: Vec<_> = listed.skip((number - 1) * size).take(size).collect();
    if rows.is_empty() && status == "1" {
        return empty(what);
    }
    Reply::ok(json!({ "status": status, "message": "OK", "result": rows }).to_string())
}
