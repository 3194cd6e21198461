//! Address info of the EVM chains: what an address holds, and its transactions.
//!
//! Which chains there are is not said here: they are the rows of the table in the core.

mod address;

use axum::Router;
use axum::extract::FromRef;
use axum::routing::get;
use std::sync::Arc;
use utoipa::OpenApi;
use wallet_eth_like::ports::Erc20List;
use wallet_eth_like::ports::EthLikeIndex;
use wallet_eth_like::ports::EthLikeNode;
use wallet_http::Authorizer;

/// The service's name, the first part of its base path.
pub const NAME: &str = "address-info-eth-like";

/// What the endpoints work with.
#[derive(Clone)]
pub struct Services {
    /// Verifies permission tokens.
    pub authorizer: Authorizer,
    /// Tells what addresses hold.
    pub node: Arc<dyn EthLikeNode>,
    /// Tells what they have done.
    pub index: Arc<dyn EthLikeIndex>,
    /// The tokens whose balances are told.
    pub tokens: Arc<dyn Erc20List>,
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
        title = "Address info (eth-like)",
        description = "Tells what an address on an EVM chain holds, and its transactions. All amounts are strings of \
                       decimal digits in the smallest unit, with the number of digits behind the decimal point \
                       beside them."
    ),
    paths(address::get)
)]
struct Document;
