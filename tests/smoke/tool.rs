//! Dependencies of the smoke test: cargo-lambda, moto, and current binaries.

use std::path::{Path, PathBuf};
use std::process::Command;
use wallet_http::env;

/// Returns the binary of cargo-lambda, or `None` after printing `NOT RUN` if not installed.
pub fn cargo_lambda(purpose: &str) -> Option<PathBuf> {
    setting(purpose, "WALLET_TEST_CARGO_LAMBDA").map(PathBuf::from)
}

/// Returns the address of a moto server.
pub fn moto(purpose: &str) -> Option<String> {
    setting(purpose, "WALLET_TEST_MOTO_URL")
}

fn setting(purpose: &str, variable: &str) -> Option<String> {
    let value = env::var(variable);
    if value.is_none() {
        println!("NOT RUN: {purpose}: {variable} is not set");
        assert!(
            env::var("WALLET_TEST_STRICT").is_none(),
            "{purpose} did not run: {variable} is not set"
        );
    }
    value
}

/// Builds the functions and the operator's tool like cargo-lambda, so that no request waits for a compiler.
pub fn build() {
    let status = Command::new(env!("CARGO"))
        .args(["build", "--locked", "--bins"])
        .current_dir(root())
        .status();
    assert!(
        status.expect("cargo runs this test").success(),
        "the binaries cannot be built"
    );
}

/// Returns the names of all services: the folders of the functions with an OpenAPI document.
pub fn services() -> Vec<String> {
    let folders = std::fs::read_dir(root().join("functions")).expect("the functions exist");
    let folders = folders
        .flatten()
        .filter(|entry| entry.path().join("openapi.json").exists());
    folders
        .filter_map(|folder| folder.file_name().into_string().ok())
        .collect()
}

/// Returns the root of the workspace.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the tests are a folder of the root")
}
