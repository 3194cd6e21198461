//! GET /api/{kind}/list

use crate::Services;
use crate::asset_data::AssetData;
use crate::path::{PathKind, chains_of};
use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_assets::{AssetKind, CoinChain, Filter};
use wallet_core::wire::{ChainText, TagText};
use wallet_http::{ApiError, Bearer, Cacheable, Envelope, Field, IfNoneMatch, Query, Read, ResultExt};

wallet_core::request! {
    /// The filter of the list. Without parameters, all assets of the kind are listed.
    pub struct Request {
        /// The chain of the assets. Not for fiat.
        chain: Field<ChainText>,
        /// The tag of the assets.
        tag: Field<TagText>,
    }
}

/// Assets of one kind: those of the seed in its order, then those added by editors.
#[derive(Debug, Serialize, ToSchema)]
pub struct AssetList<'a>(Vec<AssetData<'a>>);

/// Lists the assets of a kind.
///
/// The response may be cached for five minutes and has an `ETag`. While the storage is unavailable, the list is the
/// last one read, and the header `warning` states this.
#[utoipa::path(
    get, path = "/api/{kind}/list", operation_id = "listAssets",
    responses(
        (status = 200, description = "The assets", body = Envelope<AssetList<'static>>),
        (status = 304, description = "The list still has the ETag of If-None-Match"),
        (status = 503, description = "The storage is unavailable, and no list is cached."),
    ),
)]
pub async fn get(
    State(services): State<Services>,
    PathKind(kind): PathKind,
    _: Bearer<Read>,
    if_none_match: IfNoneMatch,
    Query(request): Query<Request>,
) -> Result<Response, ApiError> {
    let filter = read_filter(kind, request)?;
    let cached = services.assets.cached().await?;
    let assets = cached.catalogue.list(kind, &filter).map(AssetData::from);
    let assets = AssetList(assets.collect());
    Ok(Cacheable::new(&assets)?.stale(cached.stale).respond(&if_none_match))
}

fn read_filter(kind: AssetKind, request: Request) -> Result<Filter, ApiError> {
    let name = request.chain.name();
    let chain = request.chain.get()?.map(|chain| read_chain(kind, &chain));
    Ok(Filter {
        chain: chain.transpose().at(name)?,
        tag: request.tag.get()?.map(|tag| tag.0),
    })
}

fn read_chain(kind: AssetKind, name: &str) -> Result<CoinChain, ApiError> {
    let chains = chains_of(kind);
    if chains.is_empty() {
        return Err(ApiError::invalid_request("Omit chain: currencies are not on a chain."));
    }
    let chain = CoinChain::from_name(name).filter(|_| chains.contains(&name));
    chain.ok_or_else(|| ApiError::invalid_request(format!("chain must be one of {}.", chains.join(", "))))
}
