//! Address info of the EVM chains: balances and transactions of an address, balances over time and statements.
//!
//! The supported chains are the rows of the table in the core crate.

mod address;
mod approvals;
mod balance_history;
mod batch;
mod holdings;
mod info;
mod nfts;
mod owner;
mod recipient;
mod statement;
mod token;

use axum::Router;
use axum::extract::FromRef;
use std::sync::Arc;
use utoipa::OpenApi;
use wallet_core::ports::past_prices::PastPrices;
use wallet_core::ports::system::Clock;
use wallet_core::ports::upstream_health::UpstreamHealth;
use wallet_eth_like::ports::Erc20List;
use wallet_eth_like::ports::EthLikeIndex;
use wallet_eth_like::ports::EthLikeNode;
use wallet_http::{Authorizer, Described, OperatorLists, Purpose, Routes, Served, Service, get, post};

/// The service's name, the first part of the base path.
pub const NAME: &str = "address-info-eth-like";

/// Dependencies of the endpoints.
#[derive(Clone)]
pub struct Services {
    /// Verifies permission tokens.
    pub authorizer: Authorizer,
    /// Provides balances.
    pub node: Arc<dyn EthLikeNode>,
    /// Provides histories.
    pub index: Arc<dyn EthLikeIndex>,
    /// The tokens with reported balances.
    pub tokens: Arc<dyn Erc20List>,
    /// The operator's lists of addresses.
    pub lists: OperatorLists,
    /// Provides prices of the past, `None` if none are configured.
    pub prices: Option<Arc<dyn PastPrices>>,
    /// The clock, which determines the end of periods.
    pub clock: Arc<dyn Clock>,
}

impl FromRef<Services> for Authorizer {
    fn from_ref(services: &Services) -> Self {
        services.authorizer.clone()
    }
}

/// Returns the routes, relative to the base path. A trailing slash is optional.
pub fn router() -> Router<Services> {
    routes::<Served>().router()
}

/// The OpenAPI document that is served, generated from [`openapi`] (docs/contributing.md).
pub const DOCUMENT: &str = include_str!("../openapi.json");

/// Builds the OpenAPI document of the endpoints from their code.
pub fn openapi() -> utoipa::openapi::OpenApi {
    routes::<Described>().describe(TITLE, DESCRIPTION, Document::openapi())
}

/// Returns the service, which reports the upstreams in `health`.
pub fn service(services: Services, upstreams: Arc<dyn UpstreamHealth>) -> Service {
    Service::new(NAME, router(), services, DOCUMENT).with_upstreams(upstreams)
}

fn routes<P: Purpose<Services>>() -> Routes<Services, P> {
    Routes::new("address-info")
        .route("/api/{chain}", get(address::get))
        .route("/api/{chain}/token", get(token::get))
        .route("/api/{chain}/approvals", get(approvals::get))
        .route("/api/{chain}/nfts", get(nfts::get))
        .route("/api/{chain}/recipient", post(recipient::post))
        .route("/api/{chain}/balance-history", post(balance_history::post))
        .route("/api/{chain}/statement", post(statement::post))
        .route("/api/batch", post(batch::post))
}

/// The title of the service.
const TITLE: &str = "Address info (eth-like)";

/// The description of the service.
const DESCRIPTION: &str = "Returns the balances and the transactions of an address on an EVM chain. All amounts are \
                       strings of decimal digits in the base unit; each comes with the number of decimal places \
                       of its asset.";

#[derive(OpenApi)]
#[openapi(paths(
    address::get,
    token::get,
    approvals::get,
    nfts::get,
    recipient::post,
    balance_history::post,
    statement::post,
    batch::post
))]
struct Document;
