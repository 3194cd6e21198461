//! POST /api/account/otp/recovery-codes

use crate::Services;
use crate::account::account_of;
use crate::account::otp::{CodeRequest, RecoveryCodes};
use crate::login_attempt::Client;
use crate::request_limits::RequestLimits;
use crate::second_factor::{self, Effect};
use axum::extract::State;
use wallet_core::auth::RecoveryCodeHashes;
use wallet_http::{Bearer, Body, Data, ErrorCode, HandlerResult, Secret};

/// Replaces the recovery codes.
///
/// The request requires a code of the second factor. The earlier recovery codes are no longer valid.
#[utoipa::path(
    post, path = "/api/account/otp/recovery-codes", operation_id = "replaceRecoveryCodes",
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
) -> HandlerResult<RecoveryCodes> {
    let code = request.parse()?;

    let account = account_of(&services, &bearer.claims).await?;
    let (codes, hashes) = RecoveryCodeHashes::generate(account.id, &*services.randomness);
    let effect = Effect::NewRecoveryCodes(hashes);
    second_factor::use_code(&services, &limits, &account, &code, Client::Session, &effect).await?;
    Ok(Data(RecoveryCodes::of(&codes)))
}
