//! Responses of Esplora and mempool.space servers in their real formats.
//!
//! The chain is a list of transactions of one address in Esplora format, mempool first, then from the latest block.

use crate::stub::{Reply, Request};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::time::{SystemTime, UNIX_EPOCH};

/// The number of confirmed transactions on an Esplora page.
const PAGE_SIZE: usize = 25;
/// The maximum number of returned mempool transactions.
const MEMPOOL_SIZE: usize = 50;

/// The server software.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Blockstream's Esplora, without the paths below `v1`.
    Plain,
    /// mempool.space: `max_txs`, fees and times below `v1`.
    MempoolSpace,
}

/// The state of a server for one address.
pub struct EsploraState {
    /// The server software.
    pub dialect: Dialect,
    /// The address of all calls.
    pub address: String,
    /// The height of the latest block.
    pub tip: u32,
    /// The transactions.
    pub transactions: Vec<Value>,
    /// Transactions in hex by txid.
    pub hex: HashMap<String, String>,
    /// First-seen times of pending transactions in Unix seconds, for mempool.space.
    pub times: HashMap<String, u64>,
    /// The fee estimates.
    pub fee_estimates: Reply,
    /// The response to a submitted transaction.
    pub submit: Reply,
    /// Replacement responses by path.
    pub overrides: HashMap<String, Reply>,
}

impl EsploraState {
    /// Creates a chain without transactions of this address.
    pub fn new(dialect: Dialect, address: &str) -> Self {
        Self {
            dialect,
            address: address.to_owned(),
            tip: 800,
            transactions: Vec::new(),
            hex: HashMap::new(),
            times: HashMap::new(),
            fee_estimates: Reply::ok("{}"),
            submit: Reply::Reset,
            overrides: HashMap::new(),
        }
    }

    /// Returns the response to a request below `/api`.
    pub fn respond(&self, request: &Request) -> Reply {
        let path = request.path.strip_prefix("/api/").unwrap_or_default();
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        if let Some(reply) = self.overrides.get(path) {
            return reply.clone();
        }
        let base = format!("address/{}", self.address);
        let rest = path.strip_prefix(&base);
        let segments: Vec<_> = path.split('/').collect();
        match (request.method.as_str(), segments.as_slice(), rest) {
            ("GET", ["blocks"], _) => self.blocks(),
            ("GET", _, Some("")) => self.stats(),
            ("GET", _, Some("/utxo")) => self.utxo(),
            ("GET", _, Some("/txs/mempool")) => list(self.pending().into_iter().take(MEMPOOL_SIZE)),
            ("GET", _, Some(rest)) if rest.starts_with("/txs/chain") => self.chain(segments.get(4).copied(), query),
            ("GET", ["tx", txid], _) => self
                .transaction(txid)
                .map_or_else(unknown, |row| Reply::ok(row.to_string())),
            ("GET", ["tx", txid, "hex"], _) => self.hex.get(*txid).map_or_else(unknown, |hex| text(200, hex)),
            ("GET", ["block", hash, "txid", "0"], _) => text(200, &self.coinbase(hash)),
            ("GET", ["fee-estimates"], _) => self.fee_estimates.clone(),
            ("GET", ["v1", rest @ ..], _) if self.dialect == Dialect::MempoolSpace => self.extra(rest, query),
            ("POST", ["tx"], _) => self.submit.clone(),
            _ => text(404, &format!("endpoint does not exist {:?}", request.path)),
        }
    }

    /// Returns the latest blocks with the current time: the adapter returns no data from a lagging chain.
    fn blocks(&self) -> Reply {
        let now = now();
        let block = |height: u32| {
            json!({ "id": block_hash(height), "height": height, "version": 0x2000_0000, "timestamp": now,
                "tx_count": 1, "size": 285, "weight": 1140, "merkle_root": id(1), "previousblockhash": id(2),
                "mediantime": now, "nonce": 1, "bits": 1, "difficulty": 1.5 })
        };
        list((self.tip.saturating_sub(9)..=self.tip).rev().map(block))
    }

    fn stats(&self) -> Reply {
        let sums = |rows: &[&Value]| {
            let paid = |side: &str, output: &str| {
                let sides = rows.iter().flat_map(|row| row[side].as_array().expect("a list"));
                let own = sides.filter_map(|side| side.pointer(output).filter(|output| self.owns(output)));
                own.map(|output| output["value"].as_u64().expect("a value"))
                    .collect::<Vec<_>>()
            };
            let (funded, spent) = (paid("vout", ""), paid("vin", "/prevout"));
            json!({ "funded_txo_count": funded.len(), "funded_txo_sum": funded.iter().sum::<u64>(),
                "spent_txo_count": spent.len(), "spent_txo_sum": spent.iter().sum::<u64>(), "tx_count": rows.len() })
        };
        let stats = json!({ "address": self.address, "chain_stats": sums(&self.confirmed()),
            "mempool_stats": sums(&self.pending()) });
        Reply::ok(stats.to_string())
    }

    fn utxo(&self) -> Reply {
        let all = || self.transactions.iter();
        let spends = |txid: &Value, vout: usize| {
            let mut inputs = all().flat_map(|row| row["vin"].as_array().expect("a list"));
            inputs.any(|input| input["txid"] == *txid && input["vout"] == vout)
        };
        let rows = all().flat_map(|row| {
            let outputs = row["vout"].as_array().expect("a list").iter().enumerate();
            let unspent = outputs.filter(|(vout, output)| self.owns(output) && !spends(&row["txid"], *vout));
            unspent.map(|(vout, output)| {
                json!({ "txid": row["txid"], "vout": vout, "status": row["status"], "value": output["value"] })
            })
        });
        list(rows)
    }

    /// Returns one page of confirmed transactions. Nothing follows an unknown txid, and an invalid txid is ignored.
    fn chain(&self, after: Option<&str>, query: &str) -> Reply {
        let confirmed = self.confirmed();
        let after = after.filter(|txid| txid.len() == 64);
        let start = after.map_or(Some(0), |txid| {
            let position = confirmed.iter().position(|row| row["txid"] == txid);
            position.map(|position| position + 1)
        });
        let requested = query.strip_prefix("max_txs=").and_then(|number| number.parse().ok());
        let size = requested
            .filter(|_| self.dialect == Dialect::MempoolSpace)
            .unwrap_or(PAGE_SIZE);
        let page = confirmed.into_iter().skip(start.unwrap_or(usize::MAX)).take(size);
        list(page)
    }

    /// Returns the coinbase txid of a block: a listed one, otherwise an unrelated one.
    fn coinbase(&self, hash: &str) -> String {
        let in_block = |row: &&&Value| row["status"]["block_hash"] == hash && row["vin"][0]["is_coinbase"] == true;
        let found = self
            .confirmed()
            .iter()
            .find(in_block)
            .map(|row| row["txid"].as_str().expect("a txid").to_owned());
        found.unwrap_or_else(|| id(0xc0_ffee))
    }

    /// Returns the responses that only mempool.space has.
    fn extra(&self, segments: &[&str], query: &str) -> Reply {
        match segments {
            ["fees", "recommended"] => {
                Reply::ok(r#"{"fastestFee":9,"halfHourFee":8,"hourFee":5,"economyFee":2,"minimumFee":1}"#)
            }
            ["transaction-times"] => {
                let txids = query.split('&').filter_map(|pair| pair.strip_prefix("txId%5B%5D="));
                let times = txids.map(|txid| self.times.get(txid).copied().unwrap_or(0));
                list(times)
            }
            _ => Reply::text(404, "text/html; charset=utf-8", "<pre>Cannot GET</pre>"),
        }
    }

    fn confirmed(&self) -> Vec<&Value> {
        self.transactions
            .iter()
            .filter(|row| row["status"]["confirmed"] == true)
            .collect()
    }

    fn pending(&self) -> Vec<&Value> {
        self.transactions
            .iter()
            .filter(|row| row["status"]["confirmed"] == false)
            .collect()
    }

    fn transaction(&self, txid: &str) -> Option<&Value> {
        self.transactions.iter().find(|row| row["txid"] == txid)
    }

    fn owns(&self, output: &Value) -> bool {
        output["scriptpubkey_address"] == self.address.as_str()
    }
}

/// Returns a JSON list.
fn list<T: serde::Serialize>(rows: impl Iterator<Item = T>) -> Reply {
    Reply::ok(json!(rows.collect::<Vec<_>>()).to_string())
}

/// Returns a response in plain text.
pub fn text(status: u16, body: &str) -> Reply {
    Reply::text(status, "text/plain", body)
}

/// Returns the response for an unknown transaction.
pub fn unknown() -> Reply {
    text(404, "Transaction not found")
}

/// Returns a txid.
pub fn id(salt: usize) -> String {
    format!("{salt:064x}")
}

/// Returns the hash of a block.
pub fn block_hash(height: u32) -> String {
    format!("{height:0>64x}")
}

/// Returns the time of a block in Unix seconds.
pub fn block_time(height: u32) -> u64 {
    1_600_000_000 + 600 * u64::from(height)
}

#[expect(clippy::disallowed_methods, reason = "the server uses the system time")]
fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.expect("after 1970").as_secs()
}

/// Returns the status of a transaction; `None` is the mempool.
pub fn status(height: Option<u32>) -> Value {
    height.map_or_else(
        || json!({ "confirmed": false }),
        |height| {
            json!({ "confirmed": true, "block_height": height, "block_hash": block_hash(height),
                "block_time": block_time(height) })
        },
    )
}

/// Returns an output to an address, or to a script without an address: `""`, or `OP_RETURN`.
fn output(payee: &str, value: u64) -> Value {
    let (script, kind) = match payee {
        "OP_RETURN" => ("6a0568656c6c6f", "op_return"),
        "" => ("5121", "unknown"),
        _ => ("0014751e76e8199196d454941c45d1b3a323f1433bd6", "v0_p2wpkh"),
    };
    let mut output =
        json!({ "scriptpubkey": script, "scriptpubkey_asm": "", "scriptpubkey_type": kind, "value": value });
    if !["", "OP_RETURN"].contains(&payee) {
        output["scriptpubkey_address"] = payee.into();
    }
    output
}

/// Returns a transaction between these addresses; values are in base units. Its inputs spend consecutive outputs of
/// transaction 9999; without inputs it is a coinbase.
pub fn row(salt: usize, height: Option<u32>, inputs: &[(&str, u64)], outputs: &[(&str, u64)]) -> Value {
    let input = |(vout, (payee, value)): (usize, &(&str, u64))| {
        json!({ "txid": id(9999), "vout": vout, "prevout": output(payee, *value), "scriptsig": "", "scriptsig_asm": "",
            "witness": ["00"], "is_coinbase": false, "sequence": 0xffff_fffd_u32 })
    };
    let mut vin: Vec<_> = inputs.iter().enumerate().map(input).collect();
    if vin.is_empty() {
        vin.push(
            json!({ "txid": id(0), "vout": u32::MAX, "prevout": null, "scriptsig": "03", "scriptsig_asm": "",
            "is_coinbase": true, "sequence": u32::MAX }),
        );
    }
    let vout: Vec<_> = outputs.iter().map(|(payee, value)| output(payee, *value)).collect();
    json!({ "txid": id(salt), "version": 2, "locktime": 0, "vin": vin, "vout": vout, "size": 222, "weight": 561,
        "fee": if inputs.is_empty() { 0 } else { 12 }, "status": status(height) })
}
