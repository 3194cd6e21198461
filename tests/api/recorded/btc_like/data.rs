//! The recorded transactions.

use bitcoin::Transaction;
use bitcoin::consensus::encode::deserialize_hex;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::HashMap;
use std::sync::LazyLock;

const FILES: [&str; 5] = [
    include_str!("data/transactions_blockbook.json"),
    include_str!("data/transactions_electrumx.json"),
    include_str!("data/transactions_mempool.json"),
    include_str!("data/transactions_test_caching.json"),
    include_str!("data/transactions_xchainjs_lib.json"),
];

#[derive(Deserialize)]
struct File {
    source: Source,
    groups: Vec<Group>,
}

/// The origin of the facts of a file.
#[derive(Deserialize)]
pub struct Source {
    repository: String,
    commit: String,
    licence: String,
}

impl Source {
    pub fn is_complete(&self) -> bool {
        [&self.repository, &self.commit, &self.licence]
            .iter()
            .all(|text| !text.is_empty())
    }
}

#[derive(Deserialize)]
struct Group {
    path: String,
    chain: String,
    network: String,
    transactions: Vec<Row>,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    txid: String,
    hex: String,
    inputs: Option<Vec<(String, Option<u64>)>>,
    outputs: Option<Vec<(Option<String>, u64)>>,
    fee: Option<u64>,
    height: Option<u32>,
    time: Option<u64>,
    vsize: Option<u64>,
}

/// A confirmed or broadcast transaction of a real network.
pub struct Recorded {
    /// `btc`
    pub chain: String,
    /// `livenet`
    pub network: String,
    /// Repository and path, for messages.
    pub source: String,
    pub txid: String,
    pub hex: String,
    /// Address and value of each spent output. The address is empty if the source states none, and the value is absent
    /// if unknown.
    pub inputs: Option<Vec<(String, Option<u64>)>>,
    /// Address and value of each output. The address is empty if the output has none, and absent if the source does not
    /// state it.
    pub outputs: Option<Vec<(Option<String>, u64)>>,
    /// The fee in base units.
    pub fee: Option<u64>,
    /// The block height.
    pub height: Option<u32>,
    /// The block time in Unix seconds.
    pub time: Option<u64>,
    /// The size in virtual bytes.
    pub vsize: Option<u64>,
}

/// An input or output of a transaction with all facts.
pub struct Party<'a> {
    /// Empty if it has none.
    pub address: &'a str,
    /// The value in base units.
    pub value: u64,
}

/// A transaction with all inputs, outputs and the block.
pub struct Complete<'a> {
    pub recorded: &'a Recorded,
    pub inputs: Vec<Party<'a>>,
    pub outputs: Vec<Party<'a>>,
    pub fee: u64,
    pub height: u32,
    pub time: u64,
}

static TRANSACTIONS: LazyLock<Vec<Recorded>> = LazyLock::new(|| FILES.into_iter().flat_map(read_file).collect());

/// Parses a data file.
pub fn read<T: DeserializeOwned>(text: &str) -> T {
    serde_json::from_str(text).expect("a data file in the format of its reader")
}

fn read_file(text: &str) -> Vec<Recorded> {
    let file: File = read(text);
    assert!(file.source.is_complete());
    let groups = file.groups.into_iter();
    groups
        .flat_map(|group| {
            let source = format!("{} {}", file.source.repository, group.path);
            let rows = group.transactions.into_iter();
            rows.map(move |row| Recorded {
                chain: group.chain.clone(),
                network: group.network.clone(),
                source: source.clone(),
                txid: row.txid,
                hex: row.hex,
                inputs: row.inputs,
                outputs: row.outputs,
                fee: row.fee,
                height: row.height,
                time: row.time,
                vsize: row.vsize,
            })
            .collect::<Vec<_>>()
        })
        .collect()
}

/// Returns all recorded transactions.
pub fn transactions() -> impl Iterator<Item = &'static Recorded> {
    TRANSACTIONS.iter()
}

/// Returns the transactions of which the source states everything.
pub fn complete() -> impl Iterator<Item = Complete<'static>> {
    transactions().filter_map(Recorded::complete)
}

/// Returns the recorded transactions of a chain and network by txid.
pub fn by_txid(chain: &str, network: &str) -> HashMap<&'static str, &'static Recorded> {
    let of_network = transactions().filter(|recorded| recorded.chain == chain && recorded.network == network);
    of_network.map(|recorded| (recorded.txid.as_str(), recorded)).collect()
}

impl Recorded {
    /// Decodes the bytes with the `bitcoin` crate, which does not support the Litecoin MWEB format.
    pub fn decode(&self) -> Option<Transaction> {
        deserialize_hex(&self.hex).ok()
    }

    fn complete(&self) -> Option<Complete<'_>> {
        let inputs: Option<Vec<_>> = self
            .inputs
            .as_ref()?
            .iter()
            .map(|(address, value)| {
                Some(Party {
                    address,
                    value: (*value)?,
                })
            })
            .collect();
        let outputs: Option<Vec<_>> = self
            .outputs
            .as_ref()?
            .iter()
            .map(|(address, value)| {
                Some(Party {
                    address: address.as_deref()?,
                    value: *value,
                })
            })
            .collect();
        Some(Complete {
            recorded: self,
            inputs: inputs.filter(|inputs| inputs.iter().all(|input| !input.address.is_empty()))?,
            outputs: outputs?,
            fee: self.fee?,
            height: self.height?,
            time: self.time?,
        })
    }
}

impl Complete<'_> {
    /// Returns the value that the transaction takes from and pays to an address.
    pub fn sent_and_received(&self, address: &str) -> (u64, u64) {
        let sum = |parties: &[Party<'_>]| {
            let own = parties.iter().filter(|party| party.address == address);
            own.map(|party| party.value).sum()
        };
        (sum(&self.inputs), sum(&self.outputs))
    }

    /// Returns true if the output carries data (`OP_RETURN`).
    pub fn is_data(&self, output: usize) -> bool {
        let transaction = self.recorded.decode().expect("a transaction");
        transaction.output[output].script_pubkey.is_op_return()
    }
}
