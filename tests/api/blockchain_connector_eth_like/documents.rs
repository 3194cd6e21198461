//! The service documents and behaviour common to all endpoints.

use super::App;
use crate::support::endpoints::Endpoints;
use axum::http::Method;
use wallet_tests::support::chains::evm_chains;

/// All endpoints.
const PATHS: &[(&str, Method)] = &[
    ("get-address/{chain}", Method::POST),
    ("prepare-transaction/erc20-transfer-data", Method::GET),
    ("prepare-transaction/erc20-approve-data", Method::GET),
    ("prepare-transaction/estimate/{chain}", Method::POST),
    ("prepare-transaction/nonce/{chain}", Method::GET),
    ("prepare-transaction/gas-limit/{chain}", Method::POST),
    ("prepare-transaction/gas-price/{chain}", Method::GET),
    ("prepare-transaction/bump/{chain}", Method::POST),
    ("transaction/get-hash/{chain}", Method::POST),
    ("transaction/attach-signature/{chain}", Method::POST),
    ("transaction/send/{chain}", Method::POST),
    ("transaction/parse/{chain}", Method::POST),
    ("transaction/status/{chain}", Method::GET),
    ("message/get-hash/{chain}", Method::POST),
    ("message/attach-signature/{chain}", Method::POST),
    ("validate-address/{chain}", Method::GET),
];

fn endpoints(app: &App) -> Endpoints<'_> {
    Endpoints {
        router: &app.router,
        base: "/blockchain-connector-eth-like/v1",
        paths: PATHS,
        chains: evm_chains(),
    }
}

#[tokio::test]
async fn every_endpoint_requires_a_token_with_read() {
    let app = App::new().await;
    endpoints(&app).require_token_with_read().await;
    assert_eq!(app.requests(), []);
}

#[tokio::test]
async fn chain_of_another_service_is_not_found() {
    let app = App::new().await;
    let others = ["btc", "xlm", "ETH", "eth%20", "%2e%2e", "zora"];
    endpoints(&app).reject_chains(&others).await;
}

#[tokio::test]
async fn other_methods_are_405_with_allow() {
    let app = App::new().await;
    endpoints(&app).reject_other_methods().await;
}

#[tokio::test]
async fn document_describes_every_endpoint_and_field() {
    let app = App::new().await;
    let document = endpoints(&app).are_described().await;
    for name in [
        "EthLikeGetHashRequest",
        "EthLikeAttachSignatureRequest",
        "EthLikeSignature",
        "EthLikeFeeSet",
        "EthLikePriceSet",
    ] {
        assert!(document["components"]["schemas"][name].is_object(), "{name}");
    }
}
