//! Address info of btc, ltc, bch and doge: what an address holds, and its transactions.

mod address;

use axum::Router;
use axum::extract::FromRef;
use axum::routing::get;
use std::sync::Arc;
use utoipa::OpenApi;
use wallet_btc_like::ports::BtcLikeIndex;
use wallet_http::Authorizer;

/// The service's name, the first part of its base path.
pub const NAME: &str = "address-info-btc-like";

/// What the endpoints work with.
#[derive(Clone)]
pub struct Services {
    /// Verifies permission tokens.
    pub authorizer: Authorizer,
    /// The view of the networks.
    pub index: Arc<dyn BtcLikeIndex>,
}

impl FromRef<Services> for Authorizer {
    fn from_ref(services: &Services) -> Self {
        services.authorizer.clone()
    }
}

/// The endpoints, relative to the base path. A trailing slash makes no difference.
pub fn router() -> Router<Services> {
    Router::new().route("/api/{chain}", get(address::get))
}

/// The OpenAPI document of the endpoints.
pub fn openapi() -> utoipa::openapi::OpenApi {
    Document::openapi()
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Address info (btc-like)",
        description = "Tells what an address on btc, ltc, bch or doge holds, and its transactions. All amounts are \
                       strings of decimal digits in the chain's smallest unit, of which one coin has 100 000 000."
    ),
    paths(address::get)
)]
struct Document;
