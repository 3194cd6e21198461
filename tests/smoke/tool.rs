//! What the smoke test needs beside the code: cargo-lambda, moto, and binaries that are up to date.

use std::path::{Path, PathBuf};
use std::process::Command;
use wallet_http::env;

/// The binary of cargo-lambda, `None` (and said so) where the test command has not installed it.
pub fn cargo_lambda(wanted_by: &str) -> Option<PathBuf> {
    setting(wanted_by, "WALLET_TEST_CARGO_LAMBDA").map(PathBuf::from)
}

/// The address of a moto server.
pub fn moto(wanted_by: &str) -> Option<String> {
    setting(wanted_by, "WALLET_TEST_MOTO_URL")
}

fn setting(wanted_by: &str, variable: &str) -> Option<String> {
    let value = env::var(variable);
    if value.is_none() {
        println!("NOT RUN: {wanted_by}: {variable} is not set");
        assert!(
            env::var("WALLET_TEST_STRICT").is_none(),
            "{wanted_by} did not run: {variable} is not set"
        );
    }
    value
}

/// Builds the functions and the operator's tool as cargo-lambda will, so that no request waits for a compiler.
pub fn build() {
    let status = Command::new(env!("CARGO"))
        .args(["build", "--locked", "--bins"])
        .current_dir(root())
        .status();
    assert!(
        status.expect("cargo runs this test").success(),
        "the binaries do not build"
    );
}

/// The names of all services: every folder of functions is one.
pub fn services() -> Vec<String> {
    let folders = std::fs::read_dir(root().join("functions")).expect("the functions are there");
    let name = |folder: std::io::Result<std::fs::DirEntry>| folder.ok()?.file_name().into_string().ok();
    folders.filter_map(name).collect()
}

/// The root of the workspace.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the tests are a folder of the root")
}
