//! Cursors of the account history.
//!
//! A position is a transaction, identified by the number that every Horizon server assigns: the
//! ledger and its index therein. A cursor of one Horizon server is therefore valid at another, and
//! transactions that arrive between two calls do not shift a position
//! (docs/decisions/stellar-history.md#stellar-history-cursors).

use std::fmt;
use std::str::FromStr;
use wallet_core::model::{CursorError, decode_cursor, encode_cursor};

/// A position in the history of an account, which is ordered latest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Position {
    /// The start of the history.
    #[default]
    Start,
    /// The position after a transaction, given by number (SEP-35). The low 12 bits are 0.
    After(u64),
}

/// The bits of a number that identify an operation within the transaction.
const OPERATION_BITS: u64 = 0xfff;

impl Position {
    /// Returns the position after the transaction that contains the operation with this number.
    pub const fn after_operation(number: u64) -> Self {
        Self::After(number & !OPERATION_BITS)
    }
}

/// A [`Position`] as an opaque string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor(pub Position);

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = match self.0 {
            // Never encoded: a cursor follows a transaction.
            Position::Start => 0,
            Position::After(number) => number,
        };
        f.write_str(&encode_cursor(number.to_be_bytes()))
    }
}

impl FromStr for Cursor {
    type Err = CursorError;

    fn from_str(text: &str) -> Result<Self, CursorError> {
        let bytes = decode_cursor(text)?;
        let number = u64::from_be_bytes(bytes.try_into().map_err(|_| CursorError)?);
        // Horizon uses signed numbers.
        let is_valid = number != 0 && number & OPERATION_BITS == 0 && i64::try_from(number).is_ok();
        is_valid.then_some(Self(Position::After(number))).ok_or(CursorError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn position_is_the_transaction_of_an_operation() {
        let transaction = (52_000_000_u64 << 32) | (7 << 12);
        for operation in [1, 2, 100] {
            let position = Position::after_operation(transaction | operation);
            assert_eq!(position, Position::After(transaction));
        }
    }

    #[test]
    fn invalid_cursor_is_rejected() {
        let encoded = |bytes: &[u8]| encode_cursor(bytes);
        for invalid in [
            String::new(),
            "1".to_owned(),
            "!!!!".to_owned(),
            "AAAAAAAAEAA=".to_owned(),
            encoded(&[0; 8]),
            encoded(&[0, 0, 0, 0, 0, 0, 0, 1]),
            encoded(&[0x80, 0, 0, 0, 0, 0, 0x10, 0]),
            encoded(&[1; 7]),
            encoded(&[0x10; 9]),
        ] {
            assert_eq!(invalid.parse::<Cursor>(), Err(CursorError), "{invalid}");
        }
    }

    proptest! {
        #[test]
        fn cursor_round_trips(operation in 1..u64::MAX / 2) {
            prop_assume!(operation > OPERATION_BITS);
            let cursor = Cursor(Position::after_operation(operation));
            prop_assert_eq!(cursor.to_string().parse(), Ok(cursor));
        }

        #[test]
        fn parsed_bytes_encode_to_the_same_cursor(bytes in prop::collection::vec(any::<u8>(), 0..12)) {
            let text = encode_cursor(&bytes);
            if let Ok(cursor) = text.parse::<Cursor>() {
                prop_assert_eq!(cursor.to_string(), text);
            }
        }
    }
}
