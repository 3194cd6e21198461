//! GET /api/icon/{kind}/{id}

use crate::Services;
use crate::path::{PathId, PathKind};
use axum::extract::State;
use axum::response::Response;
use wallet_assets::{EditError, generated_icon, icon};
use wallet_http::{ApiError, ErrorCode, IfNoneMatch, SvgImage};

/// Returns the icon of an asset as an SVG image.
///
/// An asset without an image has the first letters of its ticker on a colour. The endpoint requires no token, so that a page
/// can use it as the source of an image. The image may be cached for a day and has an `ETag`.
#[utoipa::path(
    get, path = "/api/icon/{kind}/{id}", operation_id = "showIcon", security(()),
    responses(
        (status = 200, description = "The icon", content_type = "image/svg+xml", body = String),
        (status = 304, description = "The icon still has the ETag of If-None-Match"),
        (status = 503, description = "The storage is unavailable, and no list is cached."),
    ),
    extensions(("x-error-codes" = json!([ErrorCode::ServiceUnavailable]))),
)]
pub async fn get(
    State(services): State<Services>,
    _: PathKind,
    PathId(id): PathId,
    if_none_match: IfNoneMatch,
) -> Result<Response, ApiError> {
    if let Some(image) = icon(&id) {
        return Ok(SvgImage(image.into()).respond(&if_none_match));
    }
    let cached = services.assets.cached().await?;
    let asset = cached.catalogue.find(&id).ok_or(EditError::NotListed)?;
    Ok(SvgImage(generated_icon(&id, &asset.meta.ticker)).respond(&if_none_match))
}
