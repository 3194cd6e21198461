//! GET, PUT and DELETE /api/{kind}/{id}

use crate::Services;
use crate::asset_data::AssetItem;
use crate::path::{PathId, PathKind};
use crate::wire::Request;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;
use wallet_assets::{EditError, Listed};
use wallet_core::wire::RevisionText;
use wallet_http::{ApiError, Assets, Bearer, Body, Data, Envelope, ErrorCode, Field, HandlerResult, Query, Read};

wallet_core::request! {
    /// The revision of the asset that the edit is based on.
    pub struct ExpectedRevision {
        /// The revision that the edit is based on. The response is status 409 if the asset has another
        /// revision.
        revision: Field<RevisionText>,
    }
}

/// An empty result: the asset is deleted.
#[derive(Debug, Serialize, ToSchema)]
pub struct Deleted {}

/// Returns an asset.
///
/// `revision` is the basis of an edit. While the storage is unavailable, the asset is the last one read.
#[utoipa::path(
    get, path = "/api/{kind}/{id}", operation_id = "showAsset",
    responses(
        (status = 200, description = "The asset", body = Envelope<AssetItem<'static>>),
        (status = 503, description = "The storage is unavailable, and no list is cached."),
    ),
)]
pub async fn get(
    State(services): State<Services>,
    _: PathKind,
    _: Bearer<Read>,
    PathId(id): PathId,
) -> Result<Response, ApiError> {
    let cached = services.assets.cached().await?;
    let asset = cached.catalogue.find(&id).ok_or(EditError::NotListed)?;
    Ok(Data(AssetItem::from(asset)).into_response())
}

/// Replaces the data of an asset. Fields omitted from the body are removed.
///
/// An edit that could mislead users is rejected as for adding an asset.
#[utoipa::path(
    put, path = "/api/{kind}/{id}", operation_id = "replaceAsset",
    responses(
        (status = 200, description = "The stored asset", body = Envelope<AssetItem<'static>>),
        (status = 409, description = "Another editor has changed the asset since that revision."),
    ),
    extensions(("x-error-codes" = json!([ErrorCode::RevisionConflict]))),
)]
pub async fn put(
    State(services): State<Services>,
    _: PathKind,
    editor: Bearer<Assets>,
    PathId(id): PathId,
    Body(request): Body<Request>,
) -> Result<Response, ApiError> {
    let edit = request.replacement(id)?;
    let catalogue = services.assets.for_edit(&id).await?;
    let change = catalogue.replacing(id, edit.meta.clone(), edit.expected)?;
    edit.check_misleading(&catalogue, &editor.claims)?;
    let revision = change.revision;
    services.assets.change(change).await?;
    let stored = Listed {
        id,
        meta: edit.meta,
        revision,
    };
    Ok(Data(AssetItem::from(&stored)).into_response())
}

/// Deletes an asset.
///
/// A deleted asset of the seed stays deleted after seed updates.
#[utoipa::path(
    delete, path = "/api/{kind}/{id}", operation_id = "deleteAsset",
    responses(
        (status = 409, description = "Another editor has changed the asset since that revision."),
    ),
    extensions(("x-error-codes" = json!([ErrorCode::RevisionConflict]))),
)]
pub async fn delete(
    State(services): State<Services>,
    _: PathKind,
    _: Bearer<Assets>,
    PathId(id): PathId,
    Query(expected): Query<ExpectedRevision>,
) -> HandlerResult<Deleted> {
    let expected = read_revision(expected)?;
    let catalogue = services.assets.for_edit(&id).await?;
    services.assets.change(catalogue.deleting(id, expected)?).await?;
    Ok(Data(Deleted {}))
}

fn read_revision(expected: ExpectedRevision) -> Result<Option<u64>, ApiError> {
    let invalid = expected.revision.error("revision must be a whole number.");
    let Some(text) = expected.revision.get()? else {
        return Ok(None);
    };
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok().filter(|_| is_number);
    number.map(Some).ok_or_else(|| invalid.into())
}
