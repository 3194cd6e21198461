//! A price source that fails.

use super::server::PriceServer;
use serde_json::json;
use std::time::Duration;

const BTC: &str = "price?assets=btc&currency=usd";

#[tokio::test]
async fn stale_prices_are_marked_for_ten_minutes() {
    let server = PriceServer::start(r#"{"bitcoin":{"usd":1}}"#).await;
    let app = server.app().await;
    assert_eq!(
        app.get(BTC).await.data()[0],
        json!({ "asset": "btc", "prices": { "usd": "1" } })
    );
    server.respond(500, "{}");
    app.clock.advance(Duration::from_secs(61));
    let stale = json!({ "asset": "btc", "prices": { "usd": "1" }, "stale": true });
    assert_eq!(app.get(BTC).await.data()[0], stale);
    app.clock.advance(Duration::from_mins(8));
    assert_eq!(app.get(BTC).await.data()[0], stale);
    app.clock.advance(Duration::from_mins(2));
    app.get(BTC).await.assert_error(502, "upstream_error", None);
    server.respond(200, r#"{"bitcoin":{"usd":3}}"#);
    app.clock.advance(Duration::from_secs(11));
    assert_eq!(
        app.get(BTC).await.data()[0],
        json!({ "asset": "btc", "prices": { "usd": "3" } })
    );
}

#[tokio::test]
async fn failures_have_their_errors_and_no_upstream_text() {
    for (status, body, expected, code) in [
        (
            429,
            r#"{"status":{"error_code":429,"error_message":"0secret"}}"#,
            503,
            "upstream_unavailable",
        ),
        (
            200,
            r#"{"status":{"error_code":429,"error_message":"0secret"}}"#,
            503,
            "upstream_unavailable",
        ),
        (
            401,
            r#"{"status":{"error_code":10002,"error_message":"0secret"}}"#,
            502,
            "upstream_error",
        ),
        (
            400,
            r#"{"status":{"error_code":10012,"error_message":"0secret"}}"#,
            502,
            "upstream_error",
        ),
        (200, r#"{"error":"0secret"}"#, 502, "upstream_error"),
        (200, r#"["0secret"]"#, 502, "upstream_error"),
        (200, "0secret", 502, "upstream_error"),
        (503, "0secret", 503, "upstream_unavailable"),
        (302, "0secret", 502, "upstream_error"),
    ] {
        let server = PriceServer::start("").await;
        server.respond(status, body);
        let app = server.app().await;
        let response = app.get(BTC).await;
        response.assert_error(expected, code, None);
        assert!(!response.text.contains("0secret"), "{}", response.text);
    }
}

/// Contracts that a source cannot serve do not stop the prices of further callers.
#[tokio::test]
async fn requests_that_the_plan_does_not_allow_do_not_count_against_the_source() {
    let server = PriceServer::start("").await;
    let app = server.app().await;
    for status in [400, 404, 405, 410, 414, 422] {
        server.respond(status, r#"{"status":{"error_code":10012,"error_message":"limit"}}"#);
        for number in 0..100 {
            let contract = 1000 * u32::from(status) + number;
            let response = app
                .get(&format!("price?assets=eth:0x{contract:040x}&currency=usd"))
                .await;
            response.assert_error(502, "upstream_error", None);
        }
    }
    server.respond(200, r#"{"bitcoin":{"usd":1}}"#);
    assert_eq!(app.get(BTC).await.data()[0]["prices"]["usd"], "1");
}

#[tokio::test]
async fn second_source_replaces_a_failing_one() {
    let (failing, working) = (
        PriceServer::start("").await,
        PriceServer::start(r#"{"bitcoin":{"usd":7}}"#).await,
    );
    failing.respond(500, "{}");
    let settings = format!("{},{}", failing.setting(), working.setting());
    let app = failing.app().await;
    let setting = |name: &str| (name == "WALLET_CLOUD_UPSTREAM_PRICES").then(|| settings.clone());
    let prices = crate::asset_info::fixture::prices(app.clock.clone(), setting);
    let app = app.with_prices(prices);
    assert_eq!(app.get(BTC).await.data()[0]["prices"]["usd"], "7");
    assert_eq!(failing.take_requests().len(), 1);
}
