//! POST /api/account/otp/recovery-codes

use crate::Services;
use crate::account::account_of;
use crate::account::otp::RecoveryCodes;
use crate::login_attempt::Client;
use crate::request_limits::RequestLimits;
use crate::second_factor::{self, Effect};
use axum::extract::State;
use wallet_core::auth::{FactorCode, OneTimePassword, RecoveryCodeHashes};
use wallet_http::{Bearer, Body, Data, ErrorCode, HandlerResult, Required, Secret};

wallet_core::request! {
    /// A code of an authenticator app.
    #[schema(as = ReplaceRecoveryCodesRequest)]
    pub struct Request {
        /// The 6 digits that the authenticator app displays. Each code is valid once.
        pub code: Required<OneTimePassword>,
    }
}

/// Replaces the recovery codes.
///
/// The earlier recovery codes are no longer valid. The request requires a code of the authenticator app: after a lost response
/// the next code of the app yields other recovery codes, while a user without the app would have no code at all. Users who lost
/// the app remove the second factor with a recovery code, and enrol again.
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
    Body(request): Body<Request>,
) -> HandlerResult<RecoveryCodes> {
    let code = FactorCode::OneTime(request.code.get()?);

    let account = account_of(&services, &bearer.claims).await?;
    let (codes, hashes) = RecoveryCodeHashes::generate(account.id, &*services.randomness);
    let effect = Effect::NewRecoveryCodes(hashes);
    let client = Client::session(&account, &bearer.claims);
    second_factor::use_code(&services, &limits, &account, &code, client, &effect).await?;
    Ok(Data(RecoveryCodes::of(&codes)))
}
