//! The record of the errors that tests received, which `tests/tools/documents/provoked.mjs` compares with the documents.

use serde_json::Value;
use std::collections::HashSet;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::sync::{LazyLock, Mutex};
use wallet_client::Response;

/// The variable with the path of the file that receives the record; without it, nothing is recorded.
const VARIABLE: &str = "WALLET_TEST_PROVOKED_ERRORS";

/// The lines that this process has written.
static WRITTEN: LazyLock<Mutex<HashSet<String>>> = LazyLock::new(Mutex::default);

/// Adds the operation of an error with its code to the record.
pub fn record(operation: &str, response: &Response) {
    let Some(path) = std::env::var_os(VARIABLE) else { return };
    let body: Value = serde_json::from_slice(&response.body).unwrap_or_default();
    let Some(code) = body.pointer("/error/code").and_then(Value::as_str) else {
        return;
    };
    let line = format!("{operation} {code}\n");
    let mut written = WRITTEN.lock().expect("no test fails while it writes");
    if written.insert(line.clone()) {
        let file = OpenOptions::new().create(true).append(true).open(path);
        let mut file = file.expect("the record can be opened");
        file.write_all(line.as_bytes()).expect("the record can be written");
    }
}
