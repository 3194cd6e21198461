//! The service documents and behaviour common to all endpoints.

use super::App;
use crate::support::endpoints::Endpoints;
use axum::http::Method;
use wallet_xlm::operation::OperationBody;

/// All endpoints.
const PATHS: &[(&str, Method)] = &[
    ("get-address/{chain}", Method::POST),
    ("prepare-transaction/estimate/{chain}", Method::POST),
    ("prepare-transaction/fee-stat/{chain}", Method::GET),
    ("prepare-transaction/paths/{chain}", Method::GET),
    ("transaction/get-hash/{chain}/transfer", Method::POST),
    ("transaction/get-hash/{chain}/add-trustline", Method::POST),
    ("transaction/get-hash/{chain}/claimable-balance", Method::POST),
    ("transaction/get-hash/{chain}/multi-operations", Method::POST),
    ("transaction/get-hash/{chain}/fee-bump", Method::POST),
    ("transaction/attach-signature/{chain}", Method::POST),
    ("transaction/send/{chain}", Method::POST),
    ("transaction/parse/{chain}", Method::POST),
    ("transaction/status/{chain}", Method::GET),
    ("utility/account-reserve", Method::POST),
    ("utility/base-reserve", Method::GET),
    ("utility/check-account", Method::POST),
    ("utility/check-account-trustline", Method::POST),
    ("validate-address/{chain}", Method::GET),
];

fn endpoints(app: &App) -> Endpoints<'_> {
    Endpoints {
        router: &app.router,
        base: "/blockchain-connector-xlm/v1",
        paths: PATHS,
        chains: &["xlm"],
    }
}

#[tokio::test]
async fn every_endpoint_requires_a_token_with_read() {
    let app = App::new();
    endpoints(&app).require_token_with_read().await;
    assert_eq!(app.requests(), [""; 0]);
}

#[tokio::test]
async fn chain_of_another_service_is_not_found() {
    let app = App::new();
    let others = ["btc", "eth", "XLM", "xlm%20", "%2e%2e", "stellar"];
    endpoints(&app).reject_chains(&others).await;
}

#[tokio::test]
async fn other_methods_are_405_with_allow() {
    let app = App::new();
    endpoints(&app).reject_other_methods().await;
}

#[tokio::test]
async fn document_describes_every_endpoint_and_field() {
    let app = App::new();
    let document = endpoints(&app).are_described().await;
    let document = document.to_string();
    for name in OperationBody::NAMES {
        assert!(document.contains(&format!("\"{name}\"")), "{name}");
    }
}
