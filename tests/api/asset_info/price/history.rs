//! `POST /api/price/history`: prices, the requests to the source, the store, and rejections.

use super::server::PriceServer;
use crate::asset_info::App;
use crate::asset_info::fixture::prices;
use crate::support::client::{call, request};
use crate::support::tokens;
use axum::http::Method;
use futures::future::join_all;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::time::Duration;
use wallet_assets::Seed;
use wallet_client::asset_info::{PastPriceItem, PastPriceRequest, past_prices};
use wallet_cloud::serve::{Options, start};
use wallet_core::ports::system::Clock;
use wallet_http::system::SystemClock;
use wallet_tests::support::local_server::merchant;

const DAY: u64 = 86_400;

/// 1 December 2026, 00:00 UTC; the clock of the service is at 15 January 2027, 08:00.
const DECEMBER: u64 = 1_796_083_200;

/// 1 January 2027, 00:00 UTC.
const JANUARY: u64 = DECEMBER + 31 * DAY;

/// The time of the clock.
const NOW: u64 = 1_800_000_000;

/// Returns a response with a price each hour from a time on: the number of the hour, and 41 seconds later.
fn chart(from: u64, hours: u64) -> String {
    let mut rows = String::new();
    for hour in 0..hours {
        let _ = write!(rows, ",[{}331,{}.25]", from + hour * 3600 + 41, hour + 1);
    }
    format!(
        r#"{{"prices":[{}],"market_caps":[],"total_volumes":[]}}"#,
        rows.trim_start_matches(',')
    )
}

async fn fixture() -> (PriceServer, App) {
    let server = PriceServer::start(r#"{"prices":[]}"#).await;
    server.respond_to(&format!("from={DECEMBER}"), &chart(DECEMBER, 31 * 24));
    server.respond_to(&format!("from={JANUARY}"), &chart(JANUARY, 14 * 24 + 9));
    let app = server.app().await;
    (server, app)
}

async fn post(app: &App, body: &Value) -> Vec<Value> {
    let response = app.post("price/history", body).await;
    response.data().as_array().expect("a list").clone()
}

fn items(asset: &str, times: &[u64]) -> Value {
    let items: Vec<_> = times.iter().map(|at| json!({ "asset": asset, "at": at })).collect();
    json!({ "items": items, "currency": "eur" })
}

#[tokio::test]
async fn item_has_the_first_price_of_its_day() {
    let (server, app) = fixture().await;
    let rows = post(&app, &items("btc", &[DECEMBER, DECEMBER + 2 * DAY + 7200, NOW])).await;
    let row = |at: u64, price: &str, priced_at: u64| json!({ "asset": "btc", "at": at, "price": price, "pricedAt": priced_at, "source": "coingecko" });
    let expected = [
        row(DECEMBER, "1.25", DECEMBER + 41),
        row(DECEMBER + 2 * DAY + 7200, "49.25", DECEMBER + 2 * DAY + 41),
        row(NOW, "337.25", JANUARY + 14 * DAY + 41),
    ];
    assert_eq!(rows, expected);
    let mut sent = server.take_requests();
    sent.sort();
    let path = "/api/v3/coins/bitcoin/market_chart/range?fixed=1&vs_currency=eur";
    assert_eq!(
        sent,
        [
            format!("{path}&from={DECEMBER}&to={}&precision=full", JANUARY - 1),
            format!("{path}&from={JANUARY}&to={NOW}&precision=full"),
        ]
    );
}

#[tokio::test]
async fn tokens_are_requested_by_contract_and_unknown_ones_say_so() {
    let (server, app) = fixture().await;
    server.respond(404, r#"{"error":"coin not found"}"#);
    let tether = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
    let usdc = "USDC-GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN";
    let october = DECEMBER - 61 * DAY;
    let body = json!({ "currency": "usd", "items": [
        { "asset": format!("eth:{}", tether.to_lowercase()), "at": october },
        { "asset": format!("xlm:{usdc}"), "at": october },
        { "asset": "ftm", "at": october },
    ] });
    let rows = post(&app, &body).await;
    let unknown = |asset: &str| json!({ "asset": asset, "at": october, "missing": "unknown" });
    assert_eq!(
        rows,
        [
            unknown(&format!("eth:{tether}")),
            unknown(&format!("xlm:{usdc}")),
            unknown("ftm")
        ]
    );
    let mut sent: Vec<_> = server.take_requests();
    sent.sort();
    let path = |request: &String| request.split('?').next().map(str::to_owned);
    let expected = [
        format!(
            "/api/v3/coins/ethereum/contract/{}/market_chart/range",
            tether.to_lowercase()
        ),
        "/api/v3/coins/fantom/market_chart/range".to_owned(),
        format!("/api/v3/coins/stellar/contract/{usdc}/market_chart/range"),
    ];
    assert_eq!(sent.iter().filter_map(path).collect::<Vec<_>>(), expected);
}

#[tokio::test]
async fn range_has_a_price_of_each_day_or_hour() {
    let (server, app) = fixture().await;
    let range = |from: u64, to: u64, interval: &str| json!({ "asset": "eth", "currency": "usd", "from": from, "to": to, "interval": interval });
    let days = post(&app, &range(JANUARY - DAY + 5, JANUARY + DAY, "day")).await;
    let found: Vec<_> = days
        .iter()
        .map(|row| (row["at"].as_u64().unwrap(), row["price"].clone()))
        .collect();
    let expected = [
        (JANUARY - DAY, json!("721.25")),
        (JANUARY, json!("1.25")),
        (JANUARY + DAY, json!("25.25")),
    ];
    assert_eq!(found, expected);
    let hours = post(&app, &range(JANUARY - 3600, JANUARY + 7200, "hour")).await;
    let found: Vec<_> = hours.iter().map(|row| row["price"].clone()).collect();
    assert_eq!(found, ["744.25", "1.25", "2.25", "3.25"]);
    assert_eq!(server.take_requests().len(), 2, "hours are those of the same requests");
    assert_eq!(post(&app, &range(JANUARY, JANUARY, "hour")).await.len(), 1);
}

/// The count of requests to the source for 1, 50 and 500 items (docs/performance.md).
#[tokio::test]
async fn a_month_is_requested_once_and_shared_by_instances() {
    let (server, app) = fixture().await;
    let december: Vec<_> = (0..500).map(|item| DECEMBER + item * 5000).collect();
    for count in [1, 50, 500] {
        post(&app, &items("btc", &december[..count])).await;
    }
    assert_eq!(server.take_requests().len(), 1);
    app.clock.advance(Duration::from_hours(48));
    let second = app.instance(Seed::BuiltIn);
    let setting = server.setting();
    let source = |name: &str| (name == "WALLET_CLOUD_UPSTREAM_PRICES").then(|| setting.clone());
    let second = second.with_prices(prices(app.clock.clone(), source));
    for app in [&app, &second] {
        let rows = post(app, &items("btc", &december)).await;
        assert!(rows.iter().all(|row| row["source"] == "coingecko"), "{rows:?}");
    }
    assert_eq!(server.take_requests(), [""; 0]);
    let mut usd = items("btc", &december[..1]);
    usd["currency"] = json!("usd");
    post(&app, &usd).await;
    assert_eq!(server.take_requests().len(), 1, "a month of each currency");
}

#[tokio::test]
async fn concurrent_callers_share_a_request() {
    let (server, app) = fixture().await;
    server.delay(Duration::from_millis(100));
    let body = items("btc", &[DECEMBER + 5 * DAY]);
    let rows = join_all((0..20).map(|_| post(&app, &body))).await;
    assert!(rows.iter().all(|rows| rows[0]["price"] == "121.25"), "{rows:?}");
    assert_eq!(server.take_requests().len(), 1);
}

#[tokio::test]
async fn today_and_a_partial_month_are_not_stored_as_complete() {
    let (server, app) = fixture().await;
    post(&app, &items("btc", &[NOW, JANUARY])).await;
    assert_eq!(server.take_requests().len(), 1);
    let source = || {
        let setting = server.setting();
        let source = move |name: &str| (name == "WALLET_CLOUD_UPSTREAM_PRICES").then(|| setting.clone());
        prices(app.clock.clone(), source)
    };
    let second = app.instance(Seed::BuiltIn).with_prices(source());
    let past: Vec<_> = (0..14).map(|day| JANUARY + day * DAY).collect();
    post(&second, &items("btc", &past)).await;
    assert_eq!(server.take_requests(), [""; 0], "the days that are over are stored");
    let today = post(&second, &items("btc", &[NOW])).await;
    assert_eq!(today[0]["price"], "337.25");
    assert_eq!(server.take_requests().len(), 1, "today is not stored");
    // A response that ends in the middle of the month.
    let november = DECEMBER - 30 * DAY;
    server.respond(200, &chart(november, 10 * 24));
    let rows = post(&app, &items("btc", &[november, november + 20 * DAY])).await;
    assert_eq!(
        (&rows[0]["price"], &rows[1]["missing"]),
        (&json!("1.25"), &json!("unknown"))
    );
    server.take_requests();
    server.respond(200, &chart(november, 30 * 24));
    let third = app.instance(Seed::BuiltIn).with_prices(source());
    let rows = post(&third, &items("btc", &[november, november + 20 * DAY])).await;
    assert_eq!(rows[1]["price"], "481.25");
    assert_eq!(server.take_requests().len(), 1, "the missing days are requested again");
}

#[tokio::test]
async fn failed_month_is_not_stored_and_hides_no_other() {
    let (server, app) = fixture().await;
    post(&app, &items("btc", &[DECEMBER])).await;
    server.respond(500, r#"{"error":"0secret"}"#);
    let october = DECEMBER - 61 * DAY;
    let response = app.post("price/history", &items("btc", &[DECEMBER, october])).await;
    let rows = response.data();
    assert_eq!(
        (&rows[0]["price"], &rows[1]["missing"]),
        (&json!("1.25"), &json!("unavailable"))
    );
    let response = app.post("price/history", &items("ltc", &[october])).await;
    response.assert_error(502, "upstream_error", None);
    assert!(!response.text.contains("0secret"), "{}", response.text);
    server.respond(200, &chart(october, 31 * 24));
    app.clock.advance(Duration::from_secs(61));
    let rows = post(&app, &items("btc", &[october])).await;
    assert_eq!(rows[0]["price"], "1.25");
}

#[tokio::test]
async fn a_request_fetches_a_bounded_number_of_months() {
    let (server, app) = fixture().await;
    let times: Vec<_> = (0..100).map(|month| NOW - month * 31 * DAY).collect();
    let rows = post(&app, &items("btc", &times)).await;
    assert_eq!(server.take_requests().len(), 60);
    let unavailable = rows.iter().filter(|row| row["missing"] == "unavailable");
    assert_eq!(unavailable.count(), 40);
}

#[tokio::test]
async fn store_outage_only_costs_requests() {
    let (server, app) = fixture().await;
    app.proxy.cut(true);
    let rows = post(&app, &items("btc", &[DECEMBER])).await;
    assert_eq!(rows[0]["price"], "1.25");
    assert_eq!(server.take_requests().len(), 1);
}

#[tokio::test]
async fn sandbox_has_the_same_artificial_price_of_a_past_hour() {
    let running = start(Options::ephemeral()).await.expect("a local server");
    let reader = merchant(&running, &["read"]).await;
    let now = SystemClock.now().as_secs();
    let item = |asset: &str, at: u64| PastPriceItem::builder().asset(asset).at(at).build();
    let of = |items: Vec<PastPriceItem>| {
        let request = PastPriceRequest::builder().items(items).currency("usd");
        request.network("testnet".to_owned()).build()
    };
    let days = vec![
        item("btc", DECEMBER - 40 * DAY),
        item("xlm", DECEMBER - 39 * DAY),
        item("btc", now),
    ];
    let prices = past_prices(&reader, &of(days.clone())).await.expect("prices");
    let found: Vec<_> = prices.iter().map(|row| row.price.as_deref()).collect();
    // Days 20748 and 20749: 98 % and 99 % of the current price.
    let expected = [Some("10888.8878"), Some("0.769999"), Some("11111.11")];
    assert_eq!(found, expected);
    assert_eq!(past_prices(&reader, &of(days)).await.expect("prices"), prices);
    running.shutdown().await.expect("the server stops");
}

#[tokio::test]
async fn without_a_price_source_the_setting_is_named() {
    let app = App::new().await;
    let response = app.post("price/history", &items("btc", &[DECEMBER])).await;
    response.assert_error(503, "not_configured", None);
    assert_eq!(response.detail("setting"), "WALLET_CLOUD_UPSTREAM_PRICES");
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "a table")]
async fn invalid_requests_are_reported_and_not_sent() {
    let (server, app) = fixture().await;
    let item = |item: Value| json!({ "currency": "usd", "items": [{ "asset": "btc", "at": 5 }, item] });
    let range = |field: &str, value: Value| {
        let mut body = json!({ "asset": "btc", "currency": "usd", "from": JANUARY, "to": NOW, "interval": "day" });
        body[field] = value;
        body
    };
    let many: Vec<_> = (0..501).map(|at| json!({ "asset": "btc", "at": at })).collect();
    for (body, code, field) in [
        (json!({}), "invalid_request", "items"),
        (json!({ "currency": "usd" }), "invalid_request", "items"),
        (json!({ "currency": "usd", "items": [] }), "invalid_request", "items"),
        (json!({ "currency": "usd", "items": many }), "invalid_request", "items"),
        (json!({ "currency": "usd", "items": "btc" }), "invalid_request", "items"),
        (
            json!({ "currency": "usd", "items": [1] }),
            "invalid_request",
            "items[0]",
        ),
        (item(json!({ "asset": "btc" })), "invalid_request", "items[1].at"),
        (item(json!({ "at": 5 })), "invalid_request", "items[1].asset"),
        (
            item(json!({ "asset": "usd", "at": 5 })),
            "invalid_request",
            "items[1].asset",
        ),
        (
            item(json!({ "asset": "eth:0x1", "at": 5 })),
            "invalid_address",
            "items[1].asset",
        ),
        (
            item(json!({ "asset": "xlm:USDC", "at": 5 })),
            "invalid_request",
            "items[1].asset",
        ),
        (
            item(json!({ "asset": "btc", "at": -1 })),
            "invalid_request",
            "items[1].at",
        ),
        (
            item(json!({ "asset": "btc", "at": "5" })),
            "invalid_request",
            "items[1].at",
        ),
        (
            item(json!({ "asset": "btc", "at": 1.5 })),
            "invalid_request",
            "items[1].at",
        ),
        (
            item(json!({ "asset": "btc", "at": NOW + 1 })),
            "invalid_request",
            "items[1].at",
        ),
        (
            item(json!({ "asset": "btc", "at": u64::MAX })),
            "invalid_request",
            "items[1].at",
        ),
        (
            json!({ "items": [{ "asset": "btc", "at": 5 }] }),
            "invalid_request",
            "currency",
        ),
        (
            json!({ "items": [{ "asset": "btc", "at": 5 }], "currency": "USD" }),
            "invalid_request",
            "currency",
        ),
        (
            json!({ "items": [{ "asset": "btc", "at": 5 }], "currency": "btc" }),
            "invalid_request",
            "currency",
        ),
        (
            json!({ "items": [{ "asset": "btc", "at": 5 }], "currency": "usd", "asset": "btc" }),
            "invalid_request",
            "asset",
        ),
        (range("asset", json!("dash")), "invalid_request", "asset"),
        (range("currency", json!("xxx")), "invalid_request", "currency"),
        (range("from", Value::Null), "invalid_request", "from"),
        (range("from", json!(NOW + 1)), "invalid_request", "from"),
        (range("from", json!(NOW - 367 * DAY)), "invalid_request", "from"),
        (range("from", json!(0)), "invalid_request", "from"),
        (range("to", Value::Null), "invalid_request", "to"),
        (range("to", json!(NOW + 1)), "invalid_request", "to"),
        (range("to", json!(JANUARY - 1)), "invalid_request", "from"),
        (range("interval", Value::Null), "invalid_request", "interval"),
        (range("interval", json!("week")), "invalid_request", "interval"),
        (range("network", json!("main")), "invalid_request", "network"),
    ] {
        let response = app.post("price/history", &body).await;
        response.assert_error(400, code, Some(field));
    }
    let hours = json!({ "asset": "btc", "currency": "usd", "from": NOW - 745 * 3600, "to": NOW, "interval": "hour" });
    app.post("price/history", &hours)
        .await
        .assert_error(400, "invalid_request", Some("from"));
    assert_eq!(server.take_requests(), [""; 0]);
}

#[tokio::test]
async fn past_prices_require_read_and_support_post_only() {
    let app = App::new().await;
    let path = "/asset-info/v1/api/price/history";
    let body = items("btc", &[5]);
    let send = async |method: Method, token: &str| call(&app.router, request(method, path, token, Some(&body))).await;
    send(Method::POST, "").await.assert_error(401, "unauthorized", None);
    let other = send(Method::POST, &tokens::token(&["register", "secret", "assets"])).await;
    other.assert_error(403, "insufficient_permission", None);
    let response = send(Method::PUT, &tokens::token(&["read", "assets"])).await;
    response.assert_error(405, "method_not_allowed", None);
}
