//! Hex as callers write it.

/// The text is not hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is not an even number of hex digits")]
pub struct HexError;

/// Reads pairs of hex digits of either case, with or without `0x` in front. The empty text gives no bytes.
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
    fn hex_may_carry_a_prefix_and_either_case() {
        for right in ["00ff", "00FF", "0x00Ff", "0X00fF"] {
            assert_eq!(parse_hex(right), Ok(vec![0, 0xff]), "{right}");
        }
        assert_eq!(parse_hex("0x"), Ok(vec![]));
    }

    #[test]
    fn odd_lengths_and_other_characters_are_no_hex() {
        for wrong in ["0", "0x0", "0g", " 00", "0x0x00", "００"] {
            assert_eq!(parse_hex(wrong), Err(HexError), "{wrong:?}");
        }
    }
}
