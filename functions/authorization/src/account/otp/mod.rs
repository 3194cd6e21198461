//! GET and POST /api/account/otp: the second factor of the bearer's account.

pub mod confirm;
pub mod delete;
pub mod recovery_codes;

use crate::Services;
use crate::account::account_of;
use crate::credentials;
use crate::request_limits::RequestLimits;
use axum::extract::State;
use secrecy::ExposeSecret;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::auth::{FactorCode, OtpSecret, PendingFactor, RecoveryCode, SecondFactor};
use wallet_core::ports::accounts::ChangeAccountError;
use wallet_core::wire::PresentedPassword;
use wallet_http::{ApiError, Bearer, Body, Data, ErrorCode, HandlerResult, Required, Secret};

/// The state of the second factor.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SecondFactorResponse)]
#[serde(rename_all = "camelCase")]
pub struct Response {
    /// True if a login requires a code.
    #[schema(example = true)]
    pub active: bool,
    /// The number of recovery codes that are not used yet: at most 10.
    #[schema(example = 9)]
    pub recovery_codes: usize,
}

/// A secret to enter into an authenticator app.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Enrolment {
    /// The secret in base32 (RFC 4648), which users can type: 160 bits.
    #[schema(example = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")]
    pub secret: String,
    /// The content of the QR code: an `otpauth` URI with the secret and the parameters of RFC 6238 (SHA-1, 6 digits, 30
    /// seconds).
    #[schema(
        example = "otpauth://totp/wallet.example:alice?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=wallet.example&algorithm=SHA1&digits=6&period=30"
    )]
    pub uri: String,
    /// The end of the enrolment in Unix seconds: 10 minutes after its start.
    #[schema(example = 1_800_000_600)]
    pub expires_at: u64,
}

wallet_core::request! {
    /// A request to start an enrolment.
    #[schema(as = EnrolSecondFactorRequest)]
    pub struct EnrolRequest {
        /// The password of the account. Any string is accepted and checked.
        pub password: Required<PresentedPassword>,
    }
}

wallet_core::request! {
    /// A code of the second factor.
    #[schema(as = SecondFactorCodeRequest)]
    pub struct CodeRequest {
        /// The 6 digits that the authenticator app displays, or a recovery code. Each code is valid once.
        pub code: Required<FactorCode>,
    }
}

/// New recovery codes.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecoveryCodes {
    /// Ten codes, each of which replaces a code of the authenticator app once. They are not shown again: let the user print
    /// or store them. Without the app they are the only way to log in.
    #[schema(example = json!(["MFRGG-ZDFMZ-TWQ2L-KNNWG"]))]
    pub recovery_codes: Vec<String>,
}

impl RecoveryCodes {
    fn of(codes: &[RecoveryCode]) -> Self {
        let displayed = |code: &RecoveryCode| code.displayed().expose_secret().to_owned();
        Self {
            recovery_codes: codes.iter().map(displayed).collect(),
        }
    }
}

/// Returns the state of the second factor.
///
/// An enrolment without its confirmation is not active.
#[utoipa::path(
    get, path = "/api/account/otp", operation_id = "showSecondFactor",
    extensions(("x-error-codes" = json!([ErrorCode::ServiceUnavailable]))),
)]
pub async fn get(State(services): State<Services>, bearer: Bearer<Secret>) -> HandlerResult<Response> {
    let account = account_of(&services, &bearer.claims).await?;
    Ok(Data(match account.second_factor {
        SecondFactor::Active(factor) => Response {
            active: true,
            recovery_codes: factor.recovery.0.len(),
        },
        SecondFactor::Absent | SecondFactor::Pending(_) => Response {
            active: false,
            recovery_codes: 0,
        },
    }))
}

/// Starts the enrolment of a second factor: one-time passwords (RFC 6238).
///
/// It takes effect with `POST /api/account/otp/confirm`. A further start replaces the secret. The password is required, so that
/// a stolen token locks no user out with a factor of another device.
#[utoipa::path(
    post, path = "/api/account/otp", operation_id = "enrolSecondFactor",
    responses(
        (status = 401, description = "The bearer token is invalid, or the password is incorrect."),
        (status = 409, description = "The account has a second factor; remove it first."),
    ),
    extensions(("x-error-codes" = json!([
        ErrorCode::InvalidCredentials, ErrorCode::AlreadyExists, ErrorCode::NotConfigured,
    ]))),
)]
pub async fn post(
    State(services): State<Services>,
    limits: RequestLimits,
    bearer: Bearer<Secret>,
    Body(request): Body<EnrolRequest>,
) -> HandlerResult<Enrolment> {
    let password = request.password.get()?;

    let account = account_of(&services, &bearer.claims).await?;
    if matches!(account.second_factor, SecondFactor::Active(_)) {
        return Err(already_active());
    }
    let account = credentials::check_again(&services, &limits, account, &bearer.claims, password).await?;
    let keys = services.signing_keys.signing_keys().await?;
    let secret = OtpSecret::generate(&*services.randomness);
    let pending = PendingFactor::new(&secret, account.id, &keys, &*services.randomness, services.clock.now())?;
    let expires_at = pending.expires_at.as_secs();
    let stored = services
        .accounts
        .update_second_factor(&account, &SecondFactor::Pending(pending))
        .await;
    stored.map_err(changed)?;
    Ok(Data(Enrolment {
        secret: secret.base32().expose_secret().to_owned(),
        uri: secret
            .uri(host(&services.issuer), account.username.as_str())
            .expose_secret()
            .to_owned(),
        expires_at,
    }))
}

/// Returns the host of an issuer's URL, which authenticator apps display. It contains no colon, which would end the issuer
/// in the label of the URI.
fn host(issuer: &str) -> &str {
    let rest = issuer.split_once("://").map_or(issuer, |(_, rest)| rest);
    rest.split(['/', ':']).next().unwrap_or(rest)
}

fn already_active() -> ApiError {
    let message = "The account has a second factor; remove it with one of its codes first.";
    ApiError::new(ErrorCode::AlreadyExists, message)
}

/// Returns the error for a change that a concurrent one prevented.
fn changed(error: ChangeAccountError) -> ApiError {
    match error {
        ChangeAccountError::Changed => {
            let message = "The second factor or the password was changed concurrently; start again.";
            ApiError::new(ErrorCode::AlreadyExists, message)
        }
        ChangeAccountError::Store(error) => error.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::host;

    #[test]
    fn host_of_the_issuer_has_no_port() {
        assert_eq!(host("https://wallet.example/authorization/v1"), "wallet.example");
        assert_eq!(host("http://127.0.0.1:3000/authorization/v1"), "127.0.0.1");
    }
}
