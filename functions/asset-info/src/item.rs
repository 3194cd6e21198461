//! GET, PUT and DELETE /api/{kind}/{id}

#![expect(unused_qualifications, reason = "the path macro writes them for query parameters")]

use crate::Services;
use crate::path::{AssetPath, PathId, PathKind};
use crate::wire::{AssetItem, Request};
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use wallet_assets::{EditError, Listed};
use wallet_http::{Answer, ApiError, Assets, Bearer, Body, Data, Envelope, Field, Query, Read};

/// The state of the asset that its editor has seen.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Seen {
    /// The revision that the editor has seen. When the asset is at another one, 409.
    #[serde(default)]
    #[param(value_type = u64, required = false, example = 3)]
    revision: Field<String>,
}

/// Nothing more to say.
#[derive(Debug, Serialize, ToSchema)]
pub struct Deleted {}

/// Shows an asset.
#[utoipa::path(
    get,
    path = "/api/{kind}/{id}",
    operation_id = "showAsset",
    tag = "assets",
    params(AssetPath),
    responses(
        (status = 200, description = "The asset", body = Envelope<AssetItem<'static>>),
        (status = 503, description = "`service_unavailable`: our own storage does not answer, and nothing is known yet"),
    ),
    security(("bearer" = []))
)]
pub async fn get(
    State(services): State<Services>,
    _: PathKind,
    _: Bearer<Read>,
    PathId(id): PathId,
) -> Result<Response, ApiError> {
    let at_hand = services.assets.at_hand().await?;
    let asset = at_hand.catalogue.find(&id).ok_or(EditError::NotListed)?;
    Ok(Data(AssetItem::from(asset)).into_response())
}

/// Makes something else of an asset: what is left out of the body is gone.
#[utoipa::path(
    put,
    path = "/api/{kind}/{id}",
    operation_id = "replaceAsset",
    tag = "assets",
    params(AssetPath),
    request_body = Request,
    responses(
        (status = 200, description = "The asset as it is stored", body = Envelope<AssetItem<'static>>),
        (status = 409, description = "`already_exists`: a newer revision exists, since somebody else changed the asset"),
        (status = 503, description = "`service_unavailable`: our own storage does not answer"),
    ),
    security(("bearer" = []))
)]
pub async fn put(
    State(services): State<Services>,
    _: PathKind,
    _: Bearer<Assets>,
    PathId(id): PathId,
    Body(request): Body<Request>,
) -> Result<Response, ApiError> {
    let (meta, seen) = request.replacement(id)?;
    let change = services.assets.now().await?.replacing(id, meta.clone(), seen)?;
    let revision = change.revision;
    services.assets.change(change).await?;
    let stored = Listed { id, meta, revision };
    Ok(Data(AssetItem::from(&stored)).into_response())
}

/// Deletes an asset. One of those that come with the program stays deleted when newer ones come.
#[utoipa::path(
    delete,
    path = "/api/{kind}/{id}",
    operation_id = "deleteAsset",
    tag = "assets",
    params(AssetPath, Seen),
    responses(
        (status = 200, description = "The asset is deleted", body = Envelope<Deleted>),
        (status = 409, description = "`already_exists`: a newer revision exists, since somebody else changed the asset"),
        (status = 503, description = "`service_unavailable`: our own storage does not answer"),
    ),
    security(("bearer" = []))
)]
pub async fn delete(
    State(services): State<Services>,
    _: PathKind,
    _: Bearer<Assets>,
    PathId(id): PathId,
    Query(seen): Query<Seen>,
) -> Answer<Deleted> {
    let seen = read_revision(seen)?;
    let catalogue = services.assets.now().await?;
    services.assets.change(catalogue.deleting(id, seen)?).await?;
    Ok(Data(Deleted {}))
}

fn read_revision(seen: Seen) -> Result<Option<u64>, ApiError> {
    let text = seen.revision.optional("revision")?;
    let number = |text: String| {
        let number = text
            .parse()
            .ok()
            .filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()));
        number.ok_or_else(|| ApiError::invalid_request("revision is a whole number.").at("revision"))
    };
    text.map(number).transpose()
}
