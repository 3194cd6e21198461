//! POST and PUT /api/account/credentials

use crate::Services;
use crate::account::account_of;
use crate::credentials;
use crate::security_token::SecurityToken;
use crate::token_pair::random_uuid;
use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;
use wallet_core::auth::{MerchantId, Password, Subject, Username};
use wallet_core::ports::accounts::Account;
use wallet_http::{Answer, ApiError, Bearer, Body, Data, Envelope, ErrorCode, Field, Register, ResultExt, Secret};

/// Asks for a new account.
#[derive(Deserialize, ToSchema)]
#[schema(as = RegisterRequest)]
#[serde(rename_all = "camelCase")]
pub struct RegisterRequest {
    /// 3 to 64 characters: letters and digits of any script, ASCII signs, no blanks (RFC 8265,
    /// UsernameCaseMapped). `Alice` and `alice` are one.
    #[serde(default)]
    #[schema(value_type = String, required = true, min_length = 3, max_length = 64, example = "alice")]
    pub username: Field<String>,
    /// 8 to 128 characters of any kind; not one of the common passwords, not the user name.
    #[serde(default)]
    #[schema(value_type = String, required = true, min_length = 8, max_length = 128, example = "correct horse battery staple")]
    pub password: Field<String>,
}

/// Asks for a new password.
#[derive(Deserialize, ToSchema)]
#[schema(as = ChangePasswordRequest)]
#[serde(rename_all = "camelCase")]
pub struct ChangeRequest {
    /// The password as it is. Any text is accepted and judged.
    #[serde(default)]
    #[schema(value_type = String, required = true, example = "correct horse battery staple")]
    pub password: Field<String>,
    /// The password as it shall be: 8 to 128 characters of any kind; not one of the common passwords, not
    /// the user name.
    #[serde(default)]
    #[schema(value_type = String, required = true, min_length = 8, max_length = 128, example = "tr0mbone & velvet")]
    pub new_password: Field<String>,
}

/// Registers an account. For merchants' back ends with the permission `register`.
#[utoipa::path(
    post,
    path = "/api/account/credentials",
    operation_id = "register",
    tag = "account",
    security(("bearer" = [])),
    request_body = RegisterRequest,
    responses(
        (status = 200, description = "A proof of being its owner", body = Envelope<SecurityToken>),
        (status = 400, description = "`invalid_request`, or `weak_password` for a password that may not be one"),
        (status = 409, description = "`username_taken`: whoever lost the answer to their own registration logs in instead"),
        (status = 503, description = "`service_unavailable`: our own storage does not answer"),
    )
)]
pub async fn post(
    State(services): State<Services>,
    bearer: Bearer<Register>,
    Body(request): Body<RegisterRequest>,
) -> Answer<SecurityToken> {
    let username = Username::parse(&request.username.required("username")?).at("username")?;
    let password = Password::choose(&request.password.required("password")?, &username).at("password")?;

    let merchant = merchant_of(&bearer.claims.subject)?;
    let account = Account {
        id: random_uuid(&*services.randomness),
        username,
        password_hash: services.passwords.hash(password).await?,
        epoch: 0,
        merchant,
        created_at: services.clock.now(),
    };
    // Signed first: what fails here must not leave an account behind.
    let token = SecurityToken::after_password(&services, account.id, account.epoch).await?;
    services.accounts.create(&account).await?;
    Ok(Data(token))
}

/// Changes the password of the bearer's account. Every other session of the account ends, and every
/// security token; the bearer's own session goes on.
#[utoipa::path(
    put,
    path = "/api/account/credentials",
    operation_id = "changePassword",
    tag = "account",
    security(("bearer" = [])),
    request_body = ChangeRequest,
    responses(
        (status = 200, description = "A new proof of being its owner", body = Envelope<SecurityToken>),
        (status = 400, description = "`invalid_request`, or `weak_password` for a new password that may not be one"),
        (status = 401, description = "A bearer token that is not good, or `invalid_credentials`: the password is wrong"),
        (status = 429, description = "`too_many_requests`: wait as long as `Retry-After` says"),
        (status = 503, description = "`service_unavailable`: our own storage does not answer"),
    )
)]
pub async fn put(
    State(services): State<Services>,
    bearer: Bearer<Secret>,
    Body(request): Body<ChangeRequest>,
) -> Answer<SecurityToken> {
    let password = Password::presented(&request.password.required("password")?);
    let new_password = request.new_password.required("newPassword")?;

    let account = account_of(&services, &bearer.claims).await?;
    let new_password = Password::choose(&new_password, &account.username).at("newPassword")?;
    let account = credentials::check_again(&services, account, password).await?;
    let hash = services.passwords.hash(new_password).await?;
    // Signed first: what fails here must leave the old password in force.
    let token = SecurityToken::after_password(&services, account.id, account.epoch.saturating_add(1)).await?;
    let (token_id, now) = (bearer.claims.token_id, services.clock.now());
    services
        .accounts
        .change_password(&account, &hash, token_id, now)
        .await?;
    Ok(Data(token))
}

/// The merchant that registers; `register` is granted to no account.
fn merchant_of(subject: &Subject) -> Result<MerchantId, ApiError> {
    match subject {
        Subject::Merchant(id) => Ok(id.clone()),
        Subject::Account(_) => {
            let message = "Use a permission token that was issued to a merchant with the permission 'register'.";
            Err(ApiError::new(ErrorCode::InsufficientPermission, message).detail("required", "register"))
        }
    }
}
