//! POST /api/permission/revoke

use crate::Services;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use wallet_core::auth::RefreshToken;
use wallet_http::{Body, Data, ErrorCode, Field, HandlerResult};

/// A request to end a session.
#[derive(Deserialize, ToSchema)]
#[schema(as = RevokeRequest)]
#[serde(rename_all = "camelCase")]
pub struct Request {
    /// A refresh token of the session, spent or not.
    #[serde(default)]
    #[schema(value_type = String, required = true, example = "wcr1.Zm9vYmFy.B1y2…")]
    pub refresh_token: Field<String>,
}

/// An empty result: the session has ended.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RevokeResponse)]
pub struct Response {}

/// Ends the session of a refresh token. Succeeds if the session has already ended.
///
/// Permission tokens issued earlier remain valid until they expire, for at most 10 minutes.
#[utoipa::path(
    post, path = "/api/permission/revoke", operation_id = "revoke",
    responses(
        (status = 401, description = "The refresh token is unknown; no session was ended."),
    ),
    extensions(("x-error-codes" = json!([ErrorCode::InvalidToken, ErrorCode::ServiceUnavailable]))),
)]
pub async fn post(State(services): State<Services>, Body(request): Body<Request>) -> HandlerResult<Response> {
    let text = request.refresh_token.required("refreshToken")?;

    let keys = services.signing_keys.signing_keys().await?;
    let token = RefreshToken::parse(&keys, &text)?;
    services.sessions.end(token.session()).await?;
    Ok(Data(Response {}))
}
