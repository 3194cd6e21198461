//! Contents of fields that requests and the first message of a socket have in common.

use crate::cursor::Cursor;
use uuid::Uuid;
use wallet_core::error::{ErrorCode, ErrorInfo};
use wallet_core::wire::hyphenated_uuid;

wallet_core::wire_text! {
    /// A UUID with hyphens.
    IdText = Some("^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"), "0b7f4a52-6d0c-4f0e-9a57-3f6d1f1f9c11";
    /// The position in the log.
    LogCursorText = Some("^[A-Za-z0-9_-]{1,2048}$"), "MSxidGMtdGVzdG5ldDoxMg";
}

/// The id of a subscription.
pub struct Id;

/// The position in the log.
pub struct LogCursor;

wallet_core::wire_value! {
    Id as IdText => Uuid, |text: &str| {
        let message = "The id of a subscription must be a UUID with hyphens.";
        hyphenated_uuid(text).ok_or_else(|| ErrorInfo::new(ErrorCode::InvalidRequest, message))
    };
    LogCursor as LogCursorText => Cursor, str::parse::<Cursor>;
}
