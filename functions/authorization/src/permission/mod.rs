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

/// The maximum length of a payload in bytes of a JSON string, without the quotes. A permission token with such a
/// payload is shorter than 4 KiB: about 600 bytes remain for the issuer.
const ENCODED_PAYLOAD_LIMIT: usize = 2048;

/// Parses `tokenId`, a UUID with hyphens.
fn token_id(field: Field<String>) -> Result<Uuid, ApiError> {
    let text = field.required("tokenId")?;
    hyphenated(&text).ok_or_else(|| ApiError::invalid_request("tokenId must be a UUID with hyphens.").at("tokenId"))
}

/// Parses a UUID with hyphens. The parser of the library also accepts UUIDs without hyphens and in braces, which the
/// specification excludes.
pub(crate) fn hyphenated(text: &str) -> Option<Uuid> {
    Uuid::from_str(text).ok().filter(|_| text.len() == 36)
}

/// Parses `permissions`, a list of names.
fn permissions(field: Field<Vec<String>>) -> Result<PermissionSet, ApiError> {
    PermissionSet::parse(&field.required("permissions")?).at("permissions")
}

/// Parses `payload`, a string of at most 1024 bytes of UTF-8 and at most 2048 bytes of JSON.
fn payload(field: Field<String>) -> Result<Option<String>, ApiError> {
    let payload = field.optional("payload")?;
    if payload.as_ref().is_some_and(|payload| payload.len() > PAYLOAD_LIMIT) {
        return Err(ApiError::invalid_request("payload must be at most 1024 bytes.").at("payload"));
    }
    if payload.as_deref().map_or(0, encoded_length) > ENCODED_PAYLOAD_LIMIT {
        let message = "payload must be at most 2048 bytes in JSON, where most control characters take 6.";
        return Err(ApiError::invalid_request(message).at("payload"));
    }
    Ok(payload)
}

/// Returns the number of bytes of a text in a JSON string (RFC 8259, section 7) with the escapes of the token's signer.
fn encoded_length(text: &str) -> usize {
    let length = |byte| match byte {
        b'"' | b'\\' | 0x08 | b'\t' | b'\n' | 0x0c | b'\r' => 2,
        0..=0x1f => 6,
        _ => 1,
    };
    text.bytes().map(length).sum()
}
