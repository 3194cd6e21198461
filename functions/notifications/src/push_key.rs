//! GET /push-key

use crate::Services;
use crate::wire::PushKeyText;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_http::{Data, ErrorCode, HandlerResult};
use wallet_notifications::delivery::KEY_VERSION;

/// The key that authorises pushes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PushKeyResponse)]
pub struct Response {
    /// The `applicationServerKey` of `PushManager.subscribe`: an uncompressed point on P-256 in base64url.
    public_key: PushKeyText,
}

/// Returns the key with which browsers subscribe to pushes of this deployment (RFC 8292).
///
/// The endpoint requires no token.
#[utoipa::path(
    get, path = "/push-key", operation_id = "pushKey",
    extensions(("x-error-codes" = json!([ErrorCode::ServiceUnavailable]))),
)]
pub async fn get(State(services): State<Services>) -> HandlerResult<Response> {
    let key = services.master_keys.master_key().await?;
    let public_key = PushKeyText(key.vapid_key(KEY_VERSION).public_key());
    Ok(Data(Response { public_key }))
}
