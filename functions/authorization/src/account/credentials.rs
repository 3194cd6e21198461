//! POST and PUT /api/account/credentials

use crate::Services;
use crate::account::account_of;
use crate::credentials;
use crate::registration_limit;
use crate::request_limits::RequestLimits;
use crate::security_token::{LoginTokens, SecurityToken};
use crate::token_pair::random_uuid;
use axum::extract::State;
use wallet_core::auth::{MerchantId, SecondFactor, Subject, Username};
use wallet_core::ports::accounts::{Account, CredentialChange};
use wallet_core::wire::{ChosenPassword, NewPassword, PresentedPassword};
use wallet_http::{ApiError, Bearer, Body, Data, ErrorCode, HandlerResult, Register, Required, Secret};

wallet_core::request! {
    /// A request to register an account.
    #[schema(as = RegisterRequest)]
    pub struct RegisterRequest {
        /// The user name: 3 to 64 characters, which are letters and digits of any script and ASCII signs
        /// without spaces (RFC 8265, UsernameCaseMapped). `Alice` and `alice` are the same name.
        pub username: Required<Username>,
        /// The password: 8 to 128 characters of any kind, neither a common password nor the user name.
        pub password: Required<ChosenPassword>,
    }
}

wallet_core::request! {
    /// A request to change the password.
    #[schema(as = ChangePasswordRequest)]
    pub struct ChangeRequest {
        /// The current password. Any string is accepted and checked.
        pub password: Required<PresentedPassword>,
        /// The new password: 8 to 128 characters of any kind, neither a common password nor the user name.
        pub new_password: Required<NewPassword>,
    }
}

/// Registers an account. For merchant back ends with the permission `register`.
///
/// The registrations of a merchant and those from one network are limited. `RateLimit` and `RateLimit-Policy` contain
/// the state of the limits.
#[utoipa::path(
    post, path = "/api/account/credentials", operation_id = "register",
    responses(
        (status = 409, description = "After a registration with a lost response, log in instead."),
    ),
    extensions(("x-error-codes" = json!([ErrorCode::WeakPassword, ErrorCode::UsernameTaken]))),
)]
pub async fn post(
    State(services): State<Services>,
    limits: RequestLimits,
    bearer: Bearer<Register>,
    Body(request): Body<RegisterRequest>,
) -> HandlerResult<SecurityToken> {
    let username = request.username.get()?;
    let password = request.password.get_in(&username)?;

    let merchant = merchant_of(&bearer.claims.subject)?;
    registration_limit::take(&services, &limits, &merchant).await?;
    let account = Account {
        id: random_uuid(&*services.randomness),
        username,
        password_hash: services.passwords.hash(password, limits.deadline).await?,
        epoch: 0,
        disabled: false,
        second_factor: SecondFactor::Absent,
        factor_revision: 0,
        merchant,
        created_at: services.clock.now(),
    };
    // The token is signed first, so that a signing failure does not leave an account behind.
    let token = SecurityToken::issue_after_login(&services, account.id, account.epoch).await?;
    services.accounts.create(&account).await?;
    Ok(Data(token))
}

/// Changes the password of the bearer's account.
///
/// All security tokens, device tokens and all other sessions of the account end; the bearer's session remains valid.
#[utoipa::path(
    put, path = "/api/account/credentials", operation_id = "changePassword",
    responses(
        (status = 401, description = "The bearer token is invalid, or the password is incorrect."),
    ),
    extensions(("x-error-codes" = json!([ErrorCode::WeakPassword, ErrorCode::InvalidCredentials]))),
)]
pub async fn put(
    State(services): State<Services>,
    limits: RequestLimits,
    bearer: Bearer<Secret>,
    Body(request): Body<ChangeRequest>,
) -> HandlerResult<LoginTokens> {
    let password = request.password.get()?;
    request.new_password.is_present()?;

    let account = account_of(&services, &bearer.claims).await?;
    let new_password = request.new_password.get_in(&account.username)?;
    let account = credentials::check_again(&services, &limits, account, &bearer.claims, password).await?;
    let hash = services.passwords.hash(new_password, limits.deadline).await?;
    // The tokens are signed first, so that a signing failure leaves the old password in force.
    let tokens = LoginTokens::issue(&services, account.id, account.epoch.saturating_add(1), None).await?;
    let (token_id, now) = (bearer.claims.token_id, services.clock.now());
    services
        .accounts
        .change_credentials(&account, CredentialChange::Password(&hash), token_id, now)
        .await?;
    Ok(Data(tokens))
}

/// Returns the merchant of the bearer. The permission `register` is never granted to an account.
fn merchant_of(subject: &Subject) -> Result<MerchantId, ApiError> {
    match subject {
        Subject::Merchant(id) => Ok(id.clone()),
        Subject::Account(_) => {
            let message = "Use a permission token that was issued to a merchant with the permission 'register'.";
            Err(ApiError::new(ErrorCode::InsufficientPermission, message).detail("required", "register"))
        }
    }
}
