//! Keys of upstreams, from the operator's command to the request to the upstream.

use crate::merchant;
use crate::program::{program, text};
use axum::http::Uri;
use axum::response::IntoResponse;
use axum::{Json, Router};
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;
use std::process::{Output, Stdio};
use std::sync::{Mutex, OnceLock};
use wallet_btc_like::{Chain, Params};
use wallet_client::blockchain_connector_btc_like::prepare_transaction::price_per_byte;
use wallet_client::wire::NetworkRequest;
use wallet_cloud::serve::{Options, start};
use wallet_core::model::Network;

const KEY: &str = "0secret/1";

/// Runs `wallet-cloud upstreams …` on a secrets file.
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
    let printed = text(&output.stdout) + &text(&output.stderr);
    assert!(!printed.contains("0secret"), "{printed}");
    output
}

#[test]
fn key_is_read_from_the_input_and_never_printed() {
    let folder = tempfile::tempdir().unwrap();
    let secrets = folder.path().join("secrets.json");
    for end in ["\n", "\r\n", ""] {
        let set = upstreams(
            &secrets,
            &["set-key", "btc.example.org", "--family", "btc-like"],
            &format!("{KEY}{end}"),
        );
        assert!(set.status.success(), "{}", text(&set.stderr));
        let stored: Value = serde_json::from_slice(&std::fs::read(&secrets).unwrap()).unwrap();
        let expected = json!({ "btc.example.org": KEY }).to_string();
        assert_eq!(stored["wallet-cloud/upstreams/btc-like"], expected.as_str());
    }
    let listed = upstreams(&secrets, &["list"], "");
    assert_eq!(text(&listed.stdout), "btc-like btc.example.org\n");
    let surplus = upstreams(
        &secrets,
        &["set-key", "btc.example.org", "an-argument", "--family", "xlm"],
        KEY,
    );
    assert!(!surplus.status.success(), "a key is not accepted as an argument");
    for family in [
        &[][..],
        &["--family", ""],
        &["--family", "btc"],
        &["--family", "xlm,signing-keys"],
    ] {
        let rejected = upstreams(&secrets, &[&["set-key", "btc.example.org"], family].concat(), KEY);
        assert!(!rejected.status.success(), "{family:?}");
        assert!(text(&rejected.stderr).contains("--family"), "{family:?}");
    }
    let empty = upstreams(&secrets, &["set-key", "btc.example.org", "--family", "xlm"], "\n");
    assert!(text(&empty.stderr).starts_with("error: key must be 1 to 512 visible"));
    assert!(
        upstreams(&secrets, &["remove-key", "btc.example.org"], "")
            .status
            .success()
    );
    assert_eq!(text(&upstreams(&secrets, &["list"], "").stdout), "No host has a key.\n");
}

/// The address of the test upstream, static because the settings of a server are a plain function.
static UPSTREAM: OnceLock<String> = OnceLock::new();
static REQUESTED: Mutex<Vec<String>> = Mutex::new(Vec::new());

async fn respond(uri: Uri) -> impl IntoResponse {
    REQUESTED.lock().unwrap().push(uri.path().to_owned());
    let doge = Params::of(Chain::Doge, Network::Livenet).expect("doge has a livenet");
    Json(
        json!({ "result": "0.00002000", "blockbook": { "bestHeight": 7, "inSync": true }, "backend": {},
        "blockHash": doge.checkpoint.hash }),
    )
}

#[tokio::test]
async fn stored_key_is_sent_only_to_the_upstream() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    UPSTREAM.set(listener.local_addr().unwrap().to_string()).unwrap();
    tokio::spawn(axum::serve(listener, Router::new().fallback(respond)).into_future());
    let folder = tempfile::tempdir().unwrap();
    let secrets = folder.path().join("secrets.json");
    let set = upstreams(&secrets, &["set-key", "127.0.0.1", "--family", "btc-like"], KEY);
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
    let reader = merchant(&running, "read").await;
    let prices = price_per_byte(&reader, "doge", &NetworkRequest::default())
        .await
        .unwrap();
    assert_eq!(prices.byte_prices.normal, "1000", "the price floor");
    let requested = REQUESTED.lock().unwrap().clone();
    assert!(!requested.is_empty());
    assert!(
        requested.iter().all(|path| path.starts_with("/0secret%2F1/api/")),
        "{requested:?}"
    );
    running.shutdown().await.unwrap();
}
