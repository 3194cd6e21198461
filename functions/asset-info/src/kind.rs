//! POST /api/{kind}

use crate::Services;
use crate::path::PathKind;
use crate::wire::{AssetItem, Request};
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use wallet_assets::Listed;
use wallet_http::{ApiError, Assets, Bearer, Body, Data, Envelope};

/// Adds an asset.
#[utoipa::path(
    post, path = "/api/{kind}", operation_id = "addAsset", responses(
        (status = 200, description = "The stored asset", body = Envelope<AssetItem<'static>>),
        (status = 409, description = "`already_exists`: the asset is already listed, or another editor changed it concurrently"),
        (status = 503, description = "`service_unavailable`: storage is unavailable"),
    )
)]
pub async fn post(
    State(services): State<Services>,
    PathKind(kind): PathKind,
    _: Bearer<Assets>,
    Body(request): Body<Request>,
) -> Result<Response, ApiError> {
    let (id, meta) = request.addition(kind)?;
    let change = services.assets.now().await?.adding(id, meta.clone())?;
    let revision = change.revision;
    services.assets.change(change).await?;
    let stored = Listed { id, meta, revision };
    Ok(Data(AssetItem::from(&stored)).into_response())
}
