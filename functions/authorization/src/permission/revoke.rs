//! POST /api/permission/revoke

use crate::Services;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::auth::RefreshToken;
use wallet_core::wire::RefreshTokenText;
use wallet_http::{Body, Data, ErrorCode, HandlerResult, Required};

wallet_core::request! {
    /// A request to end a session.
    #[schema(as = RevokeRequest)]
    pub struct Request {
        /// A refresh token of the session, spent or not.
        pub refresh_token: Required<RefreshTokenText>,
    }
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
    let text = request.refresh_token.get()?;

    let keys = services.signing_keys.signing_keys().await?;
    let token = RefreshToken::parse(&keys, &text)?;
    services.sessions.end(token.session()).await?;
    Ok(Data(Response {}))
}
