//! Texts that requests and responses encode bytes and positions in: hexadecimal bytes, cursors of pages, and parts of URLs.

use crate::error::{CodedError, ErrorCode, ErrorInfo};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// The characters that are not unreserved (RFC 3986, section 2.3).
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The error for a string that is not valid hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("value must be an even number of hex digits")]
pub struct HexError;

/// Parses pairs of hex digits of either case, with an optional `0x` prefix. Returns no bytes for an
/// empty string.
pub fn parse_hex(text: &str) -> Result<Vec<u8>, HexError> {
    let digits = text
        .strip_prefix("0x")
        .or_else(|| text.strip_prefix("0X"))
        .unwrap_or(text);
    hex::decode(digits).map_err(|_| HexError)
}

/// Percent-encodes a text as a part of a URL: a segment of a path, or a value of a query.
pub fn percent_encode(text: &str) -> String {
    utf8_percent_encode(text, RESERVED).to_string()
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hex_accepts_prefix_and_either_case() {
        for valid in ["00ff", "00FF", "0x00Ff", "0X00fF"] {
            assert_eq!(parse_hex(valid), Ok(vec![0, 0xff]), "{valid}");
        }
        assert_eq!(parse_hex("0x"), Ok(vec![]));
    }

    #[test]
    fn odd_lengths_and_other_characters_are_invalid() {
        for invalid in ["0", "0x0", "0g", " 00", "0x0x00", "００"] {
            assert_eq!(parse_hex(invalid), Err(HexError), "{invalid:?}");
        }
    }
}
