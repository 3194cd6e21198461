//! The text of a cursor, the same for all chain families.

use crate::error::{CodedError, ErrorCode, ErrorInfo};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

/// The string is not a valid cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cursor must be the nextCursor of the previous response")]
pub struct CursorError;

impl CodedError for CursorError {
    fn info(&self) -> ErrorInfo {
        ErrorInfo::describe(ErrorCode::InvalidRequest, self)
    }
}

/// Encodes the bytes of a position.
pub fn encode_cursor(bytes: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// Decodes the bytes of a position.
pub fn decode_cursor(text: &str) -> Result<Vec<u8>, CursorError> {
    URL_SAFE_NO_PAD.decode(text).map_err(|_| CursorError)
}
