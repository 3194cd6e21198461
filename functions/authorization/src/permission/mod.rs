//! `/api/permission`: permission tokens and the refresh tokens that renew them.

pub mod issue_by_factors;
pub mod issue_by_key;
pub mod refresh;
pub mod revoke;

use std::str::FromStr;
use uuid::Uuid;
use wallet_core::auth::PermissionSet;
use wallet_http::{ApiError, Field, ResultExt};

/// The maximum length of a payload in bytes.
const PAYLOAD_LIMIT: usize = 1024;

/// Parses `tokenId`, a UUID with hyphens.
fn token_id(field: Field<String>) -> Result<Uuid, ApiError> {
    let text = field.required("tokenId")?;
    // The parser also accepts UUIDs without hyphens and in braces, which the specification excludes.
    let hyphenated = Uuid::from_str(&text).ok().filter(|_| text.len() == 36);
    hyphenated.ok_or_else(|| ApiError::invalid_request("tokenId must be a UUID with hyphens.").at("tokenId"))
}

/// Parses `permissions`, a list of names.
fn permissions(field: Field<Vec<String>>) -> Result<PermissionSet, ApiError> {
    PermissionSet::parse(&field.required("permissions")?).at("permissions")
}

/// Parses `payload`, a string of at most 1024 bytes of UTF-8.
fn payload(field: Field<String>) -> Result<Option<String>, ApiError> {
    let payload = field.optional("payload")?;
    if payload.as_ref().is_some_and(|payload| payload.len() > PAYLOAD_LIMIT) {
        return Err(ApiError::invalid_request("payload must be at most 1024 bytes.").at("payload"));
    }
    Ok(payload)
}
