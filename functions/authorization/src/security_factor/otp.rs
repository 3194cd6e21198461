//! POST /api/security-factor/otp

use crate::Services;
use crate::login_attempt::Client;
use crate::proofs::Proofs;
use crate::request_limits::RequestLimits;
use crate::second_factor::{self, Effect};
use crate::security_token::SecurityToken;
use axum::extract::State;
use wallet_core::auth::{Factor, FactorCode};
use wallet_core::wire::SecurityTokenText;
use wallet_http::{Body, Data, ErrorCode, HandlerResult, Required};

wallet_core::request! {
    /// A code of the second factor, after the password.
    #[schema(as = SecondFactorRequest)]
    pub struct Request {
        /// The security token that the password yielded.
        pub security_token: Required<SecurityTokenText>,
        /// The 6 digits that the authenticator app displays, or a recovery code. Each code is valid once.
        pub code: Required<FactorCode>,
    }
}

/// Authenticates a user by the second factor, after `POST /api/security-factor/credentials`.
///
/// The security token in the response proves both factors. A user without the authenticator app uses one of the recovery
/// codes of the enrolment; without them only the operator of the service can remove the factor.
///
/// Codes of the current 30 seconds and of the ones before and after are valid. Incorrect codes are limited like incorrect
/// passwords, with separate counts: after 5 from one network, and after 20 for the name from networks without a complete
/// login in the last 30 days. Recovery codes do not count for the name. After 10 incorrect codes of any kind the security token
/// is no longer valid.
#[utoipa::path(
    post, path = "/api/security-factor/otp", operation_id = "proveSecondFactor",
    responses(
        (status = 401, description = "The security token is invalid or expired, or the code is incorrect or was used before."),
        (status = 404, description = "The account has no second factor: its password is sufficient."),
    ),
    extensions(("x-error-codes" = json!([
        ErrorCode::InvalidToken, ErrorCode::TokenExpired, ErrorCode::InvalidCredentials, ErrorCode::NotFound,
    ]))),
)]
pub async fn post(
    State(services): State<Services>,
    limits: RequestLimits,
    Body(request): Body<Request>,
) -> HandlerResult<SecurityToken> {
    let proofs = Proofs::single(request.security_token)?;
    let code = request.code.get()?;

    let (account, proved) = proofs.verify(&services).await?;
    let client = match code {
        FactorCode::OneTime(_) => Client::PasswordProven(proved.id),
        FactorCode::Recovery(_) => Client::Recovering(proved.id),
    };
    second_factor::use_code(&services, &limits, &account, &code, client, &Effect::Proof).await?;
    let factors = vec![Factor::Password, Factor::OneTimePassword];
    SecurityToken::issue(&services, account.id, account.epoch, factors)
        .await
        .map(Data)
}
