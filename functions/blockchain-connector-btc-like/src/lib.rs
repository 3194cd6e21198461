//! The blockchain connector of btc, ltc, bch and doge.
//!
//! It derives addresses, prepares, hashes, completes and sends payments; private keys stay with the caller.
//! Only five endpoints need the network; the others are pure.

mod get_address;
mod prepare_transaction;
mod price_floors;
mod transaction;
mod validate_address;
mod wire;

use axum::Router;
use axum::extract::FromRef;
use axum::routing::{get, post};
use std::sync::Arc;
use utoipa::OpenApi;
use wallet_btc_like::ports::BtcLikeNode;
use wallet_http::Authorizer;

pub use price_floors::{PriceFloors, PriceFloorsError};

/// The service's name, the first part of its base path.
pub const NAME: &str = "blockchain-connector-btc-like";

/// What the endpoints work with.
#[derive(Clone)]
pub struct Services {
    /// Verifies permission tokens.
    pub authorizer: Authorizer,
    /// The view of the networks.
    pub node: Arc<dyn BtcLikeNode>,
    /// The lowest prices given out.
    pub price_floors: PriceFloors,
}

impl FromRef<Services> for Authorizer {
    fn from_ref(services: &Services) -> Self {
        services.authorizer.clone()
    }
}

/// The endpoints, relative to the base path.
#[rustfmt::skip]
pub fn router() -> Router<Services> {
    Router::new()
        .route("/api/get-address/{chain}", post(get_address::post))
        .route("/api/prepare-transaction/estimate/{chain}", post(prepare_transaction::estimate::post))
        .route("/api/prepare-transaction/utxo-list/{chain}", get(prepare_transaction::utxo_list::get))
        .route("/api/prepare-transaction/size/{chain}", post(prepare_transaction::size::post))
        .route("/api/prepare-transaction/price-per-byte/{chain}", get(prepare_transaction::price_per_byte::get))
        .route("/api/transaction/get-hash/{chain}", post(transaction::get_hash::post))
        .route("/api/transaction/attach-signature/{chain}", post(transaction::attach_signature::post))
        .route("/api/transaction/send/{chain}", post(transaction::send::post))
        .route("/api/transaction/parse/{chain}", post(transaction::parse::post))
        .route("/api/transaction/status/{chain}", get(transaction::status::get))
        .route("/api/validate-address/{chain}", get(validate_address::get))
}

/// The OpenAPI document of the endpoints.
pub fn openapi() -> utoipa::openapi::OpenApi {
    Document::openapi()
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Blockchain connector (btc-like)",
        description = "Derives addresses and prepares, hashes, completes and sends payments on btc, ltc, bch and doge. \
                       Private keys never leave the caller: it signs the hashes it is given. All amounts are strings \
                       of decimal digits in the chain's smallest unit, of which one coin has 100 000 000."
    ),
    paths(
        get_address::post,
        prepare_transaction::estimate::post,
        prepare_transaction::utxo_list::get,
        prepare_transaction::size::post,
        prepare_transaction::price_per_byte::get,
        transaction::get_hash::post,
        transaction::attach_signature::post,
        transaction::send::post,
        transaction::parse::post,
        transaction::status::get,
        validate_address::get,
    )
)]
struct Document;
