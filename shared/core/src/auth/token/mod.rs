//! Permission and security tokens: JWTs signed with Ed25519 (RFC 7519, RFC 8037, RFC 9068). Device tokens: JWTs with
//! HMAC-SHA-256 that only the authorization service issues and verifies.
//!
//! Only this file uses the JWT library. The defaults are lax, so every check is explicit here: a single
//! algorithm, a header of exactly `typ`, `alg` and `kid`, every claim required and of a fixed type, and
//! times checked against the [`crate::ports::system::Clock`] of the caller.
//!
//! The key of device tokens is derived from a refresh key, which exists as long as a device token is valid. Signing keys
//! are removed soon after their successor is active.

use crate::auth::keys::{PublicKeySet, SymmetricKey};
use crate::auth::lifetimes::{CLOCK_LEEWAY, PERMISSION_TOKEN_LIFETIME, SECURITY_TOKEN_LIFETIME};
use crate::auth::signing_keys::SigningKeySet;
use crate::auth::{DeviceClaims, Factor, PermissionClaims, PermissionSet, SecurityClaims, Subject};
use crate::error::{CodedError, ErrorCode, ErrorInfo};
use crate::ports::store::StoreError;
use crate::ports::system::Timestamp;
use hmac::Mac;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use uuid::Uuid;
use zeroize::Zeroizing;

/// The claim `aud` of every token.
const AUDIENCE: &str = "wallet-cloud";

const PERMISSION_TYP: &str = "at+jwt";
const SECURITY_TYP: &str = "security+jwt";

/// Reasons for the rejection of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// The token was not issued by us or is of a different kind.
    #[error("the token is not valid; request a new one")]
    Invalid,
    /// The token has expired.
    #[error("the token has expired; request a new one")]
    Expired,
    /// The token names a key that is not in the set.
    #[error("the token is not valid; request a new one")]
    UnknownKey,
}

impl CodedError for TokenError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::Expired => ErrorInfo::describe(ErrorCode::TokenExpired, self),
            Self::Invalid | Self::UnknownKey => ErrorInfo::describe(ErrorCode::InvalidToken, self),
        }
    }
}

/// Errors of signing a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SignError {
    /// No key of the set is active yet.
    #[error("no active signing key")]
    NoActiveKey,
    /// The library rejected the key or the claims.
    #[error("token signing failed")]
    Failed,
}

impl CodedError for SignError {
    fn info(&self) -> ErrorInfo {
        match self {
            // The operator announced keys too early or removed the active key; a later attempt may succeed.
            Self::NoActiveKey => StoreError::new(self).info(),
            Self::Failed => ErrorInfo::internal(self),
        }
    }
}

#[derive(Debug, Deserialize, Serialize)]
struct PermissionJwt {
    iss: String,
    aud: String,
    sub: String,
    iat: u64,
    exp: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nbf: Option<u64>,
    jti: String,
    sid: String,
    scope: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    payload: Option<String>,
}

#[derive(Debug, Deserialize, Serialize)]
struct SecurityJwt {
    iss: String,
    aud: String,
    sub: String,
    iat: u64,
    exp: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nbf: Option<u64>,
    jti: String,
    amr: Vec<String>,
    epoch: u64,
}

/// Signs a permission token. `jti` is the unique id.
pub fn sign_permission_token(
    keys: &SigningKeySet,
    issuer: &str,
    claims: &PermissionClaims,
    jti: Uuid,
    now: Timestamp,
) -> Result<String, SignError> {
    let jwt = PermissionJwt {
        iss: issuer.to_owned(),
        aud: AUDIENCE.to_owned(),
        sub: claims.subject.to_string(),
        iat: now.as_secs(),
        exp: claims.expires_at.as_secs(),
        nbf: None,
        jti: jti.to_string(),
        sid: claims.token_id.to_string(),
        scope: claims.permissions.to_string(),
        payload: claims.payload.clone(),
    };
    sign(keys, PERMISSION_TYP, &jwt, now)
}

/// Signs a security token.
pub fn sign_security_token(
    keys: &SigningKeySet,
    issuer: &str,
    claims: &SecurityClaims,
    now: Timestamp,
) -> Result<String, SignError> {
    let jwt = SecurityJwt {
        iss: issuer.to_owned(),
        aud: AUDIENCE.to_owned(),
        sub: Subject::Account(claims.account).to_string(),
        iat: now.as_secs(),
        exp: claims.expires_at.as_secs(),
        nbf: None,
        jti: claims.id.clone(),
        amr: claims.factors.iter().map(|factor| factor.name().to_owned()).collect(),
        epoch: claims.epoch,
    };
    sign(keys, SECURITY_TYP, &jwt, now)
}

/// Verifies a permission token of this issuer.
pub fn verify_permission_token(
    keys: &PublicKeySet,
    issuer: &str,
    token: &str,
    now: Timestamp,
) -> Result<PermissionClaims, TokenError> {
    let jwt: PermissionJwt = verify(keys, PERMISSION_TYP, issuer, token)?;
    let claims = PermissionClaims {
        subject: Subject::parse(&jwt.sub).ok_or(TokenError::Invalid)?,
        token_id: Uuid::try_parse(&jwt.sid).map_err(|_| TokenError::Invalid)?,
        permissions: PermissionSet::parse_scope(&jwt.scope).map_err(|_| TokenError::Invalid)?,
        payload: jwt.payload,
        expires_at: Timestamp::from_secs(jwt.exp),
    };
    check_lifetime(jwt.iat, jwt.exp, PERMISSION_TOKEN_LIFETIME)?;
    check_times(jwt.iat, jwt.nbf, jwt.exp, now)?;
    Ok(claims)
}

/// Verifies a security token of this issuer. The caller must compare the epoch with that of the
/// account.
pub fn verify_security_token(
    keys: &PublicKeySet,
    issuer: &str,
    token: &str,
    now: Timestamp,
) -> Result<SecurityClaims, TokenError> {
    let jwt: SecurityJwt = verify(keys, SECURITY_TYP, issuer, token)?;
    let Some(Subject::Account(account)) = Subject::parse(&jwt.sub) else {
        return Err(TokenError::Invalid);
    };
    let factors: Option<Vec<_>> = jwt.amr.iter().map(|name| Factor::from_name(name)).collect();
    let claims = SecurityClaims {
        id: jwt.jti,
        account,
        epoch: jwt.epoch,
        factors: factors
            .filter(|list| list.contains(&Factor::Password))
            .ok_or(TokenError::Invalid)?,
        expires_at: Timestamp::from_secs(jwt.exp),
    };
    check_lifetime(jwt.iat, jwt.exp, SECURITY_TOKEN_LIFETIME)?;
    check_times(jwt.iat, jwt.nbf, jwt.exp, now)?;
    Ok(claims)
}

fn sign<C: Serialize>(keys: &SigningKeySet, typ: &str, claims: &C, now: Timestamp) -> Result<String, SignError> {
    let key = keys.signing_key(now).ok_or(SignError::NoActiveKey)?;
    let encoding_key = EncodingKey::from_ed_der(&key.to_pkcs8());
    jsonwebtoken::encode(&header(Algorithm::EdDSA, typ, key.kid()), claims, &encoding_key)
        .map_err(|_| SignError::Failed)
}

/// Signs claims with HMAC-SHA-256.
fn sign_hmac<C: Serialize>(secret: &[u8], typ: &str, kid: &str, claims: &C) -> Result<String, SignError> {
    let header = header(Algorithm::HS256, typ, kid);
    jsonwebtoken::encode(&header, claims, &EncodingKey::from_secret(secret)).map_err(|_| SignError::Failed)
}

/// Returns the `kid` of a token with exactly the header of [`sign_hmac`].
fn kid_of_hmac(typ: &str, token: &str) -> Result<String, TokenError> {
    checked_kid(Algorithm::HS256, typ, token)
}

/// Verifies a token with a header that [`kid_of_hmac`] accepted.
fn verify_hmac<C: DeserializeOwned>(secret: &[u8], issuer: &str, token: &str) -> Result<C, TokenError> {
    decode(token, &DecodingKey::from_secret(secret), Algorithm::HS256, issuer)
}

/// Returns the only header that our tokens of this kind have.
fn header(algorithm: Algorithm, typ: &str, kid: &str) -> Header {
    let mut header = Header::new(algorithm);
    header.typ = Some(typ.to_owned());
    header.kid = Some(kid.to_owned());
    header
}

fn verify<C: DeserializeOwned>(keys: &PublicKeySet, typ: &str, issuer: &str, token: &str) -> Result<C, TokenError> {
    let kid = checked_kid(Algorithm::EdDSA, typ, token)?;
    let key = keys.find(&kid).ok_or(TokenError::UnknownKey)?;
    decode(token, &DecodingKey::from_ed_der(&key.point), Algorithm::EdDSA, issuer)
}

/// Returns the `kid` of a token with exactly the expected header.
fn checked_kid(algorithm: Algorithm, typ: &str, token: &str) -> Result<String, TokenError> {
    let presented = jsonwebtoken::decode_header(token).map_err(|_| TokenError::Invalid)?;
    let kid = presented.kid.clone().ok_or(TokenError::Invalid)?;
    // A further header field (jwk, jku, x5u, crit) and a different alg or typ make the headers differ.
    if presented != header(algorithm, typ, &kid) {
        return Err(TokenError::Invalid);
    }
    Ok(kid)
}

fn decode<C: DeserializeOwned>(
    token: &str,
    key: &DecodingKey,
    algorithm: Algorithm,
    issuer: &str,
) -> Result<C, TokenError> {
    let token = jsonwebtoken::decode(token, key, &validation(algorithm, issuer));
    token.map(|data| data.claims).map_err(|_| TokenError::Invalid)
}

fn validation(algorithm: Algorithm, issuer: &str) -> Validation {
    let mut validation = Validation::new(algorithm);
    validation.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
    validation.set_issuer(&[issuer]);
    validation.set_audience(&[AUDIENCE]);
    // The library would use the system time; `check_times` uses the time of the caller.
    validation.validate_exp = false;
    validation.validate_nbf = false;
    validation
}

/// Rejects a token that would be valid for longer than the kind allows, plus the clock leeway. Such a token was not
/// issued by this service, even if the signature is valid.
fn check_lifetime(iat: u64, exp: u64, lifetime: Duration) -> Result<(), TokenError> {
    if exp.saturating_sub(iat) > (lifetime + CLOCK_LEEWAY).as_secs() {
        return Err(TokenError::Invalid);
    }
    Ok(())
}

fn check_times(iat: u64, nbf: Option<u64>, exp: u64, now: Timestamp) -> Result<(), TokenError> {
    let now = now.as_secs();
    let latest_start = now.saturating_add(CLOCK_LEEWAY.as_secs());
    if iat > latest_start || nbf.is_some_and(|nbf| nbf > latest_start) {
        return Err(TokenError::Invalid);
    }
    if now > exp.saturating_add(CLOCK_LEEWAY.as_secs()) {
        return Err(TokenError::Expired);
    }
    Ok(())
}

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

/// Returns the key of device tokens that belongs to a refresh key.
fn device_secret(key: &SymmetricKey) -> Zeroizing<[u8; 32]> {
    Zeroizing::new(key.hmac_for("device").finalize().into_bytes().into())
}

#[cfg(test)]
mod tests;
