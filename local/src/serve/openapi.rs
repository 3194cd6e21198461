//! `GET /openapi.json`: one OpenAPI document for all services.

use axum::Router;
use axum::response::IntoResponse;
use axum::routing::get;
use std::sync::LazyLock;
use wallet_http::openapi::combined;

/// The committed documents of the services, in the order of the combined document.
const DOCUMENTS: [(&str, &str); 8] = [
    (authorization::NAME, authorization::DOCUMENT),
    (asset_info::NAME, asset_info::DOCUMENT),
    (address_info_btc_like::NAME, address_info_btc_like::DOCUMENT),
    (address_info_eth_like::NAME, address_info_eth_like::DOCUMENT),
    (address_info_xlm::NAME, address_info_xlm::DOCUMENT),
    (
        blockchain_connector_btc_like::NAME,
        blockchain_connector_btc_like::DOCUMENT,
    ),
    (
        blockchain_connector_eth_like::NAME,
        blockchain_connector_eth_like::DOCUMENT,
    ),
    (blockchain_connector_xlm::NAME, blockchain_connector_xlm::DOCUMENT),
];

/// The combined document, assembled on first use.
static COMBINED: LazyLock<String> = LazyLock::new(|| {
    let documents = DOCUMENTS.map(|(name, text)| (name, serde_json::from_str(text).unwrap_or_default()));
    format!("{:#}\n", combined(&documents))
});

/// Returns the combined document as JSON text.
pub fn combined_document() -> &'static str {
    &COMBINED
}

/// Adds the combined document to the routes of the services. Pages of every origin may read it.
pub fn with_openapi(services: Router) -> Router {
    services.route("/openapi.json", get(document))
}

async fn document() -> impl IntoResponse {
    let headers = [
        ("content-type", "application/json"),
        ("access-control-allow-origin", "*"),
    ];
    (headers, combined_document())
}
