//! The key of an upstream, from the operator's command to the upstream.

use crate::merchant_token;
use crate::program::{program, text};
use axum::http::Uri;
use axum::response::IntoResponse;
use axum::{Json, Router};
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;
use std::process::{Output, Stdio};
use std::sync::{Mutex, OnceLock};
use wallet_cloud::demo::api::Api;
use wallet_cloud::serve::{Options, start};

const KEY: &str = "0secret/1";

/// Runs `wallet-cloud upstreams …` on a file of secrets.
fn upstreams(secrets: &Path, arguments: &[&str], input: &str) -> Output {
    let mut command = program();
    command.arg("upstreams").args(arguments).arg("--secrets").arg(secrets);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let said = text(&output.stdout) + &text(&output.stderr);
    assert!(!said.contains("0secret"), "{said}");
    output
}

#[test]
fn the_command_takes_the_key_from_its_input_and_never_shows_it() {
    let folder = tempfile::tempdir().unwrap();
    let secrets = folder.path().join("secrets.json");
    for end in ["\n", "\r\n", ""] {
        let set = upstreams(&secrets, &["set-key", "btc.example.org"], &format!("{KEY}{end}"));
        assert!(set.status.success(), "{}", text(&set.stderr));
        let stored: Value = serde_json::from_slice(&std::fs::read(&secrets).unwrap()).unwrap();
        let expected = json!({ "btc.example.org": KEY }).to_string();
        assert_eq!(stored["wallet-cloud/upstreams"], expected.as_str());
    }
    let listed = upstreams(&secrets, &["list"], "");
    assert_eq!(text(&listed.stdout), "btc.example.org\n");
    let surplus = upstreams(&secrets, &["set-key", "btc.example.org", "an-argument"], KEY);
    assert!(!surplus.status.success(), "a key is no argument");
    let empty = upstreams(&secrets, &["set-key", "btc.example.org"], "\n");
    assert!(text(&empty.stderr).starts_with("error: key must be 1 to 512 visible"));
    assert!(
        upstreams(&secrets, &["remove-key", "btc.example.org"], "")
            .status
            .success()
    );
    assert_eq!(text(&upstreams(&secrets, &["list"], "").stdout), "No host has a key.\n");
}

/// Where the upstream of the test is: the settings of a server are a plain function.
static UPSTREAM: OnceLock<String> = OnceLock::new();
/// The paths that it was asked for.
static ASKED: Mutex<Vec<String>> = Mutex::new(Vec::new());

async fn answer(uri: Uri) -> impl IntoResponse {
    ASKED.lock().unwrap().push(uri.path().to_owned());
    Json(json!({ "result": "0.00002000", "blockbook": { "bestHeight": 7, "inSync": true }, "backend": {} }))
}

#[tokio::test]
async fn a_stored_key_reaches_the_upstream_and_nobody_else() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    UPSTREAM.set(listener.local_addr().unwrap().to_string()).unwrap();
    tokio::spawn(axum::serve(listener, Router::new().fallback(answer)).into_future());
    let folder = tempfile::tempdir().unwrap();
    let set = upstreams(&folder.path().join("secrets.json"), &["set-key", "127.0.0.1"], KEY);
    assert!(set.status.success(), "{}", text(&set.stderr));

    let running = start(Options {
        data: Some(folder.path().to_owned()),
        settings: |name| {
            (name == "WALLET_CLOUD_UPSTREAM_DOGE_LIVENET")
                .then(|| format!("blockbook+http://{}/{{key}}", UPSTREAM.get().unwrap()))
        },
        ..Options::ephemeral()
    })
    .await
    .unwrap();
    let api = Api::new(&running.base_url).unwrap();
    let reader = api.with_token(merchant_token(&running, "read").await);
    let path = "/blockchain-connector-btc-like/v1/api/prepare-transaction/price-per-byte/doge";
    let prices: Value = reader.get(path, &[]).await.unwrap();
    assert_eq!(prices["bytePrices"]["normal"], "1000", "the price floor");
    let asked = ASKED.lock().unwrap().clone();
    assert!(!asked.is_empty());
    assert!(
        asked.iter().all(|path| path.starts_with("/0secret%2F1/api/")),
        "{asked:?}"
    );
    running.shutdown().await.unwrap();
}
