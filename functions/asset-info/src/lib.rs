//! Asset info: lists of currencies, coins, tokens and collections with what people call them, and their edits.

mod item;
mod kind;
mod list;
mod path;
mod wire;

use axum::Router;
use axum::extract::FromRef;
use axum::routing::{get, post};
use std::sync::Arc;
use utoipa::OpenApi;
use wallet_assets::ports::Assets;
use wallet_http::Authorizer;

/// The service's name, the first part of its base path.
pub const NAME: &str = "asset-info";

/// What the endpoints work with.
#[derive(Clone)]
pub struct Services {
    /// Verifies permission tokens.
    pub authorizer: Authorizer,
    /// The catalogue.
    pub assets: Arc<dyn Assets>,
}

impl FromRef<Services> for Authorizer {
    fn from_ref(services: &Services) -> Self {
        services.authorizer.clone()
    }
}

/// The endpoints, relative to the base path. A trailing slash makes no difference.
pub fn router() -> Router<Services> {
    Router::new()
        .route("/api/{kind}/list", get(list::get))
        .route("/api/{kind}", post(kind::post))
        .route("/api/{kind}/{id}", get(item::get).put(item::put).delete(item::delete))
}

/// The OpenAPI document of the endpoints.
pub fn openapi() -> utoipa::openapi::OpenApi {
    Document::openapi()
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Asset info",
        description = "Lists of currencies, coins, ERC-20 tokens and ERC-721 and ERC-1155 collections with name, ticker, \
                       icon, decimals and tags. Lists may be kept for five minutes and come with an ETag. Edits want the \
                       permission 'assets'."
    ),
    paths(list::get, kind::post, item::get, item::put, item::delete)
)]
struct Document;
