//! POST /api/{kind}

use crate::Services;
use crate::asset_data::AssetItem;
use crate::path::PathKind;
use crate::wire::{Edit, Request};
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use wallet_assets::ports::ChangeAssetError;
use wallet_assets::{EditError, Listed};
use wallet_http::{ApiError, Assets, Bearer, Body, Data, Envelope, ErrorCode};

/// Adds an asset.
///
/// An edit that could mislead users is rejected with `details.reason`: `decimals_changed`, `ticker_listed` (also a ticker
/// that looks the same) or `mixed_scripts`. `force: true` with the permission `assets-admin` skips these checks.
#[utoipa::path(
    post, path = "/api/{kind}", operation_id = "addAsset",
    responses(
        (status = 200, description = "The stored asset", body = Envelope<AssetItem<'static>>),
        (status = 409, description = "The asset is already listed, or another editor added it concurrently."),
    ),
    extensions(("x-error-codes" = json!([ErrorCode::InvalidAddress, ErrorCode::AlreadyExists]))),
)]
pub async fn post(
    State(services): State<Services>,
    PathKind(kind): PathKind,
    editor: Bearer<Assets>,
    Body(request): Body<Request>,
) -> Result<Response, ApiError> {
    let edit = request.addition(kind)?;
    let catalogue = services.assets.for_edit(&edit.id).await?;
    let change = catalogue.adding(edit.id, edit.meta.clone())?;
    edit.check_misleading(&catalogue, &editor.claims)?;
    let revision = change.revision;
    services.assets.change(change).await.map_err(addition_error)?;
    let Edit { id, meta, .. } = edit;
    let stored = Listed { id, meta, revision };
    Ok(Data(AssetItem::from(&stored)).into_response())
}

/// Returns the error of a failed addition. A concurrent writer can only have added the same asset.
fn addition_error(error: ChangeAssetError) -> ApiError {
    match error {
        ChangeAssetError::Changed => EditError::Listed.into(),
        store @ ChangeAssetError::Store(_) => store.into(),
    }
}
