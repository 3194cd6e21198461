//! Hex parsing of request fields.

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
