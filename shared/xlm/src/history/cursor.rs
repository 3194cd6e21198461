//! Where the history goes on.
//!
//! A place is a transaction, by the number that every Horizon gives it: its ledger, and its place in that. So a cursor of
//! one Horizon holds at another, and what arrives between two calls moves nothing (docs/decisions/0912).

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use std::fmt;
use std::str::FromStr;

/// A place in the history of an account, newest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Position {
    /// Its start.
    #[default]
    Start,
    /// What follows on a transaction: its number as Horizons count (SEP-35). The low 12 bits are 0.
    After(u64),
}

/// The bits of a number that count the operations of a transaction.
const OPERATION_BITS: u64 = 0xfff;

impl Position {
    /// What follows on the transaction of the operation with this number.
    pub const fn after_operation(number: u64) -> Self {
        Self::After(number & !OPERATION_BITS)
    }
}

/// The text is no cursor that was ever given out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a cursor is the nextCursor of the answer before")]
pub struct CursorError;

/// A [`Position`] as text. Callers take it for opaque.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor(pub Position);

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = match self.0 {
            // Never given out, since nothing was told before it.
            Position::Start => 0,
            Position::After(number) => number,
        };
        f.write_str(&URL_SAFE_NO_PAD.encode(number.to_be_bytes()))
    }
}

impl FromStr for Cursor {
    type Err = CursorError;

    fn from_str(text: &str) -> Result<Self, CursorError> {
        let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| CursorError)?;
        let number = u64::from_be_bytes(bytes.try_into().map_err(|_| CursorError)?);
        // Horizons take a signed number.
        let is_one = number != 0 && number & OPERATION_BITS == 0 && i64::try_from(number).is_ok();
        is_one.then_some(Self(Position::After(number))).ok_or(CursorError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_place_is_the_transaction_of_an_operation() {
        let transaction = (52_000_000_u64 << 32) | (7 << 12);
        for operation in [1, 2, 100] {
            let position = Position::after_operation(transaction | operation);
            assert_eq!(position, Position::After(transaction));
        }
    }

    #[test]
    fn other_texts_are_no_cursors() {
        let encoded = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
        for wrong in [
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
            assert_eq!(wrong.parse::<Cursor>(), Err(CursorError), "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn cursors_are_read_as_written(operation in 1..u64::MAX / 2) {
            prop_assume!(operation > OPERATION_BITS);
            let cursor = Cursor(Position::after_operation(operation));
            prop_assert_eq!(cursor.to_string().parse(), Ok(cursor));
        }

        #[test]
        fn any_bytes_are_a_cursor_or_none(bytes in prop::collection::vec(any::<u8>(), 0..12)) {
            let text = URL_SAFE_NO_PAD.encode(&bytes);
            if let Ok(cursor) = text.parse::<Cursor>() {
                prop_assert_eq!(cursor.to_string(), text);
            }
        }
    }
}
