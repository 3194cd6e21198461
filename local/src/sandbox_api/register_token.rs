//! POST /sandbox/v1/register-token: a token with which the wallet page registers accounts.
//!
//! In production the operator's own server holds the merchant key and does this for its app. The local server is that
//! server for the wallet page; only local pages can call it (docs/decisions/local.md#registration-token-of-the-sandbox).

use authorization::permission::issue_by_key;
use axum::extract::State;
use secrecy::{ExposeSecret, SecretString};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;
use wallet_core::wire::Json;
use wallet_http::{ApiError, Body, Data, ErrorCode, HandlerResult};

/// The session of the issued tokens, which all pages share as the instances of a back end do.
const TOKEN_ID: &str = "6c1f3f0e-2b5d-4a53-9a0b-5f2d5c1e7a10";

/// The merchant of the local server and the service that issues its tokens.
#[derive(Clone)]
pub struct Operator {
    /// The authorization service.
    pub authorization: authorization::Services,
    /// The merchant key, which never leaves the server.
    pub merchant_key: SecretString,
}

wallet_core::request! {
    /// A request without parameters: `{}`.
    #[schema(as = RegisterTokenRequest)]
    pub struct Request {}
}

/// A permission token with the permission `register` and no other.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RegisterTokenResponse)]
pub struct Response {
    /// The token.
    #[schema(example = "eyJhbGciOiJFUzI1NiIsImtpZCI6IjEifQ.eyJpc3MiOiJ0ZXN0In0.c2lnbmF0dXJl")]
    permission_token: String,
    /// The expiry in Unix seconds.
    #[schema(example = 1_700_000_600)]
    expires_at: u64,
}

/// Issues a token with which the wallet page registers accounts.
///
/// In production the operator's own server does this for its app, with its merchant key.
#[utoipa::path(
    post, path = "/register-token", operation_id = "registerToken",
    extensions(("x-error-codes" = json!([
        ErrorCode::InvalidMerchantKey, ErrorCode::InsufficientPermission, ErrorCode::ServiceUnavailable,
    ]))),
)]
pub async fn post(State(operator): State<Operator>, Body(Request {}): Body<Request>) -> HandlerResult<Response> {
    let request = json!({
        "tokenId": TOKEN_ID,
        "permissions": ["register"],
        "merchantKey": operator.merchant_key.expose_secret(),
    });
    let request = issue_by_key::Request::of(request).map_err(|_| ApiError::internal("a request of another form"))?;
    let Data(pair) = issue_by_key::post(State(operator.authorization), Body(request)).await?;
    Ok(Data(Response {
        permission_token: pair.permission_token.permission_token,
        expires_at: pair.permission_token.expires_at,
    }))
}
