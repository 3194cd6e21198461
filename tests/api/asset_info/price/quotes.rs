//! Prices in responses, the requests to the source, and the cache.

use super::server::PriceServer;
use crate::asset_info::App;
use futures::future::join_all;
use serde_json::json;
use std::time::Duration;
use wallet_assets::CoinChain;
use wallet_client::asset_info::{PriceRequest, prices};
use wallet_cloud::serve::{Options, start};
use wallet_tests::support::local_server::merchant;

const TETHER: &str = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
const USDC: &str = "USDC-GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN";

#[tokio::test]
async fn prices_keep_every_digit_of_the_source() {
    let server = PriceServer::start(
        r#"{"bitcoin":{"usd":103663.12345678901234567,"usd_24h_change":1.6371141415010508,"eur":9.2e4,
            "last_updated_at":1747407859},"ethereum":{"usd":2587.790,"eur":null}}"#,
    )
    .await;
    let app = server.app().await;
    let response = app.get("price?assets=btc,op,ltc&currency=usd,eur").await;
    assert_eq!(
        response.data(),
        &json!([
            {
                "asset": "btc", "prices": { "usd": "103663.12345678901234567", "eur": "92000" },
                "change24h": { "usd": "1.6371141415010508" }, "at": 1_747_407_859,
            },
            { "asset": "op", "prices": { "usd": "2587.79" } },
            { "asset": "ltc", "prices": {} },
        ])
    );
    let only = app.get("price?assets=btc&currency=eur").await;
    assert_eq!(only.data()[0]["prices"], json!({ "eur": "92000" }));
    assert!(only.data()[0].get("change24h").is_none());
}

#[tokio::test]
async fn one_unreadable_row_hides_no_other() {
    let server = PriceServer::start(r#"{"bitcoin":"evil","litecoin":[],"dogecoin":{"usd":"1"},"stellar":{"usd":0.1}}"#);
    let app = server.await.app().await;
    let list = app.list("price?assets=btc,ltc,doge,xlm&currency=usd").await;
    let prices: Vec<_> = list.iter().map(|row| row["prices"].clone()).collect();
    assert_eq!(prices, [json!({}), json!({}), json!({}), json!({ "usd": "0.1" })]);
}

#[tokio::test]
async fn tokens_are_requested_by_contract() {
    let lower = TETHER.to_lowercase();
    let body = format!(r#"{{"{lower}":{{"usd":1.001}},"{USDC}":{{"usd":0.999}}}}"#);
    let server = PriceServer::start(&body).await;
    let app = server.app().await;
    let path = format!("price?assets=eth:{TETHER},xlm:{USDC},bsc:{lower}&currency=usd");
    let list = app.list(&path).await;
    let found: Vec<_> = list
        .iter()
        .map(|row| (row["asset"].clone(), row["prices"]["usd"].clone()))
        .collect();
    assert_eq!(
        found,
        [
            (json!(format!("eth:{TETHER}")), json!("1.001")),
            (json!(format!("xlm:{USDC}")), json!("0.999")),
            (json!(format!("bsc:{lower}")), json!("1.001")),
        ]
    );
    let mut requests = server.take_requests();
    requests.sort();
    let platforms = ["binance-smart-chain", "ethereum", "stellar"];
    for (request, (platform, contract)) in requests.iter().zip(platforms.into_iter().zip([&*lower, &*lower, USDC])) {
        let start =
            format!("/api/v3/simple/token_price/{platform}?fixed=1&contract_addresses={contract}&vs_currencies=usd");
        assert!(request.starts_with(&start), "{request}");
    }
    assert_eq!(requests.len(), 3);
}

#[tokio::test]
async fn a_request_is_shared_for_a_minute() {
    let server = PriceServer::start(r#"{"bitcoin":{"usd":1}}"#).await;
    let app = server.app().await;
    server.delay(Duration::from_millis(100));
    let requests = ["btc&currency=usd", "eth,ltc&currency=eur", "xlm&currency=usd,eur"];
    let paths = requests
        .iter()
        .cycle()
        .take(30)
        .map(|query| format!("price?assets={query}"));
    let responses = join_all(paths.map(|path| {
        let app = &app;
        async move { app.get(&path).await }
    }));
    assert!(responses.await.iter().all(|response| response.status == 200));
    let sent = server.take_requests();
    assert_eq!(sent.len(), 1, "{sent:?}");
    assert!(
        sent[0].starts_with("/api/v3/simple/price?fixed=1&ids=avalanche-2%2Cbinancecoin%2Cbitcoin"),
        "{sent:?}"
    );
    for parameter in [
        "include_24hr_change=true",
        "include_last_updated_at=true",
        "precision=full",
    ] {
        assert!(sent[0].contains(parameter), "{sent:?}");
    }
    app.clock.advance(Duration::from_secs(59));
    app.get("price?assets=btc&currency=usd").await.data();
    assert_eq!(server.take_requests(), [""; 0]);
    server.respond(200, r#"{"bitcoin":{"usd":2}}"#);
    app.clock.advance(Duration::from_secs(2));
    let response = app.get("price?assets=btc&currency=usd").await;
    assert_eq!(response.data()[0], json!({ "asset": "btc", "prices": { "usd": "2" } }));
    assert_eq!(server.take_requests().len(), 1);
}

/// A server without a key allows a single contract per call.
#[tokio::test]
async fn contracts_are_requested_one_by_one_without_a_key() {
    let server = PriceServer::start("{}").await;
    let app = server.app().await;
    let contracts: Vec<_> = (1..=5).map(|number| format!("eth:0x{number:040x}")).collect();
    let list = app
        .list(&format!("price?assets={}&currency=usd", contracts.join(",")))
        .await;
    assert!(list.iter().all(|row| row["prices"] == json!({})), "{list:?}");
    assert_eq!(server.take_requests().len(), 5);
}

#[tokio::test]
async fn sandbox_has_artificial_prices_for_the_testnet_only() {
    let running = start(Options::ephemeral()).await.expect("a local server");
    let reader = merchant(&running, &["read"]).await;
    let request = |network: &str| {
        PriceRequest::builder()
            .assets(format!(
                "btc,eth,xlm,eth:{TETHER},eth:0x0000000000000000000000000000000000000001,xlm:{USDC}"
            ))
            .currency("usd,eur,sek")
            .network(network.to_owned())
            .build()
    };
    let list = prices(&reader, &request("testnet")).await.expect("prices");
    let usd: Vec<_> = list.iter().map(|row| row.prices.get("usd")).collect();
    let expected = json!(["11111.11", "2222.22", "0.777777", "1.11", null, "1.11"]);
    assert_eq!(json!(usd), expected);
    assert_eq!(json!(list[0].prices), json!({ "usd": "11111.11", "eur": "5555.555" }));
    assert_eq!(json!(list[0].change), json!({ "usd": "1.11", "eur": "1.11" }));
    assert!(list[0].at > Some(1_700_000_000), "{list:?}");
    let coins: Vec<_> = CoinChain::all().map(|chain| chain.name().to_owned()).collect();
    let mut every = request("testnet");
    every.assets = coins.join(",");
    let list = prices(&reader, &every).await.expect("prices");
    let without: Vec<_> = list
        .iter()
        .zip(coins)
        .filter(|(row, _)| !row.prices.contains_key("usd"))
        .collect();
    assert!(list.len() > 10 && without.is_empty(), "{without:?}");
    let livenet = prices(&reader, &request("livenet")).await;
    assert!(livenet.is_err(), "no artificial price of a real coin");
    running.shutdown().await.expect("the server stops");
}

#[tokio::test]
async fn without_a_price_source_the_setting_is_named() {
    let app = App::new().await;
    for (network, setting) in [
        ("", "WALLET_CLOUD_UPSTREAM_PRICES"),
        ("&network=livenet", "WALLET_CLOUD_UPSTREAM_PRICES"),
        ("&network=testnet", "WALLET_CLOUD_UPSTREAM_PRICES_TESTNET"),
    ] {
        let response = app.get(&format!("price?assets=btc&currency=usd{network}")).await;
        response.assert_error(503, "not_configured", None);
        assert_eq!(response.detail("setting"), setting);
    }
}
