//! Address info of Stellar: what an address holds, must keep and may claim, and its transactions.

mod address;

use axum::Router;
use axum::extract::FromRef;
use axum::routing::get;
use std::sync::Arc;
use utoipa::OpenApi;
use wallet_core::ports::system::Clock;
use wallet_http::Authorizer;
use wallet_xlm::ports::XlmIndex;

/// The service's name, the first part of its base path.
pub const NAME: &str = "address-info-xlm";

/// What the endpoints work with.
#[derive(Clone)]
pub struct Services {
    /// Verifies permission tokens.
    pub authorizer: Authorizer,
    /// Tells of addresses.
    pub index: Arc<dyn XlmIndex>,
    /// The time, by which claimable balances can be claimed or not.
    pub clock: Arc<dyn Clock>,
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
        title = "Address info (xlm)",
        description = "Tells what an address on Stellar holds, must keep and may claim, and its transactions. All amounts, \
                       of the lumen (XLM), of every other asset and of shares of pools, are strings of decimal digits \
                       in their smallest unit, of which a whole unit has 10^7."
    ),
    paths(address::get)
)]
struct Document;
