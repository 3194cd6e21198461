//! POST /api/security-factor/credentials

use crate::Services;
use crate::credentials;
use crate::security_token::SecurityToken;
use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;
use wallet_core::auth::{Password, Username};
use wallet_http::{Body, Data, Envelope, Field, HandlerResult, ResultExt};

/// A login request with user name and password.
#[derive(Deserialize, ToSchema)]
#[schema(as = CredentialsRequest)]
#[serde(rename_all = "camelCase")]
pub struct Request {
    /// The user name in any case: 3 to 64 characters.
    #[serde(default)]
    #[schema(value_type = String, required = true, min_length = 3, max_length = 64, example = "alice")]
    pub username: Field<String>,
    /// The password. Any string is accepted and checked.
    #[serde(default)]
    #[schema(value_type = String, required = true, example = "correct horse battery staple")]
    pub password: Field<String>,
}

/// Authenticates a user by user name and password.
///
/// After 5 consecutive incorrect passwords for a user name, existing or not, each further attempt
/// requires a wait of 1 second, doubling up to 15 minutes. An attempt during the wait is rejected
/// unchecked and does not count.
#[utoipa::path(
    post,
    path = "/api/security-factor/credentials",
    operation_id = "proveCredentials",
    tag = "security-factor",
    request_body = Request,
    responses(
        (status = 200, description = "A security token that proves ownership of the account", body = Envelope<SecurityToken>),
        (status = 401, description = "`invalid_credentials`: unknown user name or incorrect password"),
        (status = 429, description = "`too_many_requests`: retry after the time in `Retry-After`"),
        (status = 503, description = "`service_unavailable`: storage is unavailable"),
    )
)]
pub async fn post(State(services): State<Services>, Body(request): Body<Request>) -> HandlerResult<SecurityToken> {
    let username = Username::parse(&request.username.required("username")?).at("username")?;
    let password = Password::presented(&request.password.required("password")?);

    let account = credentials::check(&services, &username, password).await?;
    let token = SecurityToken::issue_after_login(&services, account.id, account.epoch).await?;
    Ok(Data(token))
}
