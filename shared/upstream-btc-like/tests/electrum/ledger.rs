//! A small chain, and an Electrum server's responses about that chain.

use super::server::{Call, Reaction};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use wallet_btc_like::{Address, Chain, Params};
use wallet_core::model::Network;

/// The addresses of the test outputs.
pub const ALICE: &str = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa";
pub const BOB: &str = "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu";
pub const CAROL: &str = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";

/// The time of block 0 in Unix seconds; each block is ten minutes later than the parent.
pub const GENESIS_TIME: u32 = 1_231_006_505;

/// Returns the parameters of btc livenet.
pub fn btc() -> &'static Params {
    Params::of(Chain::Btc, Network::Livenet).expect("btc has a livenet")
}

/// Parses an address of the list above.
pub fn address(text: &str) -> Address {
    Address::parse(btc(), text).expect("an address")
}

/// Returns the script of an address of the list above.
pub fn script(text: &str) -> Vec<u8> {
    address(text).script_pubkey().to_bytes()
}

/// Returns the txid in display byte order.
pub fn txid(bytes: &[u8]) -> String {
    let mut hash = Sha256::digest(Sha256::digest(bytes));
    hash.reverse();
    hex::encode(hash)
}

/// Returns a transaction that spends the outputs and pays the scripts. `salt` makes the id unique.
pub fn transaction(inputs: &[(&str, u32)], outputs: &[(u64, Vec<u8>)], salt: u32) -> Vec<u8> {
    let mut bytes = vec![2, 0, 0, 0];
    bytes.extend(count(inputs.len()));
    for (txid, vout) in inputs {
        let mut txid = hex::decode(txid).expect("a txid");
        txid.reverse();
        bytes.extend([txid.as_slice(), &vout.to_le_bytes(), &[0], &[0xff; 4]].concat());
    }
    bytes.extend(count(outputs.len()));
    for (value, script) in outputs {
        bytes.extend(value.to_le_bytes());
        bytes.extend(count(script.len()));
        bytes.extend(script);
    }
    bytes.extend(salt.to_le_bytes());
    bytes
}

fn count(number: usize) -> Vec<u8> {
    match u8::try_from(number) {
        Ok(small @ ..0xfd) => vec![small],
        _ => [
            &[0xfd],
            u16::try_from(number).expect("a small number").to_le_bytes().as_slice(),
        ]
        .concat(),
    }
}

/// The input of a coinbase.
pub const NOTHING: (&str, u32) = (
    "0000000000000000000000000000000000000000000000000000000000000000",
    u32::MAX,
);

/// The data of a server.
#[derive(Clone, Default)]
pub struct Ledger {
    transactions: HashMap<String, Vec<u8>>,
    /// Histories by script hash, oldest first.
    histories: HashMap<String, Vec<Value>>,
    unspent: HashMap<String, Vec<Value>>,
    /// The height of the latest block.
    pub tip: u32,
}

impl Ledger {
    /// Creates a chain with this tip height.
    pub fn up_to(tip: u32) -> Self {
        Self { tip, ..Self::default() }
    }

    /// Adds a transaction to a block, or with height 0 or -1 to the mempool, and to the histories of the addresses.
    /// Returns the txid.
    pub fn add(&mut self, bytes: Vec<u8>, height: i64, histories: &[&str]) -> String {
        let txid = self.add_unlisted(bytes);
        for address in histories {
            let row = json!({ "tx_hash": txid, "height": height });
            self.histories
                .entry(script_hash(&script(address)))
                .or_default()
                .push(row);
        }
        txid
    }

    /// Adds a transaction outside all histories and returns the txid.
    pub fn add_unlisted(&mut self, bytes: Vec<u8>) -> String {
        let txid = txid(&bytes);
        self.transactions.insert(txid.clone(), bytes);
        txid
    }

    /// Adds an unspent output.
    pub fn list(&mut self, address: &str, row: Value) {
        self.unspent.entry(script_hash(&script(address))).or_default().push(row);
    }

    /// Returns the response of a correct server.
    pub fn respond(&self, call: &Call) -> Reaction {
        let first = call.params[0].as_str().unwrap_or_default();
        match call.method.as_str() {
            "server.version" => Reaction::Result(json!(["Ledger 1.0", "1.6"])),
            "blockchain.headers.subscribe" => Reaction::Result(json!({ "height": self.tip, "hex": header(self.tip) })),
            "blockchain.block.header" => match call.params[0].as_u64().map(u32::try_from) {
                Some(Ok(height)) if height <= self.tip => Reaction::Result(json!(header(height))),
                _ => Reaction::error(1, "height out of range"),
            },
            "blockchain.scripthash.get_history" => {
                Reaction::Result(json!(self.histories.get(first).unwrap_or(&Vec::new())))
            }
            "blockchain.scripthash.subscribe" => {
                Reaction::Result(json!(self.histories.get(first).map(|rows| status(rows))))
            }
            "blockchain.scripthash.listunspent" => {
                Reaction::Result(json!(self.unspent.get(first).unwrap_or(&Vec::new())))
            }
            "blockchain.scripthash.get_balance" => Reaction::Result(json!({ "confirmed": 50, "unconfirmed": -8 })),
            "blockchain.transaction.get" => match self.transactions.get(first) {
                Some(bytes) => Reaction::Result(json!(hex::encode(bytes))),
                None => Reaction::error(
                    2,
                    "daemon error: DaemonError({'code': -5, 'message': 'No such mempool or blockchain transaction. Use gettransaction for wallet transactions.'})",
                ),
            },
            method => Reaction::error(-32601, &format!("unknown method \"{method}\"")),
        }
    }
}

/// Returns the status of a script with this history (section "Status" of the protocol's documentation).
pub fn status(rows: &[Value]) -> String {
    let rows = rows.iter().map(|row| {
        let txid = row["tx_hash"].as_str().expect("a txid");
        format!("{txid}:{}:", row["height"])
    });
    hex::encode(Sha256::digest(rows.collect::<String>()))
}

/// Returns the time of a block.
pub const fn time(height: u32) -> u64 {
    (GENESIS_TIME + 600 * height) as u64
}

/// Returns the header of a block, in which only the time is set.
pub fn header(height: u32) -> String {
    let mut header = [0_u8; 80];
    header[68..72].copy_from_slice(&(GENESIS_TIME + 600 * height).to_le_bytes());
    hex::encode(header)
}

/// Returns the reversed SHA-256 of a script.
pub fn script_hash(script: &[u8]) -> String {
    let mut hash = Sha256::digest(script);
    hash.reverse();
    hex::encode(hash)
}
