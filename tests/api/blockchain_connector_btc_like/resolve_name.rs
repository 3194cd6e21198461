//! GET /api/resolve-name/{chain}
//!
//! The responses of the resolver are the records of `matt@mattcorallo.com` that the tests of dnssec-prover 0.6.10 publish, with the
//! signatures from the root of the DNS, valid from 1785988800 to 1786415920.

use crate::support::client::{TestResponse, call, request};
use crate::support::names::ScriptedServers;
use crate::support::tokens;
use axum::Router;
use axum::http::Method;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use blockchain_connector_btc_like::{ChainTable, DOCUMENT, NAME, NameResolver, Services, router};
use serde_json::{Value, json};
use std::sync::Arc;
use wallet_core::ports::public_fetch::FetchError;
use wallet_core::ports::system::{Clock, Timestamp};
use wallet_http::{BroadcastLog, HttpConfig, OperatorLists, Service, mount};
use wallet_test_support::clock::FixedClock;
use wallet_upstream::client::{HttpClient, Limits};
use wallet_upstream_btc_like::BtcLikeUpstreams;

const RESOLVER: &str = "https://dns.example/dns-query";
const NOW: u64 = 1_786_000_000;
const MATT: &str = "resolve-name/btc?name=matt@mattcorallo.com";

/// Returns the queries of the proof with their responses.
fn recorded() -> Vec<(String, Vec<u8>)> {
    let rows: Vec<Value> = serde_json::from_str(include_str!("bip353.json")).expect("JSON");
    let text = |row: &Value, name: &str| row[name].as_str().expect("a text").to_owned();
    let row = |row: Value| {
        let response = STANDARD.decode(text(&row, "response")).expect("base64");
        (format!("{RESOLVER}?dns={}", text(&row, "query")), response)
    };
    rows.into_iter().map(row).collect()
}

struct App {
    router: Router,
    servers: ScriptedServers,
}

impl App {
    fn at(now: u64) -> Self {
        let servers = ScriptedServers::default();
        for (url, response) in recorded() {
            servers.put_bytes(&url, 200, response);
        }
        let setting = |name: &str| (name == "WALLET_CLOUD_DNS_OVER_HTTPS").then(|| RESOLVER.to_owned());
        let clock: Arc<dyn Clock> = FixedClock::at(Timestamp::from_secs(now));
        let resolver = NameResolver::from_settings(Arc::new(servers.clone()), clock, setting).expect("a resolver");
        let router = service(resolver);
        Self { router, servers }
    }

    async fn get(&self, path: &str) -> TestResponse {
        get(&self.router, path).await
    }
}

fn service(resolver: NameResolver) -> Router {
    let client = HttpClient::new(Limits::default()).expect("a client");
    let clock: Arc<dyn Clock> = FixedClock::at(Timestamp::from_secs(NOW));
    let node = BtcLikeUpstreams::from_settings(client, &clock, |_| None).expect("no upstreams");
    let services = Services {
        authorizer: tokens::authorizer(),
        node: Arc::new(node),
        chains: ChainTable::from_settings(|_| None).expect("rates"),
        broadcasts: BroadcastLog::default(),
        lists: OperatorLists::default(),
        resolver,
    };
    mount(
        vec![Service::new(NAME, router(), services, DOCUMENT)],
        &HttpConfig::default(),
    )
}

async fn get(router: &Router, path: &str) -> TestResponse {
    let path = format!("/{NAME}/v1/api/{path}");
    call(router, request(Method::GET, &path, &tokens::token(&["read"]), None)).await
}

#[tokio::test]
async fn name_has_the_proven_address() {
    let app = App::at(NOW);
    let expected = json!({ "name": "matt@mattcorallo.com", "address": "bc1qztwy6xen3zdtt7z0vrgapmjtfz8acjkfp5fp7l",
        "kind": "bip353", "verified": true, "expiresAt": NOW + 3600 });
    assert_eq!(*app.get(MATT).await.data(), expected);
    assert_eq!(app.servers.requests().len(), 6);
    let with_sign = app.get("resolve-name/btc?name=%E2%82%BFMatt@MattCorallo.com").await;
    assert_eq!(*with_sign.data(), expected);
}

#[tokio::test]
async fn expiry_is_that_of_the_signatures() {
    let app = App::at(1_786_415_919);
    assert_eq!(app.get(MATT).await.data()["expiresAt"], 1_786_415_920);
    for now in [1_785_988_799, 1_786_415_920] {
        App::at(now).get(MATT).await.assert_error(502, "upstream_error", None);
    }
}

#[tokio::test]
async fn false_records_are_errors_of_the_upstream() {
    for (index, (url, response)) in recorded().into_iter().enumerate() {
        // A bit of the last record, in the signature or the key.
        let mut changed = response.clone();
        let last = changed.len() - 1;
        changed[last] ^= 1;
        let truncated = response[..response.len() - 1].to_vec();
        for body in [changed, truncated, Vec::new(), b"evil words".to_vec()] {
            let app = App::at(NOW);
            app.servers.put_bytes(&url, 200, body);
            let response = app.get(MATT).await;
            assert_eq!(response.status, 502, "{index}: {}", response.text);
            response.assert_error(502, "upstream_error", None);
        }
        for (status, expected, code) in [(500, 503, "upstream_unavailable"), (404, 502, "upstream_error")] {
            let app = App::at(NOW);
            app.servers.put(&url, status, "evil words");
            app.get(MATT).await.assert_error(expected, code, None);
        }
    }
    let app = App::at(NOW);
    app.servers.fail(&recorded()[0].0, FetchError::Timeout);
    app.get(MATT).await.assert_error(504, "upstream_timeout", None);
}

#[tokio::test]
async fn missing_and_unsigned_names_have_their_reason() {
    let (url, response) = &recorded()[0];
    let end = response
        .windows(4)
        .position(|bytes| bytes == [0, 16, 0, 1])
        .expect("the type and class of the query")
        + 4;
    // The header with the code NXDOMAIN, and without the flag of authenticated data.
    for (flags, reason) in [([0x81, 0xa3], "unknown_name"), ([0x81, 0x80], "unsigned")] {
        let mut changed = response.clone();
        changed[2..4].copy_from_slice(&flags);
        if flags[1] == 0xa3 {
            changed.truncate(end);
            changed[6..8].copy_from_slice(&[0, 0]);
        }
        let app = App::at(NOW);
        app.servers.put_bytes(url, 200, changed);
        let response = app.get(MATT).await;
        response.assert_error(404, "name_not_found", None);
        assert_eq!(response.detail("reason"), reason);
    }
    let app = App::at(NOW);
    for (path, reason) in [
        (
            "resolve-name/btc?name=matt@mattcorallo.com&network=testnet",
            "other_network",
        ),
        ("resolve-name/ltc?name=matt@mattcorallo.com", "no_address"),
    ] {
        let response = app.get(path).await;
        response.assert_error(404, "name_not_found", None);
        assert_eq!(response.detail("reason"), reason);
    }
}

#[tokio::test]
async fn invalid_requests_are_rejected_without_a_query() {
    let app = App::at(NOW);
    for (path, code, field) in [
        ("resolve-name/btc", "invalid_request", "name"),
        ("resolve-name/btc?name=matt", "invalid_name", "name"),
        ("resolve-name/btc?name=a@b@example.com", "invalid_name", "name"),
        ("resolve-name/btc?name=%D0%B0@example.com", "invalid_name", "name"),
        ("resolve-name/btc?name=a@127.0.0.1", "invalid_name", "name"),
        (
            "resolve-name/btc?name=a@example.com&network=x",
            "invalid_request",
            "network",
        ),
    ] {
        app.get(path).await.assert_error(400, code, Some(field));
    }
    app.get("resolve-name/eth?name=a@example.com")
        .await
        .assert_error(404, "chain_not_supported", None);
    assert_eq!(app.servers.requests(), [""; 0]);
}

#[tokio::test]
async fn resolver_must_be_configured() {
    let response = get(&service(NameResolver::default()), MATT).await;
    response.assert_error(503, "not_configured", None);
    assert_eq!(response.detail("setting"), "WALLET_CLOUD_DNS_OVER_HTTPS");
    for url in [
        "http://dns.example/",
        "https://10.0.0.1/dns-query",
        "https://dns.example/?a=b",
        "x",
    ] {
        let clock: Arc<dyn Clock> = FixedClock::at(Timestamp::from_secs(NOW));
        let servers = Arc::new(ScriptedServers::default());
        assert!(
            NameResolver::from_settings(servers, clock, |_| Some(url.to_owned())).is_err(),
            "{url}"
        );
    }
}
