//! A scripted Blockbook: requests, missing parts, inconsistent lists, many addresses.

use crate::address_info_btc_like::fixture::{id, row, service};
use crate::support::client::{TestResponse, call, request};
use crate::support::stub::{Reply, Stub};
use crate::support::tokens;
use address_info_btc_like::NAME;
use axum::Router;
use axum::http::Method;
use bitcoin::bip32::{ChildNumber, Xpub};
use bitcoin::secp256k1::Secp256k1;
use bitcoin::{Address, Network, base58};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

/// The account of BIP 84, "Test vectors", and the addresses `0/0`, `0/1` and `1/0`.
pub const ZPUB: &str =
    "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs";
pub const FIRST: &str = "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu";
pub const SECOND: &str = "bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g";
pub const CHANGE: &str = "bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el";
pub const SHOP: &str = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa";

/// The responses of the server.
pub struct Script {
    pub xpub: Reply,
    pub utxo: Reply,
}

/// The service with a scripted Blockbook at height 800.
pub struct App {
    pub router: Router,
    stub: Stub,
    script: Arc<Mutex<Script>>,
}

impl App {
    pub async fn new() -> Self {
        let empty = json!({ "balance": "0", "unconfirmedBalance": "0" });
        let script = Arc::new(Mutex::new(Script {
            xpub: Reply::ok(empty.to_string()),
            utxo: Reply::ok("[]"),
        }));
        let shared = Arc::clone(&script);
        let status = json!({ "blockbook": { "bestHeight": 800, "inSync": true }, "backend": {} }).to_string();
        let stub = Stub::start(move |request| {
            let script = shared.lock().expect("no panic while held");
            match request.path.as_str() {
                "/api/status" => Reply::ok(status.clone()),
                path if path.starts_with("/api/v2/xpub/") => script.xpub.clone(),
                path if path.starts_with("/api/v2/utxo/") => script.utxo.clone(),
                _ => Reply::json(500, "{}"),
            }
        })
        .await;
        let upstream = format!("blockbook+{}", stub.url);
        Self {
            router: service(|name| name.starts_with("WALLET_CLOUD_UPSTREAM_").then(|| upstream.clone())),
            stub,
            script,
        }
    }

    /// Sets the responses.
    pub fn script(&self, xpub: Reply, utxo: &Value) {
        *self.script.lock().expect("no panic while held") = Script {
            xpub,
            utxo: Reply::ok(utxo.to_string()),
        };
    }

    /// Sends `POST /address-info-btc-like/v1/api/btc/recipient`.
    pub async fn recipient(&self, body: &Value) -> TestResponse {
        self.send("recipient", body).await
    }

    /// Sends a request to an endpoint of btc.
    pub async fn send(&self, endpoint: &str, body: &Value) -> TestResponse {
        let path = format!("/{NAME}/v1/api/btc/{endpoint}");
        let token = tokens::token(&["read"]);
        call(&self.router, request(Method::POST, &path, &token, Some(body))).await
    }

    pub async fn post(&self, chain: &str, body: &Value) -> TestResponse {
        let path = format!("/{NAME}/v1/api/{chain}/xpub");
        call(
            &self.router,
            request(Method::POST, &path, &tokens::token(&["read"]), Some(body)),
        )
        .await
    }

    pub async fn info(&self) -> TestResponse {
        self.post("btc", &json!({ "xpub": ZPUB, "limit": 10 })).await
    }

    /// Returns the requested paths in order, except the status.
    pub fn requested_paths(&self) -> Vec<String> {
        let paths = self.stub.requests().into_iter().map(|request| request.path);
        let mut paths: Vec<_> = paths.filter(|path| path != "/api/status").collect();
        paths.sort();
        paths
    }
}

/// Returns an address of the account, as derived by the bitcoin crate.
fn derived(branch: u32, index: u32) -> String {
    let mut bytes = base58::decode_check(ZPUB).expect("a key");
    bytes[..4].copy_from_slice(&0x0488_b21e_u32.to_be_bytes());
    let path = [branch, index].map(|number| ChildNumber::from_normal_idx(number).expect("an index"));
    let account = Xpub::decode(&bytes).expect("a key");
    let key = account.derive_pub(&Secp256k1::new(), &path).expect("a key");
    Address::p2wpkh(&key.to_pub(), Network::Bitcoin).to_string()
}

/// Returns an address as listed by the server.
pub fn token(name: &str, path: &str, transfers: u32) -> Value {
    json!({ "type": "XPUBAddress", "name": name, "path": path, "transfers": transfers, "decimals": 8 })
}

fn key(tokens: &[Value], transactions: &[Value]) -> Reply {
    let response = json!({ "page": 1, "totalPages": 1, "itemsOnPage": 11, "balance": "0", "unconfirmedBalance": "0",
        "tokens": tokens, "transactions": transactions });
    Reply::ok(response.to_string())
}

fn utxo(address: &str, path: &str, value: u64) -> Value {
    json!({ "txid": id(1), "vout": 0, "value": value.to_string(), "height": 700, "confirmations": 101,
        "address": address, "path": path })
}

#[tokio::test]
async fn server_is_requested_once_for_the_key_and_once_for_its_outputs() {
    let app = App::new().await;
    let account = "xpub6BgBgsespWvERF3LHQu6CnqdvfEvtMcQjYrcRzx53QJjSxarj2afYWcLteoGVky7D3UKDP9QyrLprQ3VCECoY49yfdDEHGCtMMj92pReUsQ";
    app.info().await;
    let taproot = json!({ "xpub": format!("tr({account}/<0;1>/*)"), "limit": 0, "gap": 7 });
    app.post("btc", &taproot).await;
    assert_eq!(
        app.requested_paths(),
        [
            format!("/api/v2/utxo/tr({account})?gap=47"),
            format!("/api/v2/utxo/{ZPUB}?gap=60"),
            format!("/api/v2/xpub/tr({account})?tokens=used&gap=47&details=tokens"),
            format!("/api/v2/xpub/{ZPUB}?tokens=used&gap=60&details=txslight&page=1&pageSize=11"),
        ]
    );
}

#[tokio::test]
async fn unused_key_has_the_gap_of_addresses_and_no_balance() {
    let app = App::new().await;
    let response = app.info().await;
    let data = response.data();
    let addresses = data["addresses"].as_array().expect("a list");
    assert_eq!(addresses.len(), 40);
    let zero = json!({ "amount": "0", "decimals": 8 });
    assert_eq!(
        addresses[0],
        json!({ "address": FIRST, "path": "0/0", "change": false, "used": false, "balance": zero })
    );
    assert_eq!(addresses[20]["address"], CHANGE);
    assert_eq!(data["next"], json!({ "receive": FIRST, "change": CHANGE }));
    assert_eq!(data["balances"][0]["balance"], zero);
    assert_eq!((&data["utxo"], &data["transactions"]), (&json!([]), &json!([])));
    assert_eq!(data["source"], json!({ "upstream": "blockbook", "block": "800" }));
}

#[tokio::test]
async fn pending_address_that_the_server_lists_as_unused_is_used() {
    let app = App::new().await;
    let rows = [row(1, -1, &[SHOP], &[(SECOND, 5)]), row(2, 700, &[SHOP], &[(FIRST, 7)])];
    let first = token(FIRST, "m/84'/0'/0'/0/0", 1);
    app.script(key(&[first], &rows), &json!([utxo(FIRST, "m/84'/0'/0'/0/0", 7)]));
    let response = app.info().await;
    let data = response.data();
    assert_eq!(data["addresses"][1]["used"], true);
    assert_eq!(data["next"]["receive"], data["addresses"][2]["address"]);
    let expected = json!({ "txid": id(1), "vout": 0, "value": "7", "address": FIRST, "path": "0/0",
        "publicKey": "0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c", "confirmations": 101 });
    assert_eq!(data["utxo"], json!([expected]));
}

#[tokio::test]
async fn descriptor_of_one_branch_has_its_addresses_only() {
    let app = App::new().await;
    let tokens = [token(FIRST, "m/84'/0'/0'/0/0", 1), token(CHANGE, "m/84'/0'/0'/1/0", 1)];
    let rows = [
        row(1, 700, &[SHOP], &[(CHANGE, 5)]),
        row(2, 600, &[SHOP], &[(FIRST, 7)]),
    ];
    let outputs = json!([utxo(FIRST, "m/84'/0'/0'/0/0", 7), utxo(CHANGE, "m/84'/0'/0'/1/0", 5)]);
    let outputs = {
        let mut outputs = outputs;
        outputs[1]["vout"] = json!(1);
        outputs
    };
    app.script(key(&tokens, &rows), &outputs);
    for (branch, address, amount, txid) in [("0", FIRST, "7", id(2)), ("1", CHANGE, "5", id(1))] {
        let body = json!({ "xpub": format!("wpkh({ZPUB}/{branch}/*)"), "limit": 10 });
        let response = app.post("btc", &body).await;
        let data = response.data();
        assert_eq!(data["balances"][0]["balance"]["amount"], amount);
        let addresses = data["addresses"].as_array().expect("a list");
        assert_eq!((addresses.len(), &addresses[0]["address"]), (21, &json!(address)));
        assert_eq!(data["next"].as_object().map(serde_json::Map::len), Some(1));
        let rows = data["transactions"].as_array().expect("a list");
        assert_eq!((rows.len(), &rows[0]["txid"]), (1, &json!(txid)));
        assert_eq!(data["utxo"].as_array().map(Vec::len), Some(1));
    }
}

#[tokio::test]
async fn server_cannot_add_addresses_or_outputs() {
    let path = "m/84'/0'/0'/0/0";
    let own = || token(FIRST, path, 1);
    for (name, tokens, outputs) in [
        ("foreign address", vec![token(SHOP, path, 1)], json!([])),
        ("other index", vec![token(SECOND, path, 1)], json!([])),
        ("path without index", vec![token(FIRST, "m", 1)], json!([])),
        ("unknown branch", vec![token(FIRST, "m/84'/0'/0'/2/0", 1)], json!([])),
        ("not an address", vec![token("secret words", path, 1)], json!([])),
        ("not a row", vec![json!("secret words")], json!([])),
        ("output of another index", vec![own()], json!([utxo(SECOND, path, 5)])),
        ("foreign output", vec![own()], json!([utxo(SHOP, path, 5)])),
        (
            "output without address",
            vec![own()],
            json!([{ "txid": id(1), "vout": 0, "value": "5" }]),
        ),
        (
            "impossible value",
            vec![own()],
            json!([utxo(FIRST, path, 2_100_000_000_000_001)]),
        ),
    ] {
        let app = App::new().await;
        app.script(key(&tokens, &[]), &outputs);
        let response = app.info().await;
        response.assert_error(502, "upstream_error", None);
        assert!(!response.text.contains("secret words"), "{name}: {}", response.text);
    }
    let app = App::new().await;
    let supply = 2_100_000_000_000_000;
    let mut outputs = json!([utxo(FIRST, path, supply), utxo(FIRST, path, 1)]);
    outputs[1]["vout"] = json!(1);
    app.script(key(&[own()], &[]), &outputs);
    app.info().await.assert_error(502, "upstream_error", None);
}

/// The server looks up more addresses than the gap.
#[tokio::test]
async fn address_behind_the_gap_is_not_part_of_the_key() {
    for (gap, expected) in [(20, 20 + 20), (21, 21 + 42)] {
        let app = App::new().await;
        let far = derived(1, 20);
        let path = "m/84'/0'/0'/1/20";
        app.script(
            key(&[token(&far, path, 1)], &[row(1, 700, &[SHOP], &[(&far, 5)])]),
            &json!([utxo(&far, path, 5)]),
        );
        let response = app.post("btc", &json!({ "xpub": ZPUB, "limit": 10, "gap": gap })).await;
        let data = response.data();
        let is_found = gap > 20;
        assert_eq!(data["addresses"].as_array().map(Vec::len), Some(expected), "{gap}");
        let count = |list: &str| data[list].as_array().map(Vec::len);
        let one = Some(usize::from(is_found));
        assert_eq!((count("utxo"), count("transactions")), (one, one), "{gap}");
        assert_eq!(
            data["balances"][0]["balance"]["amount"],
            if is_found { "5" } else { "0" }
        );
    }
}

#[tokio::test]
async fn key_beyond_a_thousand_addresses_is_partial() {
    for (used, partial) in [(8, Value::Null), (9, json!(["addresses"]))] {
        let app = App::new().await;
        let positions = (1..=used).map(|number| number * 100 - 1);
        let path = |index: u32| format!("m/84'/0'/0'/0/{index}");
        let tokens: Vec<_> = positions
            .clone()
            .map(|index| token(&derived(0, index), &path(index), 1))
            .collect();
        let outputs = positions.map(|index| {
            let mut output = utxo(&derived(0, index), &path(index), 5);
            output["vout"] = json!(index);
            output
        });
        app.script(key(&tokens, &[]), &outputs.collect());
        let response = app.post("btc", &json!({ "xpub": ZPUB, "limit": 0, "gap": 100 })).await;
        let data = response.data();
        assert_eq!(data["source"]["partial"], partial, "{used}");
        assert_eq!(data["addresses"].as_array().map(Vec::len), Some(1000), "{used}");
        // The balance is that of the listed addresses.
        let listed = if used == 8 { 8 } else { 9 };
        assert_eq!(
            data["balances"][0]["balance"]["amount"],
            (listed * 5).to_string(),
            "{used}"
        );
        assert_eq!(data["utxo"].as_array().map(Vec::len), Some(listed));
        assert_eq!(data["next"]["receive"].is_null(), used > 8);
    }
}

#[tokio::test]
async fn unavailable_history_is_partial_and_unavailable_outputs_are_an_error() {
    let app = App::new().await;
    app.script(Reply::json(503, "{}"), &json!([]));
    let response = app.info().await;
    assert_eq!(response.status, 503, "{}", response.text);
    let mut invalid = row(1, 700, &[SHOP], &[(FIRST, 7)]);
    invalid["vout"] = json!("secret words");
    app.script(key(&[], &[invalid, row(2, 600, &[SHOP], &[(FIRST, 7)])]), &json!([]));
    let other = App::new().await;
    other.script(key(&[], &[row(2, 600, &[SHOP], &[(FIRST, 7)])]), &json!("secret words"));
    other.info().await.assert_error(502, "upstream_error", None);
}

/// Errors of the server about a key, which any caller can cause, do not pause the server.
#[tokio::test]
async fn failures_for_one_key_do_not_pause_the_server() {
    let app = App::new().await;
    for reply in [
        Reply::json(500, r#"{"error":"Internal server error, secret words"}"#),
        Reply::json(400, r#"{"error":"secret words"}"#),
    ] {
        app.script(reply, &json!([]));
        for _ in 0..20 {
            let response = app.info().await;
            assert_eq!(response.status, 502, "{}", response.text);
            assert!(!response.text.contains("secret words"), "{}", response.text);
        }
    }
    app.script(key(&[], &[]), &json!([]));
    assert_eq!(app.info().await.status, 200);
}
