//! POST /address-info-btc-like/v1/api/batch with extended keys.

use super::balance::{key, output};
use super::privacy::ZPRV;
use super::scripted::{App, FIRST, SHOP, ZPUB};
use crate::address_info_btc_like::fixture::row;
use crate::support::client::{TestResponse, call, request};
use crate::support::tokens;
use address_info_btc_like::NAME;
use axum::http::Method;
use serde_json::{Value, json};

async fn batch(app: &App, body: &Value) -> TestResponse {
    let path = format!("/{NAME}/v1/api/batch");
    let token = tokens::token(&["read"]);
    call(&app.router, request(Method::POST, &path, &token, Some(body))).await
}

#[tokio::test]
async fn result_equals_that_of_a_single_request() {
    let app = App::new().await;
    let rows = [
        row(1, 700, &[SHOP], &[(FIRST, 20)]),
        row(2, 690, &[SHOP], &[(FIRST, 5)]),
    ];
    app.script(key(0, &rows), &json!([output(1, 20, 101), output(2, 5, 111)]));
    let limited = json!({ "xpub": ZPUB, "limit": 1, "gap": 3 });
    let receive = json!({ "xpub": format!("wpkh({ZPUB}/0/*)"), "limit": 0 });
    let first = app.post("btc", &limited).await.data().clone();
    let second = app.post("btc", &receive).await.data().clone();
    let cursor = first["nextCursor"].as_str().expect("a cursor").to_owned();
    let mut next = limited.clone();
    next["cursor"] = json!(cursor);
    let third = app.post("btc", &next).await.data().clone();

    let entry = |body: &Value| {
        let mut entry = body.clone();
        entry["chain"] = json!("btc");
        entry
    };
    let without_limit = json!({ "chain": "btc", "xpub": receive["xpub"] });
    let keys = [entry(&limited), without_limit, entry(&next)];
    let response = batch(&app, &json!({ "keys": keys })).await;
    let results = [first, second, third].map(|data| json!({ "chain": "btc", "data": data }));
    assert_eq!(response.data(), &json!({ "results": [], "keys": results }));
}

/// The server responds to requests for keys only.
#[tokio::test]
async fn addresses_and_keys_fail_independently() {
    let app = App::new().await;
    let body = json!({
        "requests": [{ "chain": "btc", "address": FIRST }, { "chain": "btc", "address": "nobody" }],
        "keys": [{ "chain": "btc", "xpub": "nobody" }, { "chain": "btc", "xpub": ZPUB }],
    });
    let response = batch(&app, &body).await;
    let data = response.data();
    assert_eq!(data["results"][0]["error"]["code"], "upstream_error", "{data}");
    assert_eq!(data["results"][1]["error"]["field"], "requests[1].address", "{data}");
    assert_eq!(data["keys"][0]["error"]["field"], "keys[0].xpub", "{data}");
    assert_eq!(data["keys"][1]["data"]["next"]["receive"], FIRST, "{data}");
}

#[tokio::test]
async fn each_invalid_entry_has_its_error() {
    let app = App::new().await;
    let invalid = [
        ("chain", Value::Null, "invalid_request"),
        ("chain", json!(7), "invalid_request"),
        ("chain", json!("eth"), "chain_not_supported"),
        ("xpub", Value::Null, "invalid_request"),
        ("xpub", json!([ZPUB]), "invalid_request"),
        ("xpub", json!("x".repeat(20_000)), "invalid_public_key"),
        ("xpub", json!(ZPRV), "invalid_public_key"),
        ("limit", json!(201), "invalid_request"),
        ("cursor", json!("!"), "invalid_request"),
    ];
    let keys = invalid.iter().map(|(name, value, _)| {
        let mut entry = json!({ "chain": "btc", "xpub": ZPUB });
        entry[*name] = value.clone();
        entry
    });
    let keys: Vec<_> = keys.collect();
    let response = batch(&app, &json!({ "keys": keys })).await;
    for (index, (name, value, code)) in invalid.iter().enumerate() {
        let result = &response.data()["keys"][index];
        let error = &result["error"];
        let found = json!([error["code"], error["field"], result.get("data")]);
        assert_eq!(found, json!([code, format!("keys[{index}].{name}"), null]), "{value}");
    }
    assert!(!response.text.contains(&ZPRV[..20]), "{}", response.text);
    let gap = json!({ "keys": [{ "chain": "btc", "xpub": ZPUB, "gap": 101 }] });
    let response = batch(&app, &gap).await;
    assert_eq!(response.data()["keys"][0]["error"]["field"], "keys[0].gap");
    assert_eq!(app.requested_paths(), Vec::<String>::new());
}

#[tokio::test]
async fn malformed_bodies_are_rejected_without_requests() {
    let app = App::new().await;
    let entry = |limit: u32| json!({ "chain": "btc", "xpub": ZPUB, "limit": limit });
    let address = json!({ "chain": "btc", "address": FIRST, "limit": 200 });
    for (body, field) in [
        (json!({ "keys": null }), "requests"),
        (json!({ "keys": {} }), "keys"),
        (json!({ "keys": [] }), "keys"),
        (json!({ "keys": vec![entry(0); 11] }), "keys"),
        (json!({ "keys": [entry(0), 7] }), "keys[1]"),
        (json!({ "keys": [entry(0)], "requests": [] }), "requests"),
        (json!({ "keys": [entry(0)], "requests": 7 }), "requests"),
        (json!({ "keys": [entry(0)], "network": "mainnet" }), "network"),
        (json!({ "keys": vec![entry(200); 6] }), "requests"),
        (
            json!({ "keys": vec![entry(101); 4], "requests": vec![address; 3] }),
            "requests",
        ),
    ] {
        batch(&app, &body)
            .await
            .assert_error(400, "invalid_request", Some(field));
    }
    assert_eq!(app.requested_paths(), Vec::<String>::new());
}

/// Ten results of 500 outputs have the size of a result with 5000.
#[tokio::test]
async fn keys_share_the_maximum_number_of_outputs() {
    let app = App::new().await;
    let outputs: Vec<_> = (1..=501).map(|txid| output(txid, 1000 + txid as u64, 6)).collect();
    app.script(key(0, &[]), &json!(outputs));
    let keys = |count: usize| json!({ "keys": vec![json!({ "chain": "btc", "xpub": ZPUB }); count] });
    let response = batch(&app, &keys(9)).await;
    let data = &response.data()["keys"][8]["data"];
    assert_eq!(data["utxo"].as_array().map(Vec::len), Some(501));
    let response = batch(&app, &keys(10)).await;
    for result in response.data()["keys"].as_array().expect("a list") {
        let data = &result["data"];
        assert_eq!(data["utxo"].as_array().map(Vec::len), Some(500));
        assert_eq!(data["source"]["partial"], json!(["utxo"]));
    }
}
