//! Device tokens: proofs of an earlier login of the same client.

use crate::Services;
use uuid::Uuid;
use wallet_core::auth::{DEVICE_TOKEN_LIFETIME, DeviceClaims, Username, sign_device_token, verify_device_token};
use wallet_core::ports::accounts::AccountId;
use wallet_http::ApiError;

/// Returns the id of the device if the token is valid for the account with this user name.
///
/// An invalid token counts as absent. A valid token costs the same look-up if the name does not exist.
pub(crate) async fn recognise(
    services: &Services,
    username: &Username,
    token: Option<&str>,
) -> Result<Option<Uuid>, ApiError> {
    let Some(token) = token else {
        return Ok(None);
    };
    let keys = services.signing_keys.signing_keys().await?;
    let Ok(claims) = verify_device_token(&keys, &services.issuer, token, services.clock.now()) else {
        return Ok(None);
    };
    let account = services.accounts.find_by_username(username).await?;
    let is_own = account.is_some_and(|account| (account.id, account.epoch) == (claims.account, claims.epoch));
    Ok(is_own.then_some(claims.device))
}

/// Issues a token of a device for an account with this epoch.
pub(crate) async fn issue(
    services: &Services,
    account: AccountId,
    epoch: u64,
    device: Uuid,
) -> Result<String, ApiError> {
    let now = services.clock.now();
    let keys = services.signing_keys.signing_keys().await?;
    let claims = DeviceClaims {
        account,
        epoch,
        device,
        expires_at: now.after(DEVICE_TOKEN_LIFETIME),
    };
    Ok(sign_device_token(&keys, &services.issuer, &claims, now)?)
}
