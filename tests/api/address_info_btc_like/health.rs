//! GET /health?deep=true with healthy, lagging and failing upstreams, and with upstreams that require keys.

use super::fixture::{service, service_over, timeouts};
use crate::support::client::{TestResponse, call, request};
use crate::support::stub::{Reply, Stub, closed_port};
use crate::support::timeouts::Timeouts;
use crate::support::tokens;
use async_trait::async_trait;
use axum::Router;
use axum::http::Method;
use secrecy::SecretString;
use serde_json::{Value, json};
use std::sync::Arc;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use wallet_core::ports::system::Clock;
use wallet_core::ports::upstream_keys::{UpstreamKeyError, UpstreamKeys};
use wallet_http::system::SystemClock;
use wallet_upstream::client::HttpClient;

const BTC: &str = "WALLET_CLOUD_UPSTREAM_BTC_LIVENET";
const LTC: &str = "WALLET_CLOUD_UPSTREAM_LTC_TESTNET";
const BASE: &str = "/address-info-btc-like/v1";

fn at_height(height: u64) -> Reply {
    Reply::ok(json!({ "blockbook": { "bestHeight": height, "inSync": true }, "backend": {} }).to_string())
}

/// Returns the status with a latest block of this time in Unix seconds.
fn at_height_with_block(height: u64, time: u64) -> Reply {
    let time = OffsetDateTime::from_unix_timestamp(time.cast_signed()).expect("a time");
    let time = time.format(&Rfc3339).expect("a date");
    let index = json!({ "bestHeight": height, "inSync": true, "lastBlockTime": time });
    Reply::ok(json!({ "blockbook": index, "backend": {} }).to_string())
}

async fn upstream(reply: Reply) -> Stub {
    Stub::start(move |_| reply.clone()).await
}

/// Returns a service with the upstreams for btc livenet.
fn with_btc(addresses: &[&str]) -> Router {
    let value = addresses.iter().map(|address| format!("blockbook+{address}"));
    let value = value.collect::<Vec<_>>().join(",");
    service(move |name| (name == BTC).then(|| value.clone()))
}

async fn deep(router: &Router, permissions: &[&str]) -> TestResponse {
    let token = tokens::token(permissions);
    let path = format!("{BASE}/health?deep=true");
    call(router, request(Method::GET, &path, &token, None)).await
}

fn host(url: &str) -> &str {
    url.trim_start_matches("http://")
}

/// Returns the reported state, height and lag of each upstream.
fn states(response: &TestResponse) -> Vec<(&str, Option<u64>, Option<u64>)> {
    let upstreams = response.data()["upstreams"].as_array().expect("a list");
    let one = |it: &'_ Value| (it["height"].as_u64(), it["lag"].as_u64());
    upstreams
        .iter()
        .map(|it| (it["state"].as_str().expect("a state"), one(it).0, one(it).1))
        .collect()
}

#[tokio::test(start_paused = true)]
async fn upstreams_are_listed_in_the_order_of_the_settings() {
    let (best, near) = (upstream(at_height(800)).await, upstream(at_height(798)).await);
    let other = upstream(at_height(5)).await;
    let lists = [
        (
            BTC,
            format!("blockbook+{}/some/path?a=b,blockbook+{}", near.url, best.url),
        ),
        (LTC, format!("blockbook+{}", other.url)),
    ];
    let router = service(move |name| lists.iter().find(|(it, _)| *it == name).map(|(_, value)| value.clone()));
    let response = deep(&router, &["read"]).await;
    assert_eq!(response.data()["status"], "ok", "{}", response.text);
    let expected = [
        ("btc", "livenet", host(&near.url), 798, 2),
        ("btc", "livenet", host(&best.url), 800, 0),
        ("ltc", "testnet", host(&other.url), 5, 0),
    ];
    let upstreams = response.data()["upstreams"].as_array().expect("a list");
    assert_eq!(upstreams.len(), expected.len(), "{}", response.text);
    for (shown, (chain, network, host, height, lag)) in upstreams.iter().zip(expected) {
        assert_eq!(shown["chain"], chain);
        assert_eq!(shown["network"], network);
        assert_eq!(shown["kind"], "blockbook");
        assert_eq!(shown["host"], host, "neither path nor query");
        assert_eq!((&shown["height"], &shown["lag"]), (&json!(height), &json!(lag)));
        assert_eq!(shown["state"], "up");
    }
}

#[tokio::test(start_paused = true)]
async fn failing_upstream_is_down_and_hides_no_other() {
    let healthy = upstream(at_height(800)).await;
    let unreachable = closed_port();
    for reply in [
        None,
        Some(Reply::Hang),
        Some(Reply::json(500, "{}")),
        Some(Reply::ok("{}")),
    ] {
        let failing = match reply {
            Some(reply) => Some(upstream(reply).await),
            None => None,
        };
        let failing_url = failing
            .as_ref()
            .map_or(unreachable.as_str(), |failing| failing.url.as_str());
        let response = deep(&with_btc(&[failing_url, &healthy.url]), &["read"]).await;
        assert_eq!(response.data()["status"], "degraded");
        let expected = [("down", None, None), ("up", Some(800), Some(0))];
        assert_eq!(states(&response), expected, "{}", response.text);
    }
}

#[tokio::test(start_paused = true)]
async fn lagging_upstream_reports_its_lag() {
    let stale = at_height_with_block(790, SystemClock.now().as_secs() - 10 * 600);
    let stale = upstream(stale).await;
    let best = upstream(at_height_with_block(800, SystemClock.now().as_secs())).await;
    let response = deep(&with_btc(&[&stale.url, &best.url]), &["read"]).await;
    assert_eq!(response.data()["status"], "degraded");
    assert_eq!(states(&response)[0], ("behind", Some(790), Some(10)));
}

#[tokio::test(start_paused = true)]
async fn missing_permission_sends_no_upstream_request() {
    let healthy = upstream(at_height(800)).await;
    let router = with_btc(&[&healthy.url]);
    deep(&router, &["secret"])
        .await
        .assert_error(403, "insufficient_permission", None);
    let path = format!("{BASE}/health?deep=true");
    call(&router, request(Method::GET, &path, "made-up", None))
        .await
        .assert_error(401, "invalid_token", None);
    let path = format!("{BASE}/health?deep=maybe");
    call(&router, request(Method::GET, &path, "", None))
        .await
        .assert_error(400, "invalid_request", Some("deep"));
    assert!(healthy.requests().is_empty());
}

/// A key store with the key of a host.
struct OneKey;

#[async_trait]
impl UpstreamKeys for OneKey {
    async fn key(&self, host: &str) -> Result<SecretString, UpstreamKeyError> {
        match host {
            "127.0.0.1" => Ok("0secret".into()),
            other => Err(UpstreamKeyError::Missing { host: other.to_owned() }),
        }
    }
}

#[tokio::test(start_paused = true)]
async fn key_is_used_and_never_returned() {
    let healthy = upstream(at_height(800)).await;
    let list = format!(
        "blockbook+{0}/{{key}}, blockbook+{1}?k={{key}}",
        healthy.url,
        healthy.url.replace("127.0.0.1", "localhost")
    );
    let Timeouts { limits, request } = timeouts();
    let client = HttpClient::new(limits).expect("a client").with_keys(Arc::new(OneKey));
    let router = service_over(client, request, move |name| (name == BTC).then(|| list.clone()));
    let response = deep(&router, &["read"]).await;
    assert_eq!(
        states(&response),
        [("up", Some(800), Some(0)), ("down", None, None)],
        "{}",
        response.text
    );
    assert!(!response.text.contains("0secret"), "{}", response.text);
    let requests = healthy.requests();
    assert!(
        requests.iter().all(|request| request.path.starts_with("/0secret/api/")),
        "{requests:?}"
    );
}
