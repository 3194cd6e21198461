//! Asset info: lists of currencies, coins, tokens, collections and Stellar assets with display data, edits of the
//! lists, and facts about the chains.

mod asset_data;
mod chain;
mod icon;
mod item;
mod kind;
mod list;
mod path;
mod price;
mod wire;

use axum::Router;
use axum::extract::FromRef;
use std::sync::Arc;
use utoipa::OpenApi;
use wallet_assets::Prices;
use wallet_assets::ports::Assets;
use wallet_core::ports::past_prices::PastPrices;
use wallet_core::ports::system::Clock;
use wallet_core::ports::upstream_health::UpstreamHealth;
use wallet_http::{Authorizer, Described, Purpose, Routes, Served, Service, get, post};

/// The name of the service, which is the first part of the base path.
pub const NAME: &str = "asset-info";

/// The dependencies of the endpoints.
#[derive(Clone)]
pub struct Services {
    /// Verification of permission tokens.
    pub authorizer: Authorizer,
    /// The asset catalogue.
    pub assets: Arc<dyn Assets>,
    /// The source of prices.
    pub prices: Arc<dyn Prices>,
    /// The prices of the past.
    pub past_prices: Arc<dyn PastPrices>,
    /// The current time, which bounds past prices.
    pub clock: Arc<dyn Clock>,
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

fn routes<P: Purpose<Services>>() -> Routes<Services, P> {
    Routes::new("assets")
        .route("/api/chain/list", get(chain::list::get))
        .route("/api/price", get(price::get))
        .route("/api/price/history", post(price::history::post))
        .route("/api/icon/{kind}/{id}", get(icon::get))
        .route("/api/{kind}/list", get(list::get))
        .route("/api/{kind}", post(kind::post))
        .route("/api/{kind}/{id}", get(item::get).put(item::put).delete(item::delete))
}

/// The title of the service.
const TITLE: &str = "Asset info";

/// The description of the service.
const DESCRIPTION: &str = "Lists of currencies, coins, ERC-20 tokens, ERC-721 and ERC-1155 collections and Stellar assets with name, ticker, \
                       icon, decimals and tags, and facts about the chains, and prices. Lists may be cached for five minutes and have an ETag. Edits require the \
                       permission 'assets'.";

/// Returns the service, which reports the price sources in `health`.
pub fn service<P>(
    authorizer: Authorizer,
    assets: Arc<dyn Assets>,
    prices: Arc<P>,
    past_prices: Arc<dyn PastPrices>,
    clock: Arc<dyn Clock>,
) -> Service
where
    P: Prices + UpstreamHealth + 'static,
{
    let services = Services {
        authorizer,
        assets,
        prices: prices.clone(),
        past_prices,
        clock,
    };
    Service::new(NAME, router(), services, DOCUMENT).with_upstreams(prices)
}

#[derive(OpenApi)]
#[openapi(paths(
    chain::list::get,
    price::get,
    price::history::post,
    icon::get,
    list::get,
    kind::post,
    item::get,
    item::put,
    item::delete
))]
struct Document;
