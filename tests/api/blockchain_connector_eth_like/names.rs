//! GET /api/resolve-name/{chain} and GET /api/lookup-address/{chain}
//!
//! The calldata of the contracts are written out by the ABI specification. Nodes and calldata were compared with ethers 6.

use super::fixture::App;
use crate::support::json_rpc::{Outcome, reverted};
use crate::support::names::ScriptedServers;
use crate::support::stub::Reply;
use blockchain_connector_eth_like::NameGateways;
use serde_json::{Value, json};
use std::sync::Arc;
use wallet_core::ports::public_fetch::FetchError;

pub(super) const REGISTRY: &str = "0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e";
pub(super) const RESOLVER: &str = "0x231b0ee14048e9dccd1d247744d114a4eb5e8e63";
/// The nodes of `vitalik.eth` and `eth`.
pub(super) const VITALIK: &str = "ee6c4522aab0003e8d14cd40a6af439055fd2577951148c14b6cea9a53475835";
pub(super) const ETH: &str = "93cdeb708b7545dc668eb9280176169d1c33cfd8ed6f04690a0bcc88a93fc4ae";
pub(super) const OWNER: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
pub(super) const OTHER: &str = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

pub(super) fn word(text: &str) -> String {
    let digits = text.trim_start_matches("0x").to_lowercase();
    format!("{digits:0>64}")
}

/// Returns the encoding of bytes as the only result.
pub(super) fn bytes(content: &[u8]) -> String {
    let padded = content.len().next_multiple_of(32);
    let mut content_and_padding = content.to_vec();
    content_and_padding.resize(padded, 0);
    format!("{:064x}{:064x}{}", 32, content.len(), hex::encode(content_and_padding))
}

/// Returns the coin type of a chain as a word (ENSIP-11).
fn coin(chain_id: u64) -> String {
    format!("{:064x}", 0x8000_0000 | chain_id)
}

/// Sets the outcome of a call.
fn put(app: &App, contract: &str, data: &str, outcome: Outcome) {
    let key = (contract.to_lowercase(), format!("0x{data}"));
    app.fixture().contracts.insert(key, outcome);
}

#[expect(clippy::unnecessary_wraps, reason = "the outcome of a scripted call, as `reverted` returns")]
pub(super) fn returned(data: &str) -> Outcome {
    Ok(format!("0x{data}").into())
}

pub(super) const SUPPORTS: &str = "01ffc9a79061b92300000000000000000000000000000000000000000000000000000000";

/// Creates the registry with the names of a node, with a resolver for names below or not.
async fn with_resolver(node: &str, is_extended: bool, settings: &[(&str, &str)]) -> App {
    let app = App::with_settings(settings).await;
    for other in [VITALIK, ETH] {
        put(&app, REGISTRY, &format!("0178b8bf{other}"), returned(&word("0")));
    }
    put(&app, REGISTRY, &format!("0178b8bf{node}"), returned(&word(RESOLVER)));
    put(
        &app,
        RESOLVER,
        SUPPORTS,
        returned(&word(if is_extended { "1" } else { "0" })),
    );
    app
}

async fn app() -> App {
    let app = with_resolver(VITALIK, false, &[]).await;
    put(&app, RESOLVER, &format!("3b3b57de{VITALIK}"), returned(&word(OWNER)));
    app
}

async fn resolve(app: &App, chain: &str, query: &str) -> Value {
    app.get(&format!("resolve-name/{chain}?name={query}"))
        .await
        .data()
        .clone()
}

#[tokio::test]
async fn name_has_the_address_of_the_chain() {
    let app = app().await;
    let expected = json!({ "name": "vitalik.eth", "address": OWNER, "kind": "ens", "verified": true });
    assert_eq!(resolve(&app, "eth", "Vitalik.ETH").await, expected);
    let first = app.stub.requests();
    assert!(first.iter().all(|request| request.path.trim_matches('/') == "1"));
    let of_matic = format!("f1cb7e06{VITALIK}{}", coin(137));
    put(
        &app,
        RESOLVER,
        &of_matic,
        returned(&bytes(&hex::decode(&OTHER[2..]).expect("hex"))),
    );
    assert_eq!(resolve(&app, "matic", "vitalik.eth").await["address"], OTHER);
    let on_sepolia = resolve(&app, "eth", "vitalik.eth&network=testnet").await;
    assert_eq!(on_sepolia["address"], OWNER);
    let last = app.stub.requests();
    assert!(last.iter().any(|request| request.path.trim_matches('/') == "11155111"));
    assert!(last.iter().all(|request| request.path.trim_matches('/') != "137"));
}

/// The emoji of a health worker has a joiner and a selector of its style. The node was computed by viem 2.57.
#[tokio::test]
async fn name_is_normalised() {
    const NODE: &str = "82092df9a00802e28150a94c1306de7d5da9e45148593a86b38e0ab8fa170fae";
    let app = with_resolver(NODE, false, &[]).await;
    put(&app, RESOLVER, &format!("3b3b57de{NODE}"), returned(&word(OWNER)));
    let found = resolve(&app, "eth", "%F0%9F%91%A8%E2%80%8D%E2%9A%95%EF%B8%8F.ETH").await;
    assert_eq!(
        [&found["name"], &found["address"]],
        ["\u{1f468}\u{200d}\u{2695}.eth", OWNER]
    );
    assert_eq!(found.get("warnings"), None);
}

#[tokio::test]
async fn address_of_another_chain_is_never_returned() {
    let app = app().await;
    for outcome in [returned(&bytes(&[])), returned(&bytes(&[0; 20])), reverted("0x")] {
        put(&app, RESOLVER, &format!("f1cb7e06{VITALIK}{}", coin(8453)), outcome);
        not_found(&app, "resolve-name/base?name=vitalik.eth", "no_address").await;
    }
    put(&app, RESOLVER, &format!("3b3b57de{VITALIK}"), returned(&word("0")));
    not_found(&app, "resolve-name/eth?name=vitalik.eth", "no_address").await;
}

async fn not_found(app: &App, path: &str, reason: &str) {
    let response = app.get(path).await;
    response.assert_error(404, "name_not_found", None);
    assert_eq!(response.detail("reason"), reason);
}

#[tokio::test]
async fn invalid_requests_are_rejected_without_a_call() {
    let app = App::new().await;
    for (path, code, field) in [
        ("resolve-name/eth", "invalid_request", "name"),
        ("resolve-name/eth?name=vitalik", "invalid_name", "name"),
        ("resolve-name/eth?name=vit%D0%B0lik.eth", "invalid_name", "name"),
        ("resolve-name/eth?name=a_b.eth", "invalid_name", "name"),
        ("resolve-name/eth?name=xn--a.eth", "invalid_name", "name"),
        ("resolve-name/eth?name=bob*stellar.org", "invalid_name", "name"),
        ("resolve-name/eth?name=a.eth&network=x", "invalid_request", "network"),
        ("lookup-address/eth", "invalid_request", "address"),
        ("lookup-address/eth?address=0x00", "invalid_address", "address"),
        ("lookup-address/eth?address=vitalik.eth", "invalid_address", "address"),
    ] {
        app.get(path).await.assert_error(400, code, Some(field));
    }
    for path in ["resolve-name/btc?name=a.eth", "lookup-address/btc?address=0x00"] {
        app.get(path).await.assert_error(404, "chain_not_supported", None);
    }
    assert_eq!(app.requests(), []);
}

#[tokio::test]
async fn name_without_resolver_does_not_exist() {
    let app = App::new().await;
    for node in [VITALIK, ETH] {
        put(&app, REGISTRY, &format!("0178b8bf{node}"), returned(&word("0")));
    }
    not_found(&app, "resolve-name/eth?name=vitalik.eth", "unknown_name").await;
    let below = with_resolver(ETH, false, &[]).await;
    not_found(&below, "resolve-name/eth?name=vitalik.eth", "unknown_name").await;
}

/// ENSIP-10: `resolve(bytes,bytes)` with the name `vitalik.eth` and `addr(bytes32)`.
fn wildcard_call() -> String {
    let (name, call) = (b"\x07vitalik\x03eth\x00", format!("3b3b57de{VITALIK}"));
    let of_name = &bytes(name)[64..];
    let of_call = &bytes(&hex::decode(call).expect("hex"))[64..];
    format!("9061b923{:064x}{:064x}{of_name}{of_call}", 64, 64 + of_name.len() / 2)
}

#[tokio::test]
async fn resolver_of_a_parent_resolves_names_below() {
    let app = with_resolver(ETH, true, &[]).await;
    let inner = hex::decode(word(OWNER)).expect("hex");
    put(&app, RESOLVER, &wildcard_call(), returned(&bytes(&inner)));
    assert_eq!(resolve(&app, "eth", "vitalik.eth").await["address"], OWNER);
}

const GATEWAYS: &str = "WALLET_CLOUD_NAME_GATEWAYS";
const URL: &str = "https://gateway.example/{sender}/{data}.json";

/// EIP-3668: the error with a template of a URL, the data 0x0102, the function 0xb4a85801 and the data 0x03.
pub(super) fn lookup(sender: &str, url: &str) -> Outcome {
    let list = format!("{:064x}{:064x}{}", 1, 32, &bytes(url.as_bytes())[64..]);
    let (call, extra) = (bytes(&[1, 2])[64..].to_owned(), bytes(&[3])[64..].to_owned());
    let [first, second] = [list.len(), list.len() + call.len()].map(|digits| 160 + digits / 2);
    let callback = format!("{:0<64}", "b4a85801");
    let heads = format!("{}{:064x}{first:064x}{callback}{second:064x}", word(sender), 160);
    reverted(&format!("0x556f1830{heads}{list}{call}{extra}"))
}

async fn offchain(allowed: &str, error: Outcome) -> App {
    let app = with_resolver(ETH, true, &[(GATEWAYS, allowed)]).await;
    put(&app, RESOLVER, &wildcard_call(), error);
    app
}

#[tokio::test]
async fn offchain_name_is_resolved_through_an_allowed_gateway() {
    let app = offchain("other.example, Gateway.example", lookup(RESOLVER, URL)).await;
    let url = format!("https://gateway.example/{RESOLVER}/0x0102.json");
    app.servers.put(&url, 200, "{\"data\":\"0x09\"}");
    let callback = format!(
        "b4a85801{:064x}{:064x}{}{}",
        64,
        128,
        &bytes(&[9])[64..],
        &bytes(&[3])[64..]
    );
    let inner = hex::decode(word(OWNER)).expect("hex");
    put(&app, RESOLVER, &callback, returned(&bytes(&inner)));
    assert_eq!(resolve(&app, "eth", "vitalik.eth").await["address"], OWNER);
    assert_eq!(app.servers.requests(), [url.as_str()]);
    // The contract rejects the proof of the gateway.
    put(&app, RESOLVER, &callback, reverted("0x"));
    let path = "resolve-name/eth?name=vitalik.eth";
    app.get(path).await.assert_error(502, "upstream_error", None);
    for (status, body, expected, code) in [
        (404, "evil words", 404, "name_not_found"),
        (500, "evil words", 503, "upstream_unavailable"),
        (302, "", 502, "upstream_error"),
        (200, "[]", 502, "upstream_error"),
        (200, "{\"data\":\"evil\"}", 502, "upstream_error"),
    ] {
        app.servers.put(&url, status, body);
        let response = app.get(path).await;
        response.assert_error(expected, code, None);
        assert!(!response.text.contains("evil"), "{}", response.text);
    }
    app.servers.fail(&url, FetchError::Timeout);
    app.get(path).await.assert_error(504, "upstream_timeout", None);
}

#[tokio::test]
async fn other_gateways_are_not_contacted() {
    for url in [
        URL,
        "https://gateway.example.evil.example/{data}",
        "https://evil@gateway.example/{data}",
        "http://gateway.example/{data}",
        "https://127.0.0.1/{data}",
        "not a URL",
    ] {
        let allowed = if url == URL { "other.example" } else { "gateway.example" };
        let app = offchain(allowed, lookup(RESOLVER, url)).await;
        not_found(&app, "resolve-name/eth?name=vitalik.eth", "gateway_not_allowed").await;
        assert_eq!(app.servers.requests(), [""; 0], "{url}");
    }
}

#[test]
fn gateways_are_domain_names() {
    for list in [
        "https://a.example",
        "a.example/x",
        "a.example,",
        "127.0.0.1",
        "a b.example",
    ] {
        let servers = Arc::new(ScriptedServers::default());
        let gateways = NameGateways::from_settings(servers, |_| Some(list.to_owned()));
        assert!(gateways.is_err(), "{list}");
    }
}

#[tokio::test]
async fn hostile_contracts_are_errors_of_the_upstream() {
    let endless = reverted(&format!("0x556f1830{}", "f".repeat(800)));
    for outcome in [
        lookup(OTHER, URL),
        endless,
        returned(""),
        returned(&"f".repeat(512)),
        returned(&bytes(&[1; 31])),
    ] {
        let app = offchain("gateway.example", outcome).await;
        let response = app.get("resolve-name/eth?name=vitalik.eth").await;
        response.assert_error(502, "upstream_error", None);
    }
    // A look-up that leads to the same look-up again and again.
    let app = offchain("gateway.example", lookup(RESOLVER, URL)).await;
    let url = format!("https://gateway.example/{RESOLVER}/0x0102.json");
    app.servers.put(&url, 200, "{\"data\":\"0x09\"}");
    let callback = format!(
        "b4a85801{:064x}{:064x}{}{}",
        64,
        128,
        &bytes(&[9])[64..],
        &bytes(&[3])[64..]
    );
    put(&app, RESOLVER, &callback, lookup(RESOLVER, URL));
    let response = app.get("resolve-name/eth?name=vitalik.eth").await;
    response.assert_error(502, "upstream_error", None);
    assert_eq!(app.servers.requests().len(), 3);
}

#[tokio::test]
async fn failing_nodes_have_the_codes_of_the_upstream() {
    let app = app().await;
    app.fixture().failing = Some(("eth_call", Reply::json(200, "[[]]")));
    let path = "resolve-name/eth?name=vitalik.eth";
    app.get(path).await.assert_error(502, "upstream_error", None);
    let missing = super::fixture::service(|_| None);
    let request = crate::support::client::request;
    let path = format!("/blockchain-connector-eth-like/v1/api/{path}").replace("/eth?", "/matic?");
    let sent = request(axum::http::Method::GET, &path, app.token(), None);
    let response = crate::support::client::call(&missing, sent).await;
    response.assert_error(503, "not_configured", None);
    assert_eq!(response.detail("setting"), "WALLET_CLOUD_UPSTREAM_ETH_LIVENET");
}

/// The node of `d8da6bf26964af9d7eed9e03e53415d37aa96045.addr.reverse` (ethers 6).
const REVERSE: &str = "7aef81fbd30c83431369026d62ee533af8b69f246b63d75b40fe223346e6fa9a";

#[tokio::test]
async fn address_has_a_name_that_has_the_address() {
    let app = app().await;
    put(&app, REGISTRY, &format!("0178b8bf{REVERSE}"), returned(&word(RESOLVER)));
    let name = format!("691f3431{REVERSE}");
    put(&app, RESOLVER, &name, returned(&bytes(b"vitalik.eth")));
    let path = format!("lookup-address/eth?address={OWNER}");
    let expected = json!({ "name": "vitalik.eth", "address": OWNER, "kind": "ens", "verified": true });
    assert_eq!(*app.get(&path).await.data(), expected);
    for (text, reason) in [
        ("", "unknown_name"),
        ("Vitalik.eth", "not_normalised"),
        ("vit\u{430}lik.eth", "not_normalised"),
        ("vitalik", "not_normalised"),
    ] {
        put(&app, RESOLVER, &name, returned(&bytes(text.as_bytes())));
        not_found(&app, &path, reason).await;
    }
    put(&app, RESOLVER, &name, returned(&bytes(b"vitalik.eth")));
    put(&app, RESOLVER, &format!("3b3b57de{VITALIK}"), returned(&word(OTHER)));
    not_found(&app, &path, "mismatch").await;
    put(&app, RESOLVER, &name, returned(&bytes(b"\xff")));
    app.get(&path).await.assert_error(502, "upstream_error", None);
}
