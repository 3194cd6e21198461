//! Horizons in the `health` endpoint.

use super::App;
use crate::support::client::{call, request};
use axum::http::Method;
use serde_json::json;

#[tokio::test]
async fn health_lists_horizons_with_their_ledgers() {
    let app = App::over(2).await;
    app.ledger_of(1).closed_at = "2027-01-15T07:00:00Z";
    let path = "/address-info-xlm/v1/health?deep=true";
    let response = call(&app.router, request(Method::GET, path, app.token(), None)).await;
    let upstreams = response.data()["upstreams"].as_array().expect("an array").clone();
    let of_livenet = upstreams.iter().filter(|upstream| upstream["network"] == "livenet");
    let shown: Vec<_> = of_livenet
        .map(|upstream| {
            json!([
                upstream["chain"],
                upstream["kind"],
                upstream["state"],
                upstream["height"]
            ])
        })
        .collect();
    assert_eq!(shown.len(), 2, "{}", response.text);
    assert_eq!(shown[0], json!(["xlm", "horizon", "up", 59_000_000]));
    assert_ne!(shown[1][2], "up", "its latest ledger is an hour old");
}
