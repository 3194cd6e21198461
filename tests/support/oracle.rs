//! Third-party libraries in a child process, `oracles/oracle.mjs`.
//!
//! A payment is the body of get-hash with the chain of the path.
//!
//! Loading the libraries takes seconds, so that the next test uses the process of a test that ended.

use super::json_lines::JsonLines;
use super::tools;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// The result of a library for an unsigned payment.
#[derive(Debug, Deserialize)]
pub struct Expectation {
    pub library: String,
    /// The sender's address; on bch with or without prefix.
    pub address: String,
    /// The hash to sign of each input, 64 hex digits.
    pub hashes: Vec<String>,
}

/// The result of a library for an accepted signed transaction.
#[derive(Debug, Deserialize)]
pub struct VerifyResult {
    pub library: String,
    /// The transaction hash.
    pub txid: String,
    /// The virtual size, if the library computes the size.
    pub vsize: Option<u64>,
}

/// A valid address of the chain with the script.
#[derive(Clone, Debug, Deserialize)]
pub struct ValidAddress {
    /// The kind of the address.
    pub kind: String,
    /// The address in the form of user input.
    pub address: String,
    /// The script in hex.
    pub script: String,
}

/// An invalid address of the chain.
#[derive(Debug, Deserialize)]
pub struct InvalidAddress {
    /// The defect.
    pub why: String,
    /// The invalid address.
    pub address: String,
}

/// The processes that no test uses.
static IDLE: Mutex<Vec<JsonLines>> = Mutex::new(Vec::new());

/// The reference libraries.
#[derive(Debug)]
pub struct Oracle {
    process: JsonLines,
}

impl Oracle {
    /// Returns an idle process, or starts one. Returns `None` if the npm packages are not installed.
    pub fn start(purpose: &str) -> Option<Self> {
        let modules = tools::node_modules(purpose)?;
        if let Some(process) = IDLE.lock().unwrap_or_else(PoisonError::into_inner).pop() {
            return Some(Self { process });
        }
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("oracles/oracle.mjs");
        let process = JsonLines::node(&script, &[modules.to_str()?]);
        Some(Self { process })
    }

    /// Calls an operation without a dedicated method.
    pub async fn call(&mut self, operation: &str, parameters: Value) -> Value {
        self.process.call(operation, parameters).await
    }

    /// Returns the sender's address and the hashes from every library of the chain.
    pub async fn hashes(&mut self, payment: &impl Serialize) -> Vec<Expectation> {
        let result = self.process.call("hashes", json!({ "payment": payment })).await;
        serde_json::from_value(result).expect("the oracle's form")
    }

    /// Decodes the transaction and verifies the signatures with every library of the chain.
    pub async fn verify(&mut self, payment: &impl Serialize, txdata: &str) -> Vec<VerifyResult> {
        let parameters = json!({ "payment": payment, "txdata": txdata });
        let result = self.process.call("verify", parameters).await;
        serde_json::from_value(result).expect("the oracle's form")
    }

    /// Returns addresses of every kind.
    pub async fn valid_addresses(&mut self, seed: u64, chain: &str, network: &str) -> Vec<ValidAddress> {
        let result = self.process.call("valid", location(seed, chain, network)).await;
        serde_json::from_value(result).expect("the oracle's form")
    }

    pub async fn invalid_addresses(&mut self, seed: u64, chain: &str, network: &str) -> Vec<InvalidAddress> {
        let result = self.process.call("invalid", location(seed, chain, network)).await;
        serde_json::from_value(result).expect("the oracle's form")
    }
}

impl Drop for Oracle {
    fn drop(&mut self) {
        // The failure of a test can have any state of the process as its cause.
        if !thread::panicking()
            && let Some(process) = self.process.release()
        {
            IDLE.lock().unwrap_or_else(PoisonError::into_inner).push(process);
        }
    }
}

fn location(seed: u64, chain: &str, network: &str) -> Value {
    json!({ "seed": seed.to_string(), "chain": chain, "network": network })
}
