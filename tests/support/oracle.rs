//! Other people's libraries, in a child process: `oracles/oracle.mjs`.
//!
//! A payment here is the body of get-hash with the chain of its path.

use super::json_lines::JsonLines;
use super::tools;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::path::Path;

/// What one judge makes of a payment.
#[derive(Debug, Deserialize)]
pub struct Expectation {
    /// The library.
    pub judge: String,
    /// The sender's address; bch with or without prefix.
    pub address: String,
    /// What each input signs, 64 hex digits each.
    pub hashes: Vec<String>,
}

/// What one judge makes of a signed transaction that it accepts.
#[derive(Debug, Deserialize)]
pub struct Verdict {
    /// The library.
    pub judge: String,
    /// The transaction's id.
    pub txid: String,
    /// Virtual bytes, where the library counts them.
    pub vsize: Option<u64>,
}

/// An address of the chain and the script it stands for.
#[derive(Clone, Debug, Deserialize)]
pub struct ValidAddress {
    /// What it is, in words.
    pub kind: String,
    /// As a user might type it.
    pub address: String,
    /// The script in hex.
    pub script: String,
}

/// A text that is no address of the chain.
#[derive(Debug, Deserialize)]
pub struct WrongAddress {
    /// What is wrong with it.
    pub why: String,
    /// The text.
    pub address: String,
}

/// The judges.
#[derive(Debug)]
pub struct Oracle {
    process: JsonLines,
}

impl Oracle {
    /// Starts the process, `None` where the npm packages are not installed.
    pub fn start(wanted_by: &str) -> Option<Self> {
        let modules = tools::node_modules(wanted_by)?;
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("oracles/oracle.mjs");
        let process = JsonLines::node(&script, &[modules.to_str()?]);
        Some(Self { process })
    }

    /// Asks an operation that has no method here.
    pub async fn call(&mut self, operation: &str, parameters: Value) -> Value {
        self.process.call(operation, parameters).await
    }

    /// The sender and the hashes, by every judge of the chain.
    pub async fn hashes(&mut self, payment: &impl Serialize) -> Vec<Expectation> {
        let answer = self.process.call("hashes", json!({ "payment": payment })).await;
        serde_json::from_value(answer).expect("the oracle's form")
    }

    /// The transaction parsed and its signatures verified, by every judge of the chain.
    pub async fn verify(&mut self, payment: &impl Serialize, txdata: &str) -> Vec<Verdict> {
        let parameters = json!({ "payment": payment, "txdata": txdata });
        let answer = self.process.call("verify", parameters).await;
        serde_json::from_value(answer).expect("the oracle's form")
    }

    /// Addresses of every kind.
    pub async fn valid_addresses(&mut self, seed: u64, chain: &str, network: &str) -> Vec<ValidAddress> {
        let answer = self.process.call("valid", place(seed, chain, network)).await;
        serde_json::from_value(answer).expect("the oracle's form")
    }

    /// Texts that are no addresses there.
    pub async fn wrong_addresses(&mut self, seed: u64, chain: &str, network: &str) -> Vec<WrongAddress> {
        let answer = self.process.call("wrong", place(seed, chain, network)).await;
        serde_json::from_value(answer).expect("the oracle's form")
    }
}

fn place(seed: u64, chain: &str, network: &str) -> Value {
    json!({ "seed": seed.to_string(), "chain": chain, "network": network })
}
