//! Address info of btc, ltc, bch and doge: balance and transactions of an address or of an extended public key, balances over time and
//! statements.

mod address;
mod balance_history;
mod batch;
mod info;
mod owner;
mod page;
mod recipient;
mod statement;
mod xpub;

use axum::Router;
use axum::extract::FromRef;
use std::sync::Arc;
use utoipa::OpenApi;
use wallet_btc_like::ports::BtcLikeIndex;
use wallet_core::ports::past_prices::PastPrices;
use wallet_core::ports::system::Clock;
use wallet_core::ports::upstream_health::UpstreamHealth;
use wallet_http::{Authorizer, Described, OperatorLists, Purpose, Routes, Served, Service, get, post};

/// The service's name, the first part of the base path.
pub const NAME: &str = "address-info-btc-like";

/// Dependencies of the endpoints.
#[derive(Clone)]
pub struct Services {
    /// Verifies permission tokens.
    pub authorizer: Authorizer,
    /// Provides data of the networks.
    pub index: Arc<dyn BtcLikeIndex>,
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
pub fn service<U>(
    authorizer: Authorizer,
    upstreams: Arc<U>,
    prices: Option<Arc<dyn PastPrices>>,
    clock: Arc<dyn Clock>,
    lists: OperatorLists,
) -> Service
where
    U: BtcLikeIndex + UpstreamHealth + 'static,
{
    let services = Services {
        authorizer,
        index: upstreams.clone(),
        lists,
        prices,
        clock,
    };
    Service::new(NAME, router(), services, DOCUMENT).with_upstreams(upstreams)
}

fn routes<P: Purpose<Services>>() -> Routes<Services, P> {
    Routes::new("address-info")
        .route("/api/{chain}", get(address::get))
        .route("/api/{chain}/recipient", post(recipient::post))
        .route("/api/{chain}/balance-history", post(balance_history::post))
        .route("/api/{chain}/statement", post(statement::post))
        .route("/api/batch", post(batch::post))
        .route("/api/{chain}/xpub", post(xpub::post))
}

/// The title of the service.
const TITLE: &str = "Address info (btc-like)";

/// The description of the service.
const DESCRIPTION: &str = "Returns the balance and the transactions of an address or an extended public key on btc, \
                       ltc, bch or doge. All amounts are strings of decimal digits in the chain's base unit; one coin has 100 000 000 base units.";

#[derive(OpenApi)]
#[openapi(paths(address::get, recipient::post, balance_history::post, statement::post, batch::post, xpub::post))]
struct Document;
