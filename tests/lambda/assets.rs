//! Asset info behind events: ids with a colon, which the gateway decodes.

use crate::event::{Event, invoke};
use crate::services::{ASSET_INFO, asset_info};
use serde_json::json;
use wallet_test_support::tokens;

const TETHER: &str = "0xdAC17F958D2ee523a2206206994597C13D831ec7";

fn event(method: &str, path: &str) -> Event {
    let bearer = format!("Bearer {}", tokens::token(&["read", "assets"]));
    Event::new(method, &format!("{ASSET_INFO}/api/{path}")).header("authorization", &bearer)
}

#[tokio::test]
async fn id_with_a_colon_reaches_the_table() {
    let app = asset_info().await;
    let body = json!({ "name": "Mine", "ticker": "MINE", "decimals": 6 });
    let path = format!("erc20/eth:{TETHER}");
    for event in [
        event("GET", &path),
        event("GET", &format!("{path}/")),
        event("DELETE", &path).query("revision=3"),
        event("PUT", &path).json(&body),
        event("PUT", &path).json(&body).in_base64(),
        event("GET", "erc20/list").query("chain=eth&tag=stablecoin"),
    ] {
        let response = invoke(&app, event).await;
        assert_eq!(response.error(), (503, "service_unavailable".to_owned()));
        assert!(response.header("retry-after").is_some());
    }
}

#[tokio::test]
async fn invalid_requests_are_rejected_before_the_table() {
    let app = asset_info().await;
    for (event, expected) in [
        (event("GET", "erc20/dash:0x12"), (404, "chain_not_supported")),
        (event("GET", "erc20/eth:0x12"), (400, "invalid_address")),
        (event("GET", "bond/usd"), (404, "not_found")),
        (
            event("DELETE", "fiat/usd").query("revision=x"),
            (400, "invalid_request"),
        ),
        (event("PUT", "fiat/usd"), (400, "invalid_request")),
    ] {
        let (status, code) = invoke(&app, event).await.error();
        assert_eq!((status, code.as_str()), expected);
    }
}
