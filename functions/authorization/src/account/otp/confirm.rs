//! POST /api/account/otp/confirm

use crate::Services;
use crate::account::account_of;
use crate::account::otp::{RecoveryCodes, already_active, changed};
use crate::login_attempt::{Client, LoginAttempt};
use crate::request_limits::RequestLimits;
use crate::second_factor::incorrect_code;
use axum::extract::State;
use wallet_core::auth::{ActiveFactor, OneTimePassword, PendingFactor, RecoveryCodeHashes, SecondFactor};
use wallet_core::ports::accounts::{Account, CredentialChange};
use wallet_core::ports::throttle::LoginStep;
use wallet_http::{ApiError, Bearer, Body, Data, ErrorCode, HandlerResult, Required, Secret};

wallet_core::request! {
    /// The first code of an authenticator app.
    #[schema(as = ConfirmSecondFactorRequest)]
    pub struct Request {
        /// The 6 digits that the authenticator app displays.
        pub code: Required<OneTimePassword>,
    }
}

/// Confirms the enrolment of a second factor and returns the recovery codes.
///
/// From then on a login requires a code. All security tokens, device tokens and other sessions of the account end, since
/// they were issued for the password alone; the bearer's session remains valid.
///
/// After a lost response, `GET /api/account/otp` returns if the factor is active, and
/// `POST /api/account/otp/recovery-codes` issues new recovery codes.
#[utoipa::path(
    post, path = "/api/account/otp/confirm", operation_id = "confirmSecondFactor",
    responses(
        (status = 401, description = "The bearer token is invalid, or the code is incorrect."),
        (status = 404, description = "No enrolment was started in the last 10 minutes."),
        (status = 409, description = "The second factor is active already, or was changed concurrently."),
    ),
    extensions(("x-error-codes" = json!([
        ErrorCode::InvalidCredentials, ErrorCode::NotFound, ErrorCode::AlreadyExists,
    ]))),
)]
pub async fn post(
    State(services): State<Services>,
    limits: RequestLimits,
    bearer: Bearer<Secret>,
    Body(request): Body<Request>,
) -> HandlerResult<RecoveryCodes> {
    let code = request.code.get()?;

    let account = account_of(&services, &bearer.claims).await?;
    let pending = pending(&services, &account)?;
    let client = Client::session(&account, &bearer.claims);
    let (codes, hashes) = RecoveryCodeHashes::generate(account.id, &*services.randomness);
    let factor = SecondFactor::Active(check(&services, &limits, &account, client, pending, &code, hashes).await?);
    let (retained, now) = (bearer.claims.token_id, services.clock.now());
    let confirmed = CredentialChange::SecondFactor(&factor);
    let stored = services
        .accounts
        .change_credentials(&account, confirmed, retained, now)
        .await;
    stored.map_err(changed)?;
    Ok(Data(RecoveryCodes::of(&codes)))
}

/// Returns the enrolment of an account that can be confirmed.
fn pending<'a>(services: &Services, account: &'a Account) -> Result<&'a PendingFactor, ApiError> {
    match &account.second_factor {
        SecondFactor::Active(_) => Err(already_active()),
        SecondFactor::Pending(pending) if !pending.has_expired(services.clock.now()) => Ok(pending),
        SecondFactor::Pending(_) | SecondFactor::Absent => {
            let message = "No enrolment is in progress; start one with POST /api/account/otp.";
            Err(ApiError::new(ErrorCode::NotFound, message))
        }
    }
}

/// Returns the factor that the code confirms.
async fn check(
    services: &Services,
    limits: &RequestLimits,
    account: &Account,
    client: Client,
    pending: &PendingFactor,
    code: &OneTimePassword,
    recovery: RecoveryCodeHashes,
) -> Result<ActiveFactor, ApiError> {
    let keys = services.signing_keys.signing_keys().await?;
    let step = LoginStep::SecondFactor;
    let attempt = LoginAttempt::admit(services, limits, step, &account.username, client).await?;
    match pending.confirm(code, account.id, &keys, services.clock.now(), recovery) {
        Ok(Some(factor)) => {
            attempt.succeed().await?;
            Ok(factor)
        }
        Ok(None) => {
            attempt.fail().await?;
            Err(incorrect_code())
        }
        Err(error) => {
            attempt.release().await;
            Err(error.into())
        }
    }
}
