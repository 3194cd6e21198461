//! Device tokens: JWTs with HMAC-SHA-256 that only the authorization service issues and verifies.
//!
//! Their key is derived from a refresh key, which exists as long as a device token is valid. Signing keys are removed
//! soon after their successor is active.

use super::{AUDIENCE, SignError, TokenError, check_times, kid_of_hmac, sign_hmac, verify_hmac};
use crate::auth::refresh::device_secret;
use crate::auth::signing_keys::SigningKeySet;
use crate::auth::{DeviceClaims, Subject};
use crate::ports::system::Timestamp;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

const DEVICE_TYP: &str = "device+jwt";

/// The maximum length of a device token in bytes. Ours have about 400.
const LONGEST_TOKEN: usize = 2048;

#[derive(Debug, Deserialize, Serialize)]
struct DeviceJwt {
    iss: String,
    aud: String,
    sub: String,
    iat: u64,
    exp: u64,
    /// The id of the device, which all tokens of the device have.
    jti: String,
    epoch: u64,
}

/// Signs a device token.
pub fn sign_device_token(
    keys: &SigningKeySet,
    issuer: &str,
    claims: &DeviceClaims,
    now: Timestamp,
) -> Result<String, SignError> {
    let key = keys.refresh_key(now).ok_or(SignError::NoActiveKey)?;
    let jwt = DeviceJwt {
        iss: issuer.to_owned(),
        aud: AUDIENCE.to_owned(),
        sub: Subject::Account(claims.account).to_string(),
        iat: now.as_secs(),
        exp: claims.expires_at.as_secs(),
        jti: claims.device.to_string(),
        epoch: claims.epoch,
    };
    sign_hmac(&*device_secret(key), DEVICE_TYP, &key.kid, &jwt)
}

/// Verifies a device token of this issuer. The caller must compare the account and epoch with the stored account
/// that logs in.
pub fn verify_device_token(
    keys: &SigningKeySet,
    issuer: &str,
    token: &str,
    now: Timestamp,
) -> Result<DeviceClaims, TokenError> {
    if token.len() > LONGEST_TOKEN {
        return Err(TokenError::Invalid);
    }
    let kid = kid_of_hmac(DEVICE_TYP, token)?;
    let key = keys.refresh_keys().iter().find(|key| key.kid == kid);
    let key = key.ok_or(TokenError::UnknownKey)?;
    let jwt: DeviceJwt = verify_hmac(&*device_secret(key), issuer, token)?;
    let Some(Subject::Account(account)) = Subject::parse(&jwt.sub) else {
        return Err(TokenError::Invalid);
    };
    check_times(jwt.iat, None, jwt.exp, now)?;
    Ok(DeviceClaims {
        account,
        epoch: jwt.epoch,
        device: Uuid::try_parse(&jwt.jti).map_err(|_| TokenError::Invalid)?,
        expires_at: Timestamp::from_secs(jwt.exp),
    })
}
