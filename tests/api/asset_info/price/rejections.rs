//! Rejected requests.

use super::server::PriceServer;
use crate::asset_info::App;
use crate::support::client::{call, request};
use crate::support::tokens;
use axum::http::Method;

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "a table")]
async fn invalid_parameters_are_reported_and_not_sent() {
    let server = PriceServer::start("{}").await;
    let app = server.app().await;
    let many = vec!["btc"; 51].join(",");
    let contract = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
    let wrong = contract.replace("dAC", "DAC");
    for (query, code, field) in [
        (String::new(), "invalid_request", "assets"),
        ("currency=usd".to_owned(), "invalid_request", "assets"),
        ("assets=btc".to_owned(), "invalid_request", "currency"),
        ("assets=&currency=usd".to_owned(), "invalid_request", "assets[0]"),
        ("assets=btc,&currency=usd".to_owned(), "invalid_request", "assets[1]"),
        (
            "assets=btc,dash&currency=usd".to_owned(),
            "invalid_request",
            "assets[1]",
        ),
        ("assets=usd&currency=usd".to_owned(), "invalid_request", "assets[0]"),
        (
            "assets=btc,ltc,btc&currency=usd".to_owned(),
            "invalid_request",
            "assets[2]",
        ),
        (
            format!("assets=eth:{contract},eth:{}&currency=usd", contract.to_lowercase()),
            "invalid_request",
            "assets[1]",
        ),
        (format!("assets={many}&currency=usd"), "invalid_request", "assets"),
        (
            format!("assets=eth:{wrong}&currency=usd"),
            "invalid_address",
            "assets[0]",
        ),
        (
            "assets=eth:usdt&currency=usd".to_owned(),
            "invalid_address",
            "assets[0]",
        ),
        (
            "assets=xlm:USDC&currency=usd".to_owned(),
            "invalid_request",
            "assets[0]",
        ),
        (
            "assets=xlm:USDC-G&currency=usd".to_owned(),
            "invalid_address",
            "assets[0]",
        ),
        ("assets=btc&currency=".to_owned(), "invalid_request", "currency[0]"),
        ("assets=btc&currency=USD".to_owned(), "invalid_request", "currency[0]"),
        (
            "assets=btc&currency=usd,xxx".to_owned(),
            "invalid_request",
            "currency[1]",
        ),
        (
            "assets=btc&currency=usd,usd".to_owned(),
            "invalid_request",
            "currency[1]",
        ),
        (
            "assets=btc&currency=usd&network=main".to_owned(),
            "invalid_request",
            "network",
        ),
    ] {
        let response = app.get(&format!("price?{query}")).await;
        response.assert_error(400, code, Some(field));
    }
    assert_eq!(server.take_requests(), [""; 0]);
}

#[tokio::test]
async fn prices_require_read_and_support_get_only() {
    let app = App::new().await;
    let path = "/asset-info/v1/api/price?assets=btc&currency=usd";
    let send = async |method: Method, token: &str| call(&app.router, request(method, path, token, None)).await;
    send(Method::GET, "").await.assert_error(401, "unauthorized", None);
    let other = send(Method::GET, &tokens::token(&["register", "secret", "assets"])).await;
    other.assert_error(403, "insufficient_permission", None);
    let response = send(Method::POST, &tokens::token(&["read", "assets"])).await;
    response.assert_error(405, "method_not_allowed", None);
}
