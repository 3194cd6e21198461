//! Cursors of the transaction history.
//!
//! A position refers to a block, not to a page. New transactions between two calls shift pages but not blocks, so
//! no confirmed transaction is skipped or repeated (docs/decisions/utxo-history.md#history-cursors). The position also
//! contains the id of the preceding transaction, for indexes that page by transaction
//! (docs/decisions/utxo-history.md#history-cursors).

use super::facts::{MAX_SKIP, Position};
use crate::Txid;
use bitcoin::hashes::Hash;
use std::fmt;
use std::str::FromStr;
use wallet_core::model::{CursorError, decode_cursor, encode_cursor};

/// String form of a [`Position`], opaque to clients.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor(pub Position);

/// First byte of a cursor: start in the mempool or in a block.
const IN_MEMPOOL: u8 = 0;
const IN_BLOCK: u8 = 1;

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Position { height, skip, last } = self.0;
        let start = if height.is_some() { IN_BLOCK } else { IN_MEMPOOL };
        let mut bytes = vec![start];
        bytes.extend(height.unwrap_or(0).to_be_bytes());
        bytes.extend(skip.to_be_bytes());
        bytes.extend(last.iter().flat_map(Txid::as_byte_array));
        f.write_str(&encode_cursor(bytes))
    }
}

impl FromStr for Cursor {
    type Err = CursorError;

    fn from_str(text: &str) -> Result<Self, CursorError> {
        let bytes = decode_cursor(text)?;
        let (start, last) = bytes.split_at_checked(9).ok_or(CursorError)?;
        let [start, a, b, c, d, skip @ ..] = start else {
            return Err(CursorError);
        };
        let skip = skip.try_into().map(u32::from_be_bytes).map_err(|_| CursorError)?;
        let last = match last {
            [] => None,
            txid => Some(Txid::from_slice(txid).map_err(|_| CursorError)?),
        };
        let height = match (*start, u32::from_be_bytes([*a, *b, *c, *d])) {
            (IN_MEMPOOL, 0) => None,
            (IN_BLOCK, height) => Some(height),
            _ => return Err(CursorError),
        };
        if skip > MAX_SKIP {
            return Err(CursorError);
        }
        Ok(Self(Position { height, skip, last }))
    }
}

#[cfg(test)]
mod tests {
    use super::super::facts::Entry;
    use super::*;

    fn txid(salt: u8) -> Txid {
        Txid::from_byte_array([salt; 32])
    }

    /// Returns entries at the heights with txids that count from 0.
    fn entries(heights: &[Option<u32>]) -> Vec<Entry> {
        let entry = |(salt, height): (u8, &Option<u32>)| Entry {
            txid: txid(salt),
            height: *height,
            time: 0,
            fee: 0,
            inputs: Vec::new(),
            outputs: Vec::new(),
        };
        (0..).zip(heights).map(entry).collect()
    }

    #[track_caller]
    fn check_after(from: (Option<u32>, u32), returned: &[Option<u32>], expected: (Option<u32>, u32)) {
        let at = |(height, skip), last| Position { height, skip, last };
        let last = u8::try_from(returned.len() - 1).unwrap();
        assert_eq!(
            at(from, Some(txid(99))).after(&entries(returned)),
            at(expected, Some(txid(last)))
        );
    }

    #[test]
    fn position_follows_the_returned_entries() {
        assert_eq!(Position::default().after(&[]), Position::default());
        check_after((None, 0), &[None, None], (None, 2));
        check_after((None, 2), &[None], (None, 3));
        check_after((None, 0), &[None, Some(9)], (Some(9), 1));
        check_after((None, 0), &[Some(9), Some(8), Some(8)], (Some(8), 2));
        check_after((Some(8), 2), &[Some(8), Some(8)], (Some(8), 4));
        check_after((Some(8), 2), &[Some(8), Some(7)], (Some(7), 1));
    }

    #[test]
    fn cursors_round_trip() {
        for (height, skip, last) in [
            (None, 0, None),
            (None, 50, Some(txid(1))),
            (Some(0), 1, None),
            (Some(u32::MAX), MAX_SKIP, Some(txid(255))),
        ] {
            let position = Position { height, skip, last };
            assert_eq!(Cursor(position).to_string().parse(), Ok(Cursor(position)));
        }
    }

    #[test]
    fn invalid_cursors_are_rejected() {
        let far = Cursor(Position {
            height: Some(1),
            skip: MAX_SKIP + 1,
            last: None,
        });
        let encoded = |bytes: &[u8]| encode_cursor(bytes);
        for invalid in [
            String::new(),
            "1".to_owned(),
            "!!!!".to_owned(),
            "AAAAAAAAAAAA=".to_owned(),
            encoded(&[1; 5]),
            encoded(&[1; 8]),
            encoded(&[0; 10]),
            encoded(&[0; 40]),
            encoded(&[0; 42]),
            encoded(&[2, 0, 0, 0, 0, 0, 0, 0, 0]),
            encoded(&[0, 0, 0, 0, 1, 0, 0, 0, 0]),
            far.to_string(),
        ] {
            assert_eq!(invalid.parse::<Cursor>(), Err(CursorError), "{invalid}");
        }
    }
}
