//! DELETE /api/account and POST /api/account/delete

use crate::Services;
use crate::account::account_of;
use crate::credentials;
use crate::request_limits::RequestLimits;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::auth::PermissionClaims;
use wallet_core::wire::PresentedPassword;
use wallet_http::{Bearer, Body, Data, ErrorCode, HandlerResult, Required, Secret};

wallet_core::request! {
    /// A request to delete the bearer's account.
    #[schema(as = DeleteAccountRequest)]
    pub struct Request {
        /// The password of the account. Any string is accepted and checked.
        pub password: Required<PresentedPassword>,
    }
}

/// An empty result: the account is deleted.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DeleteAccountResponse)]
pub struct Response {}

/// Deletes the bearer's account.
///
/// Its sessions, security tokens and device tokens end, and its user name becomes free.
#[utoipa::path(
    delete, path = "/api/account", operation_id = "deleteAccount",
    responses(
        (status = 401, description = "The bearer token is invalid, or the password is incorrect."),
    ),
    extensions(("x-error-codes" = json!([ErrorCode::InvalidCredentials]))),
)]
pub async fn delete(
    State(services): State<Services>,
    limits: RequestLimits,
    bearer: Bearer<Secret>,
    Body(request): Body<Request>,
) -> HandlerResult<Response> {
    delete_account(&services, &limits, &bearer.claims, request).await
}

/// Deletes the bearer's account, for clients that drop the body of a DELETE request.
///
/// The effect is the same as that of `DELETE /api/account`.
#[utoipa::path(
    post, path = "/api/account/delete", operation_id = "deleteAccountByPost",
    responses(
        (status = 401, description = "The bearer token is invalid, or the password is incorrect."),
    ),
    extensions(("x-error-codes" = json!([ErrorCode::InvalidCredentials]))),
)]
pub async fn post(
    State(services): State<Services>,
    limits: RequestLimits,
    bearer: Bearer<Secret>,
    Body(request): Body<Request>,
) -> HandlerResult<Response> {
    delete_account(&services, &limits, &bearer.claims, request).await
}

async fn delete_account(
    services: &Services,
    limits: &RequestLimits,
    claims: &PermissionClaims,
    request: Request,
) -> HandlerResult<Response> {
    let password = request.password.get()?;

    let account = account_of(services, claims).await?;
    let account = credentials::check_again(services, limits, account, claims, password).await?;
    services.accounts.delete(&account).await?;
    Ok(Data(Response {}))
}
