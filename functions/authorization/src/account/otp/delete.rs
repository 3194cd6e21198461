//! DELETE /api/account/otp and POST /api/account/otp/delete

use crate::Services;
use crate::account::account_of;
use crate::account::otp::CodeRequest;
use crate::login_attempt::Client;
use crate::request_limits::RequestLimits;
use crate::second_factor::{self, Effect};
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::auth::PermissionClaims;
use wallet_http::{Bearer, Body, Data, ErrorCode, HandlerResult, Secret};

/// An empty result: the second factor is removed.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RemoveSecondFactorResponse)]
pub struct Response {}

/// Removes the second factor with one of its codes.
///
/// All security tokens, device tokens and other sessions of the account end; the bearer's session remains valid. After a lost
/// response the repeated request gets 404: the account has no second factor any more.
#[utoipa::path(
    delete, path = "/api/account/otp", operation_id = "removeSecondFactor",
    responses(
        (status = 401, description = "The bearer token is invalid, or the code is incorrect or was used before."),
        (status = 404, description = "The account has no second factor."),
    ),
    extensions(("x-error-codes" = json!([ErrorCode::InvalidCredentials, ErrorCode::NotFound]))),
)]
pub async fn delete(
    State(services): State<Services>,
    limits: RequestLimits,
    bearer: Bearer<Secret>,
    Body(request): Body<CodeRequest>,
) -> HandlerResult<Response> {
    remove(&services, &limits, &bearer.claims, request).await
}

/// Removes the second factor, for clients that drop the body of a DELETE request.
///
/// The effect is the same as that of `DELETE /api/account/otp`.
#[utoipa::path(
    post, path = "/api/account/otp/delete", operation_id = "removeSecondFactorByPost",
    responses(
        (status = 401, description = "The bearer token is invalid, or the code is incorrect or was used before."),
        (status = 404, description = "The account has no second factor."),
    ),
    extensions(("x-error-codes" = json!([ErrorCode::InvalidCredentials, ErrorCode::NotFound]))),
)]
pub async fn post(
    State(services): State<Services>,
    limits: RequestLimits,
    bearer: Bearer<Secret>,
    Body(request): Body<CodeRequest>,
) -> HandlerResult<Response> {
    remove(&services, &limits, &bearer.claims, request).await
}

async fn remove(
    services: &Services,
    limits: &RequestLimits,
    claims: &PermissionClaims,
    request: CodeRequest,
) -> HandlerResult<Response> {
    let code = request.code.get()?;

    let account = account_of(services, claims).await?;
    let effect = Effect::Removal {
        retained: claims.token_id,
    };
    let client = Client::session(&account, claims);
    second_factor::use_code(services, limits, &account, &code, client, &effect).await?;
    Ok(Data(Response {}))
}
