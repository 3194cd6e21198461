//! Address info of btc, ltc, bch and doge: balance and transactions of an address.

mod address;

use axum::Router;
use axum::extract::FromRef;
use axum::routing::get;
use std::sync::Arc;
use utoipa::OpenApi;
use wallet_btc_like::ports::BtcLikeIndex;
use wallet_core::ports::upstream_health::UpstreamHealth;
use wallet_http::{Authorizer, Service};

/// The service's name, the first part of its base path.
pub const NAME: &str = "address-info-btc-like";

/// Dependencies of the endpoints.
#[derive(Clone)]
pub struct Services {
    /// Verifies permission tokens.
    pub authorizer: Authorizer,
    /// Provides data of the networks.
    pub index: Arc<dyn BtcLikeIndex>,
}

impl FromRef<Services> for Authorizer {
    fn from_ref(services: &Services) -> Self {
        services.authorizer.clone()
    }
}

/// Returns the routes, relative to the base path. A trailing slash is optional.
pub fn router() -> Router<Services> {
    Router::new().route("/api/{chain}", get(address::get))
}

/// Returns the OpenAPI document of the endpoints.
pub fn openapi() -> utoipa::openapi::OpenApi {
    Document::openapi()
}

/// Returns the service, which reports these upstreams in `health`.
pub fn service<U>(authorizer: Authorizer, upstreams: Arc<U>) -> Service
where
    U: BtcLikeIndex + UpstreamHealth + 'static,
{
    let services = Services {
        authorizer,
        index: upstreams.clone(),
    };
    Service::new(NAME, router(), services, openapi()).with_upstreams(upstreams)
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Address info (btc-like)",
        description = "Returns the balance and the transactions of an address on btc, ltc, bch or doge. All amounts \
                       are strings of decimal digits in the chain's base unit; one coin has 100 000 000 base units."
    ),
    paths(address::get)
)]
struct Document;
