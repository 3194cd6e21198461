//! `GET /openapi.json`: one OpenAPI document for all services.

use axum::Router;
use axum::response::IntoResponse;
use axum::routing::get;

/// The combined document, generated from the documents of the services (docs/contributing.md).
const DOCUMENT: &str = include_str!("../../../functions/openapi.json");

/// Adds the combined document to the routes of the services. Pages of every origin may read it.
pub fn with_openapi(services: Router) -> Router {
    services.route("/openapi.json", get(document))
}

async fn document() -> impl IntoResponse {
    let headers = [
        ("content-type", "application/json"),
        ("access-control-allow-origin", "*"),
    ];
    (headers, DOCUMENT)
}
