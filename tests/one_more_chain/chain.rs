//! An EVM chain is one table row: the test adds `zora` to the table in a copy of the sources, and every
//! endpoint serves it.
//!
//! The copy is compiled into the same target folder, which already contains everything except the workspace
//! packages.

use serde_json::{Value, json};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use wallet_core::model::ChainName;
use wallet_one_more_chain::fixture::{App, all_params};
use wallet_one_more_chain::wallet::{ADDRESS, RECIPIENT, example, public_key, sign};

/// The file that contains the table.
const TABLE: &str = "shared/eth-like/src/chain/params/table.rs";

/// The test that runs in the copy.
const INNER: &str = "every_row_of_the_table_serves_every_endpoint";

#[tokio::test]
async fn every_row_of_the_table_serves_every_endpoint() {
    let app = App::new().await;
    for params in all_params() {
        let (chain, network) = (params.chain.name(), params.network.name());
        app.fixture().submit = None;
        serves(&app, chain, network).await;
        println!("{chain} {network} {}", params.chain_id());
    }
}

/// Makes a payment and calls the other endpoints of a chain.
async fn serves(app: &App, chain: &str, network: &str) {
    let on = |path: &str| format!("{path}/{chain}");
    let key = json!({ "publicKey": public_key(), "network": network });
    let response = app.post(&on("get-address"), &key).await;
    assert_eq!(response.data()["address"], ADDRESS);

    for path in [
        "prepare-transaction/nonce",
        "validate-address",
        "prepare-transaction/gas-price",
    ] {
        let query = format!("{}?address={ADDRESS}&network={network}", on(path));
        assert!(app.get(&query).await.data().is_object());
    }
    let payment = json!({
        "address": ADDRESS, "network": network, "to": RECIPIENT, "amount": "1", "data": "", "nonce": 7,
    });
    let response = app.post(&on("prepare-transaction/gas-limit"), &payment).await;
    // On chains without constant gas the margin is added.
    let gas = if chain == "arb" { "25200" } else { "21000" };
    assert_eq!(response.data()["gasLimit"], gas);
    let response = app.post(&on("prepare-transaction/estimate"), &payment).await;
    let estimate = response.data().clone();

    let mut body = example();
    body["network"] = network.into();
    body["gasLimit"] = estimate["gasLimit"].clone();
    body["nonce"] = estimate["nonce"].clone();
    body["gasPrice"] = estimate["gasPrices"]["normal"].clone();
    body["fee"] = estimate["fees"]["normal"].clone();
    let response = app.post(&on("transaction/get-hash"), &body).await;
    body["signature"] = sign(response.data()["hash"].as_str().expect("a string"));
    let response = app.post(&on("transaction/attach-signature"), &body).await;
    let signed = json!({ "txdata": response.data()["txdata"], "network": network });
    let response = app.post(&on("transaction/parse"), &signed).await;
    assert_eq!(response.data()["from"], ADDRESS);
    is_sent(app, &on("transaction/send"), &signed, &response.data()["txid"]).await;
    let query = format!("{}?txid={}&network={network}", on("transaction/status"), "0".repeat(64));
    app.get(&query).await.assert_error(404, "transaction_not_found", None);
}

/// Checks that the node of this chain and network receives the transaction and that of the other network
/// receives no request.
async fn is_sent(app: &App, path: &str, signed: &Value, txid: &Value) {
    app.fixture().submit = Some(Ok(txid.clone()));
    assert_eq!(app.post(path, signed).await.data()["txid"], *txid);
    let mut elsewhere = signed.clone();
    let other = if signed["network"] == "livenet" {
        "testnet"
    } else {
        "livenet"
    };
    elsewhere["network"] = other.into();
    app.post(path, &elsewhere)
        .await
        .assert_error(400, "invalid_transaction", Some("txdata"));
}

#[test]
fn additional_row_is_an_additional_chain() {
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join("one-more-chain");
    // Files of an earlier run would match the globs of the manifest.
    let _ = fs::remove_dir_all(&copy);
    for file in sources() {
        let text = fs::read(root().join(&file)).expect("a file of the sources");
        put(&copy.join(&file), &text);
    }
    let table = fs::read_to_string(root().join(TABLE)).expect("the table");
    put(&copy.join(TABLE), with_zora(&table).as_bytes());
    // With a different version the copy is a different package, so builds of the original sources stay valid.
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("the manifest");
    let version = concat!("version = \"", env!("CARGO_PKG_VERSION"), "\"");
    assert!(manifest.contains(version), "no {version}");
    // The packages require each other in this version.
    let manifest = manifest.replace(version, "version = \"0.0.0-copy\"");
    put(&copy.join("Cargo.toml"), manifest.as_bytes());

    let served = run(&copy);
    for line in ["zora livenet 7777777", "zora testnet 999999999", "eth livenet 1"] {
        assert!(served.lines().any(|it| it == line), "{line} is not in\n{served}");
    }
}

/// The files to which an additional EVM chain is added: its rules, those of the sandbox, its coin, its facts and its
/// documentation.
const WRITTEN: [&str; 5] = [
    TABLE,
    "sandbox/src/eth_like/rules.rs",
    "shared/assets/data/catalogue/coins.json",
    "shared/assets/data/catalogue/chains.json",
    "docs/guides/chains.md",
];

/// The files that commands write: `WALLET_UPDATE_DOCUMENTS=1 cargo test -p wallet-tests`, and `npm run build`.
const GENERATED: [&str; 8] = [
    "template.yaml",
    "docs/performance.md",
    "shared/http/src/env/known.rs",
    "functions/address-info-eth-like/openapi.json",
    "functions/blockchain-connector-eth-like/openapi.json",
    "local/openapi.json",
    "clients/wallet/dist/sw.js",
    "clients/wallet/dist/wallet.js",
];

/// The files that also name every chain, but that an additional chain does not need.
const OPTIONAL: [&str; 10] = [
    // The clients know the chains of their version.
    "clients/rust/src/payments/fee.rs",
    "clients/typescript/src/chains.ts",
    // Default upstreams, without which an operator configures them.
    "shared/upstream-eth-like/src/public_servers.rs",
    // Sources of facts, and facts that tests compare.
    "docs/decisions/assets.md",
    "docs/decisions/evm-payments.md",
    "shared/assets/src/seed.rs",
    "shared/eth-like/src/tests/bounds.rs",
    "shared/eth-like/src/tests/gas_prices.rs",
    "recorded/eth_like/mod.rs",
    "oracles/catalogue/mod.rs",
];

#[test]
fn additional_chain_needs_five_files() {
    let is_recorded = |path: &str| path.contains("/recorded/") && path.contains("/data/");
    let naming: Vec<_> = sources()
        .iter()
        .filter(|path| names_every_chain(path))
        .map(|path| path.to_str().expect("file names are ASCII").to_owned())
        .filter(|path| !is_recorded(path))
        .collect();
    let known = [&WRITTEN[..], &GENERATED, &OPTIONAL].concat();
    let is_known = |path: &str| known.iter().any(|known| path.ends_with(known));
    let unknown: Vec<_> = naming.iter().filter(|path| !is_known(path)).collect();
    assert!(
        unknown.is_empty(),
        "derive these lists from the table of the chains: {unknown:?}"
    );
    for path in [&WRITTEN[..], &GENERATED].concat() {
        assert!(naming.iter().any(|it| it == path), "{path} does not name every chain");
    }
}

/// Returns true if a file contains the name of every EVM chain as a word, in any case.
fn names_every_chain(path: &Path) -> bool {
    let Ok(text) = fs::read_to_string(root().join(path)) else {
        return false;
    };
    let text = text.to_lowercase();
    let words: HashSet<_> = text.split(|c: char| !c.is_ascii_alphabetic()).collect();
    all_params().all(|params| words.contains(params.chain.name()))
}

/// Returns the table with an additional row for Zora, a different rollup of the same type, with the name and ids
/// (`ethereum-lists/chains`, `eip155-7777777.json` and `eip155-999999999.json`).
fn with_zora(table: &str) -> String {
    let start = table.find("    Row {\n        name: \"op\"").expect("the row of op");
    let end = start + table[start..].find("    },\n").expect("the end of the row") + "    },\n".len();
    let row = table[start..end].replacen("\"op\"", "\"zora\"", 1);
    let row = row.replacen("ids: [10, 11_155_420]", "ids: [7_777_777, 999_999_999]", 1);
    assert!(row.contains("7_777_777"), "{row}");
    [&table[..end], &row, &table[end..]].concat()
}

/// Runs the other test in the copy and returns the output.
fn run(copy: &Path) -> String {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent();
    // Select the whole workspace, so that features are the same as in the existing build.
    let output = Command::new(env!("CARGO"))
        .args([
            "test",
            "--workspace",
            "--offline",
            "--quiet",
            "--test",
            "one_more_chain",
        ])
        .args(["--", INNER, "--exact", "--nocapture"])
        .current_dir(copy)
        .env("CARGO_TARGET_DIR", target.expect("a folder of the target folder"))
        // The lints of `.ci/run` are those of the original.
        .env_remove("RUSTC_WORKSPACE_WRAPPER")
        .output()
        .expect("cargo runs this test");
    let estimate = String::from_utf8_lossy(&output.stderr);
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{estimate}\n{printed}");
    printed
}

/// Returns the root of the workspace.
fn root() -> &'static Path {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    tests.and_then(Path::parent).expect("two folders up")
}

/// Lists all files of the repository, tracked or untracked but not ignored.
fn sources() -> Vec<PathBuf> {
    let listed = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output()
        .expect("git is installed: it cloned the repository");
    let paths = String::from_utf8(listed.stdout).expect("file names are ASCII");
    let paths = paths.lines().map(PathBuf::from);
    paths.filter(|path| root().join(path).is_file()).collect()
}

/// Writes a file of the copy.
fn put(path: &Path, text: &[u8]) {
    fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("a folder of the copy");
    fs::write(path, text).expect("a file of the copy");
}
