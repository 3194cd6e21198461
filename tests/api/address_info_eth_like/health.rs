//! Nodes and indexes in `health`.

use super::App;
use crate::support::client::{call, request};
use axum::http::Method;
use serde_json::json;

#[tokio::test]
async fn nodes_and_indexes_are_listed_with_their_heights() {
    for kind in ["etherscan", "blockscout", "blockbook"] {
        let app = App::with(kind).await;
        let path = "/address-info-eth-like/v1/health?deep=true";
        let response = call(&app.router, request(Method::GET, path, app.token(), None)).await;
        let text = response.text.clone();
        let upstreams = response.data()["upstreams"]
            .as_array()
            .unwrap_or_else(|| panic!("{text}"))
            .clone();
        let shown: Vec<_> = upstreams
            .iter()
            .filter(|upstream| upstream["network"] == "livenet")
            .map(|upstream| {
                json!([
                    upstream["chain"],
                    upstream["kind"],
                    upstream["state"],
                    upstream["height"]
                ])
            })
            .collect();
        assert_eq!(
            shown,
            [json!(["eth", "jsonrpc", "up", 800]), json!(["eth", kind, "up", 800])]
        );
    }
}
