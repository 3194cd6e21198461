//! Where the history goes on.
//!
//! A place is a block, not a page: transactions that arrive between two calls move pages but not blocks, so that
//! nothing confirmed is left out or told twice (docs/decisions/0421). The transaction before it stands beside it for
//! the indexes that page by transactions (docs/decisions/0450).

use super::facts::Entry;
use crate::Txid;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bitcoin::hashes::Hash;
use std::fmt;
use std::str::FromStr;

/// The most transactions that a place may lie behind its start; more do not fit into one block.
const MAX_SKIP: u32 = 100_000;

/// A place in the history of an address, newest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Position {
    /// Begin with the transactions of this block; `None` begins with the mempool.
    pub height: Option<u32>,
    /// Leave out so many from there.
    pub skip: u32,
    /// The transaction before this place. A hint only: it may have moved, and callers can make it up.
    pub last: Option<Txid>,
}

impl Position {
    /// The place behind the last of these entries, which begin at this place.
    #[must_use]
    pub fn after(self, entries: &[Entry]) -> Self {
        let Some(last) = entries.last() else { return self };
        let same = entries.iter().rev().take_while(|entry| entry.height == last.height);
        let same = u32::try_from(same.count()).unwrap_or(MAX_SKIP);
        let goes_on = last.height == self.height;
        Self {
            height: last.height,
            skip: if goes_on { self.skip.saturating_add(same) } else { same },
            last: Some(last.txid),
        }
    }
}

/// The text is no cursor that was ever given out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a cursor is the nextCursor of the answer before")]
pub struct CursorError;

/// A [`Position`] as text. Callers take it for opaque.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor(pub Position);

/// The first byte of a cursor: where it begins.
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
        f.write_str(&URL_SAFE_NO_PAD.encode(bytes))
    }
}

impl FromStr for Cursor {
    type Err = CursorError;

    fn from_str(text: &str) -> Result<Self, CursorError> {
        let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| CursorError)?;
        let (place, last) = bytes.split_at_checked(9).ok_or(CursorError)?;
        let [start, a, b, c, d, skip @ ..] = place else {
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
    use super::*;

    fn txid(salt: u8) -> Txid {
        Txid::from_byte_array([salt; 32])
    }

    /// Entries at these heights whose txids count from 0.
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
    fn check_after(from: (Option<u32>, u32), told: &[Option<u32>], expected: (Option<u32>, u32)) {
        let at = |(height, skip), last| Position { height, skip, last };
        let last = u8::try_from(told.len() - 1).unwrap();
        assert_eq!(
            at(from, Some(txid(99))).after(&entries(told)),
            at(expected, Some(txid(last)))
        );
    }

    #[test]
    fn a_place_is_behind_what_was_given() {
        assert_eq!(Position::default().after(&[]), Position::default());
        check_after((None, 0), &[None, None], (None, 2));
        check_after((None, 2), &[None], (None, 3));
        check_after((None, 0), &[None, Some(9)], (Some(9), 1));
        check_after((None, 0), &[Some(9), Some(8), Some(8)], (Some(8), 2));
        check_after((Some(8), 2), &[Some(8), Some(8)], (Some(8), 4));
        check_after((Some(8), 2), &[Some(8), Some(7)], (Some(7), 1));
    }

    #[test]
    fn cursors_are_read_as_written() {
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
    fn other_texts_are_no_cursors() {
        let far = Cursor(Position {
            height: Some(1),
            skip: MAX_SKIP + 1,
            last: None,
        });
        let encoded = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
        for wrong in [
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
            assert_eq!(wrong.parse::<Cursor>(), Err(CursorError), "{wrong}");
        }
    }
}
