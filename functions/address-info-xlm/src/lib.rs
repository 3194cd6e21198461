//! Address info for Stellar: balances, reserves, claimable balances and transactions of an address, balances over time and
//! statements, settings and open offers of an account.

mod account;
mod address;
mod balance_history;
mod batch;
mod info;
mod listed;
mod offers;
mod owner;
mod recipient;
mod statement;
mod tokens;

pub use listed::listed_assets;

use axum::Router;
use axum::extract::FromRef;
use std::sync::Arc;
use utoipa::OpenApi;
use wallet_core::ports::past_prices::PastPrices;
use wallet_core::ports::system::Clock;
use wallet_core::ports::upstream_health::UpstreamHealth;
use wallet_http::{Authorizer, Described, OperatorLists, Purpose, Routes, Served, Service, get, post};
use wallet_xlm::ports::{XlmIndex, XlmTokens};

/// The name of the service, which is the first part of the base path.
pub const NAME: &str = "address-info-xlm";

/// The dependencies of the endpoints.
#[derive(Clone)]
pub struct Services {
    /// Verification of permission tokens.
    pub authorizer: Authorizer,
    /// The index of addresses.
    pub index: Arc<dyn XlmIndex>,
    /// The tokens of contracts.
    pub tokens: Arc<dyn XlmTokens>,
    /// Prices of the past, `None` if none are configured.
    pub prices: Option<Arc<dyn PastPrices>>,
    /// The clock, which determines the state of claimable balances and the end of periods.
    pub clock: Arc<dyn Clock>,
    /// The operator's lists of addresses.
    pub lists: OperatorLists,
}

impl FromRef<Services> for Authorizer {
    fn from_ref(services: &Services) -> Self {
        services.authorizer.clone()
    }
}

/// Returns the endpoints, relative to the base path. A trailing slash is ignored.
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
pub fn service<U>(
    authorizer: Authorizer,
    upstreams: Arc<U>,
    prices: Option<Arc<dyn PastPrices>>,
    clock: Arc<dyn Clock>,
    lists: OperatorLists,
) -> Service
where
    U: XlmIndex + XlmTokens + UpstreamHealth + 'static,
{
    let services = Services {
        authorizer,
        index: upstreams.clone(),
        tokens: upstreams.clone(),
        prices,
        clock,
        lists,
    };
    Service::new(NAME, router(), services, DOCUMENT).with_upstreams(upstreams)
}

fn routes<P: Purpose<Services>>() -> Routes<Services, P> {
    Routes::new("address-info")
        .route("/api/{chain}", get(address::get))
        .route("/api/{chain}/account", get(account::get))
        .route("/api/{chain}/offers", get(offers::get))
        .route("/api/{chain}/recipient", post(recipient::post))
        .route("/api/{chain}/balance-history", post(balance_history::post))
        .route("/api/{chain}/statement", post(statement::post))
        .route("/api/batch", post(batch::post))
}

/// The title of the service.
const TITLE: &str = "Address info (xlm)";

/// The description of the service.
const DESCRIPTION: &str = "Returns the balances, reserves, claimable balances and transactions of a Stellar address, and the \
                       signers, settings and open offers of its account. All amounts of the lumen (XLM), of other \
                       assets and of pool shares are strings of decimal digits in base units; a whole unit has 10^7 \
                       of them.";

#[derive(OpenApi)]
#[openapi(paths(
    address::get,
    account::get,
    offers::get,
    recipient::post,
    balance_history::post,
    statement::post,
    batch::post
))]
struct Document;
