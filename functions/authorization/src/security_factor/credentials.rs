//! POST /api/security-factor/credentials

use crate::Services;
use crate::credentials;
use crate::device_token;
use crate::login_attempt::Client;
use crate::request_limits::RequestLimits;
use crate::security_token::LoginTokens;
use axum::extract::State;
use wallet_core::auth::Username;
use wallet_core::wire::{DeviceTokenText, PresentedPassword};
use wallet_http::{Body, Data, ErrorCode, Field, HandlerResult, Required};

wallet_core::request! {
    /// A login request with user name and password.
    #[schema(as = CredentialsRequest)]
    pub struct Request {
        /// The user name in any case: 3 to 64 characters.
        pub username: Required<Username>,
        /// The password. Any string is accepted and checked.
        pub password: Required<PresentedPassword>,
        /// The device token of an earlier login on this device. One that is invalid or of another account has no effect.
        pub device_token: Field<DeviceTokenText>,
    }
}

/// Authenticates a user by user name and password.
///
/// After 5 consecutive incorrect passwords for a user name, existing or not, from one network (an IPv4 address or an
/// IPv6 /64), each further attempt from it requires a wait of 1 second, doubling up to 15 minutes. An attempt during the
/// wait is rejected unchecked and does not count.
///
/// The same applies to a name after 20 incorrect passwords from all networks without a login in the last 30 days, and
/// the 100th closes the name for such networks for a day. A device token avoids both waits. A network with more than 200
/// incorrect passwords in 10 minutes, for any names, has to wait too.
///
/// The correct password of an account that the operator has disabled gets 401 `invalid_credentials` with `details.reason`
/// `account_disabled`.
///
/// `RateLimit` and `RateLimit-Policy` contain the state of the limits.
#[utoipa::path(
    post, path = "/api/security-factor/credentials", operation_id = "proveCredentials",
    extensions(("x-error-codes" = json!([ErrorCode::InvalidCredentials]))),
)]
pub async fn post(
    State(services): State<Services>,
    limits: RequestLimits,
    Body(request): Body<Request>,
) -> HandlerResult<LoginTokens> {
    let username = request.username.get()?;
    let password = request.password.get()?;
    let device_token = request.device_token.get()?;

    let device = device_token::recognise(&services, &username, device_token.as_deref()).await?;
    drop(device_token);
    let client = device.map_or(Client::Unproven, Client::Device);
    let account = credentials::check(&services, &limits, &username, password, client).await?;
    let tokens = LoginTokens::issue(&services, account.id, account.epoch, device).await?;
    Ok(Data(tokens))
}
