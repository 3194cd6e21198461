//! The same chain through two protocols: the sandbox as Blockbook, and as Esplora.

use super::{App, DIALECTS};
use crate::address_info_btc_like::fixture::service;
use crate::support::client::{TestResponse, call, request};
use crate::support::esplora::{Dialect, EsploraState, text};
use crate::support::stub::Stub;
use crate::support::tokens;
use address_info_btc_like::NAME;
use axum::Router;
use axum::http::Method;
use reqwest::Url;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use wallet_cloud::sandbox_api;
use wallet_http::system::SystemClock;
use wallet_sandbox::{Sandbox, SandboxOptions};
use wallet_upstream::client::{HttpClient, Limits, after};

const SETTING: &str = "WALLET_CLOUD_UPSTREAM_BTC_TESTNET";
const OWN: &str = "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx";

/// Starts a sandbox chain with blocks, faucet payments to two addresses, and a pending payment.
async fn sandbox() -> Sandbox {
    let options = SandboxOptions {
        chains: vec!["btc"],
        port: 0,
        folder: None,
        block_interval: None,
        close_ledgers_immediately: false,
        tokens: Vec::new(),
        clock: sandbox_api::sandbox_clock(Arc::new(SystemClock)),
    };
    let sandbox = Sandbox::start(options).await.expect("a sandbox");
    let calls = sandbox_api::chain_router(sandbox.chains());
    let post = async |path: &str, body: Value| {
        let response = call(&calls, request(Method::POST, path, "", Some(&body))).await;
        assert_eq!(response.status, 200, "{}", response.text);
    };
    let other = "mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn";
    for (address, amount) in [(OWN, "5000000"), (other, "70000"), (OWN, "800000")] {
        post(
            "/faucet",
            json!({ "chain": "btc", "address": address, "amount": amount }),
        )
        .await;
        post("/mine", json!({ "chain": "btc" })).await;
    }
    post("/faucet", json!({ "chain": "btc", "address": OWN, "amount": "9000" })).await;
    sandbox
}

/// Requests a document from the sandbox's Blockbook.
async fn blockbook(sandbox: &Sandbox, path: &str) -> Value {
    let upstream = sandbox.upstream("btc").expect("btc is served");
    let url = upstream.strip_prefix("blockbook+").expect("a kind").to_owned() + path;
    let client = HttpClient::new(Limits::default()).expect("a client");
    let url = Url::parse(&url).expect("an address");
    let response = client
        .get(url, after(Duration::from_secs(5)))
        .await
        .expect("a response");
    response.json().expect("JSON")
}

/// Returns the data of the same address for an Esplora.
async fn esplora(sandbox: &Sandbox, dialect: Dialect, address: &str) -> EsploraState {
    let status = blockbook(sandbox, "/api/status").await;
    let shown = blockbook(sandbox, &format!("/api/v2/address/{address}?details=txs&pageSize=1000")).await;
    let rows = shown["transactions"].as_array().expect("a list");
    let mut fixture = EsploraState::new(dialect, address);
    fixture.tip = status["blockbook"]["bestHeight"]
        .as_u64()
        .expect("a height")
        .try_into()
        .expect("a low height");
    fixture.transactions = rows.iter().map(translate).collect();
    let times = rows.iter().map(|row| {
        let txid = row["txid"].as_str().expect("a txid").to_owned();
        (txid, row["blockTime"].as_u64().expect("a time"))
    });
    fixture.times = times.collect();
    fixture
}

/// Converts a Blockbook transaction to Esplora's format.
fn translate(row: &Value) -> Value {
    let number = |value: &Value| value.as_str().expect("a text").parse::<u64>().expect("a number");
    let output = |row: &Value| {
        let mut output =
            json!({ "scriptpubkey": row["hex"].as_str().unwrap_or_default(), "value": number(&row["value"]) });
        if row["isAddress"] == true {
            output["scriptpubkey_address"] = row["addresses"][0].clone();
        }
        output
    };
    let input = |row: &Value| {
        let prevout = row["txid"].is_string().then(|| output(row));
        json!({ "txid": row["txid"], "vout": row["vout"].as_u64().unwrap_or(0), "prevout": prevout,
            "is_coinbase": !row["txid"].is_string() })
    };
    let list = |name: &str| row[name].as_array().expect("a list").iter();
    let status = if row["confirmations"] == 0 {
        json!({ "confirmed": false })
    } else {
        json!({ "confirmed": true, "block_height": row["blockHeight"], "block_hash": row["blockHash"],
            "block_time": row["blockTime"] })
    };
    json!({ "txid": row["txid"], "fee": number(&row["fees"]), "vin": list("vin").map(input).collect::<Vec<_>>(),
        "vout": list("vout").map(output).collect::<Vec<_>>(), "status": status })
}

/// Returns all pages of an address, without the field for the protocol.
async fn pages_of(get: impl AsyncFn(String) -> TestResponse, address: &str) -> Vec<Value> {
    let mut pages = Vec::new();
    let mut cursor = String::new();
    loop {
        let response = get(format!("btc?network=testnet&address={address}&limit=37{cursor}")).await;
        let mut page = response.data().clone();
        page["source"]["upstream"].take();
        let next = page["nextCursor"].as_str().map(|next| format!("&cursor={next}"));
        pages.push(page);
        match next {
            Some(next) => cursor = next,
            None => return pages,
        }
    }
}

async fn get(router: &Router, path: String) -> TestResponse {
    let path = format!("/{NAME}/v1/api/{path}");
    call(router, request(Method::GET, &path, &tokens::token(&["read"]), None)).await
}

#[tokio::test]
async fn both_protocols_return_the_same() {
    let sandbox = sandbox().await;
    let upstream = sandbox.upstream("btc");
    let router = service(|name| upstream.clone().filter(|_| name == SETTING));
    let own = pages_of(async |path| get(&router, path).await, OWN).await;
    assert_eq!(own[0]["transactions"].as_array().map(Vec::len), Some(3));
    // Every block pays the faucet.
    let faucet = own[0]["transactions"][0]["from"]
        .as_str()
        .expect("an address")
        .to_owned();
    let faucets = pages_of(async |path| get(&router, path).await, &faucet).await;
    assert!(faucets.len() > 2, "{faucets:?}");
    for dialect in DIALECTS {
        for (address, expected) in [(OWN, &own), (&faucet, &faucets)] {
            let app = App::over(esplora(&sandbox, dialect, address).await, SETTING).await;
            let mut pages = pages_of(async |path| app.get(&path).await, address).await;
            if dialect == Dialect::Plain {
                // Plain Esplora does not report since when a transaction is pending.
                pages[0]["transactions"][0]["date"] = expected[0]["transactions"][0]["date"].clone();
            }
            assert_eq!(pages.len(), expected.len());
            for (page, expected) in pages.iter().zip(expected) {
                assert_eq!(page, expected, "{dialect:?} {address}");
            }
        }
    }
}

#[tokio::test]
async fn request_declined_by_esplora_is_sent_to_blockbook() {
    let sandbox = sandbox().await;
    let esplora = Stub::start(|_| text(400, "Too many history entries")).await;
    let blockbook = sandbox.upstream("btc").expect("btc is served");
    let list = format!("esplora+{}/api,{blockbook}", esplora.url);
    let router = service(|name| (name == SETTING).then(|| list.clone()));
    let response = get(&router, format!("btc?network=testnet&address={OWN}")).await;
    let data = response.data();
    assert_eq!(data["transactions"].as_array().map(Vec::len), Some(3));
    assert_eq!(data["source"]["upstream"], "blockbook");
    assert!(!esplora.requests().is_empty());
}
