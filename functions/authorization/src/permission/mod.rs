//! `/api/permission`: permission tokens and the refresh tokens that renew them.

pub mod issue_by_factors;
pub mod issue_by_key;
pub mod refresh;
pub mod revoke;

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, Schema, SchemaFormat, Type};
use utoipa::{PartialSchema, ToSchema};
use uuid::Uuid;
use wallet_core::auth::{PermissionSet, PermissionSetError};
use wallet_core::error::{ErrorCode, ErrorInfo};
use wallet_core::wire::{Wire, hyphenated_uuid};

/// The maximum length of a payload in bytes.
const PAYLOAD_LIMIT: usize = 1024;

/// The maximum length of a payload in bytes of a JSON string, without the quotes. A permission token with such a
/// payload is shorter than 4 KiB: about 600 bytes remain for the issuer.
const ENCODED_PAYLOAD_LIMIT: usize = 2048;

/// The id of a session: a UUID with hyphens.
pub struct TokenId;

/// Names of permissions.
pub struct Permissions;

/// A string of at most 1024 bytes of UTF-8 and at most 2048 bytes of JSON.
pub struct Payload;

impl PartialSchema for TokenId {
    #[expect(deprecated, reason = "the derive macros write `example` as well")]
    fn schema() -> RefOr<Schema> {
        let id = ObjectBuilder::new().schema_type(Type::String);
        let id = id.format(Some(SchemaFormat::KnownFormat(KnownFormat::Uuid)));
        id.example(Some("7d444840-9dc0-11d1-b245-5ffdce74fad2".into())).into()
    }
}

impl ToSchema for TokenId {}

impl Wire for TokenId {
    type Json = String;
    type Value = Uuid;
    type Error = ErrorInfo;

    fn read(text: String, (): ()) -> Result<Uuid, ErrorInfo> {
        hyphenated_uuid(&text).ok_or_else(|| invalid("tokenId must be a UUID with hyphens."))
    }
}

impl Wire for Permissions {
    type Json = Vec<String>;
    type Value = PermissionSet;
    type Error = PermissionSetError;

    fn read(names: Vec<String>, (): ()) -> Result<PermissionSet, PermissionSetError> {
        PermissionSet::parse(&names)
    }
}

impl Wire for Payload {
    type Json = String;
    type Value = String;
    type Error = ErrorInfo;

    fn read(payload: String, (): ()) -> Result<String, ErrorInfo> {
        if payload.len() > PAYLOAD_LIMIT {
            return Err(invalid("payload must be at most 1024 bytes."));
        }
        if encoded_length(&payload) > ENCODED_PAYLOAD_LIMIT {
            let message = "payload must be at most 2048 bytes in JSON, where most control characters take 6.";
            return Err(invalid(message));
        }
        Ok(payload)
    }
}

fn invalid(message: &'static str) -> ErrorInfo {
    ErrorInfo::new(ErrorCode::InvalidRequest, message)
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
