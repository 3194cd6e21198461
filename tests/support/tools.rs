//! Optional tools of the tests.
//!
//! | Variable | Value |
//! |---|---|
//! | `WALLET_TEST_NODE_MODULES` | the folder of the npm packages; `tests/oracles/node_modules` |
//! | `WALLET_TEST_BITCOIND` | the bitcoind executable; `target/bitcoind/bitcoind` |
//! | `WALLET_TEST_LITECOIND` | the litecoind binary; `/usr/lib/litecoin/litecoind` |
//! | `WALLET_TEST_ELECTRUMX` | the folder with ElectrumX and its Python; `target/test-tools/bin` |
//! | `WALLET_TEST_STRICT` | if set, a missing tool is a failure |

use std::path::{Path, PathBuf};
use std::process::Command;
use wallet_http::env;

/// Returns the folder of the packages of `tests/oracles`, or `None` after printing `NOT RUN` if they are not
/// installed.
pub fn node_modules(purpose: &str) -> Option<PathBuf> {
    let default = Path::new(env!("CARGO_MANIFEST_DIR")).join("oracles/node_modules");
    let folder = env::var("WALLET_TEST_NODE_MODULES").map_or(default, PathBuf::from);
    present(
        purpose,
        &folder.join("bitcoinjs-lib"),
        "npm packages; run tests/oracles/install",
    )
    .then_some(folder)
}

/// Returns the binary of anvil, an EVM node, from the package for this platform. Its wrapper would leave it
/// running when killed.
pub fn anvil(purpose: &str) -> Option<PathBuf> {
    let system = match std::env::consts::OS {
        "macos" => "darwin",
        other => other,
    };
    let machine = match std::env::consts::ARCH {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        other => other,
    };
    let binary = format!("@foundry-rs/anvil-{system}-{machine}/bin/anvil");
    let binary = node_modules(purpose)?.join(binary);
    present(purpose, &binary, "the npm package of anvil for this platform").then_some(binary)
}

/// Returns the bitcoin daemon.
pub fn bitcoind(purpose: &str) -> Option<PathBuf> {
    let default = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/bitcoind/bitcoind");
    let path = env::var("WALLET_TEST_BITCOIND").map_or(default, PathBuf::from);
    present(
        purpose,
        &path,
        "the Debian package bitcoin-knots; tests/run downloads it",
    )
    .then_some(path)
}

/// Returns the litecoin daemon itself. The wrapper in `/usr/bin` writes to the home folder.
pub fn litecoind(purpose: &str) -> Option<PathBuf> {
    let path = env::var("WALLET_TEST_LITECOIND").unwrap_or_else(|| "/usr/lib/litecoin/litecoind".to_owned());
    let path = PathBuf::from(path);
    present(purpose, &path, "the Debian package litecoind").then_some(path)
}

/// Returns a Python interpreter with the package `e-x`: ElectrumX, an Electrum index server.
pub fn electrumx(purpose: &str) -> Option<PathBuf> {
    let default = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/test-tools/bin");
    let folder = env::var("WALLET_TEST_ELECTRUMX").map_or(default, PathBuf::from);
    let server = folder.join("electrumx_server");
    present(purpose, &server, "ElectrumX; tests/run installs it").then(|| folder.join("python"))
}

/// Returns a Python interpreter with modules, separated by commas: `standardwebhooks`.
pub fn python(purpose: &str, modules: &str) -> Option<PathBuf> {
    let python = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/test-tools/bin/python");
    let import = Command::new(&python)
        .args(["-c", &format!("import {modules}")])
        .output();
    let has_modules = import.is_ok_and(|output| output.status.success());
    let needs = format!("{modules} of PyPI; tests/run installs the packages");
    available(purpose, has_modules, &needs).then_some(python)
}

/// Returns true if a tool exists. Otherwise prints `NOT RUN`, or fails in a strict run.
fn present(purpose: &str, path: &Path, needs: &str) -> bool {
    available(purpose, path.exists(), needs)
}

/// Returns the condition. Prints `NOT RUN` if false, or fails in a strict run.
fn available(purpose: &str, is_available: bool, needs: &str) -> bool {
    if is_available {
        return true;
    }
    let message = format!("NOT RUN: {purpose}: needs {needs}");
    assert!(env::var("WALLET_TEST_STRICT").is_none(), "{message}");
    println!("{message}");
    false
}
