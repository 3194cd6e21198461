//! Where the history goes on.
//!
//! A place is a block, not a page: transactions that arrive between two calls move pages but not blocks, so that
//! nothing confirmed is left out or told twice (docs/decisions/0421).

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
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
}

impl Position {
    /// The place behind the last of these entries, which begin at this place. `heights` are those of the entries.
    #[must_use]
    pub fn after(self, heights: &[Option<u32>]) -> Self {
        let Some(&last) = heights.last() else { return self };
        let same = heights.iter().rev().take_while(|height| **height == last).count();
        let same = u32::try_from(same).unwrap_or(MAX_SKIP);
        let goes_on = last == self.height;
        Self {
            height: last,
            skip: if goes_on { self.skip.saturating_add(same) } else { same },
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
        let Position { height, skip } = self.0;
        let start = if height.is_some() { IN_BLOCK } else { IN_MEMPOOL };
        let mut bytes = vec![start];
        bytes.extend(height.unwrap_or(0).to_be_bytes());
        bytes.extend(skip.to_be_bytes());
        f.write_str(&URL_SAFE_NO_PAD.encode(bytes))
    }
}

impl FromStr for Cursor {
    type Err = CursorError;

    fn from_str(text: &str) -> Result<Self, CursorError> {
        let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| CursorError)?;
        let [start, a, b, c, d, skip @ ..] = bytes.as_slice() else {
            return Err(CursorError);
        };
        let skip = skip.try_into().map(u32::from_be_bytes).map_err(|_| CursorError)?;
        let height = match (*start, u32::from_be_bytes([*a, *b, *c, *d])) {
            (IN_MEMPOOL, 0) => None,
            (IN_BLOCK, height) => Some(height),
            _ => return Err(CursorError),
        };
        if skip > MAX_SKIP {
            return Err(CursorError);
        }
        Ok(Self(Position { height, skip }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_behind_what_was_given() {
        let start = Position::default();
        let at = |height, skip| Position { height, skip };
        assert_eq!(start.after(&[]), start);
        assert_eq!(start.after(&[None, None]), at(None, 2));
        assert_eq!(at(None, 2).after(&[None]), at(None, 3));
        assert_eq!(start.after(&[None, Some(9)]), at(Some(9), 1));
        assert_eq!(start.after(&[Some(9), Some(8), Some(8)]), at(Some(8), 2));
        assert_eq!(at(Some(8), 2).after(&[Some(8), Some(8)]), at(Some(8), 4));
        assert_eq!(at(Some(8), 2).after(&[Some(8), Some(7)]), at(Some(7), 1));
    }

    #[test]
    fn cursors_are_read_as_written() {
        for position in [
            Position::default(),
            Position { height: None, skip: 50 },
            Position {
                height: Some(0),
                skip: 1,
            },
            Position {
                height: Some(u32::MAX),
                skip: MAX_SKIP,
            },
        ] {
            assert_eq!(Cursor(position).to_string().parse(), Ok(Cursor(position)));
        }
    }

    #[test]
    fn other_texts_are_no_cursors() {
        let far = Cursor(Position {
            height: Some(1),
            skip: MAX_SKIP + 1,
        });
        let encoded = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
        for wrong in [
            String::new(),
            "1".to_owned(),
            "!!!!".to_owned(),
            "AAAAAAAAAAAA=".to_owned(),
            encoded(&[1; 5]),
            encoded(&[1; 8]),
            encoded(&[1; 10]),
            encoded(&[2, 0, 0, 0, 0, 0, 0, 0, 0]),
            encoded(&[0, 0, 0, 0, 1, 0, 0, 0, 0]),
            far.to_string(),
        ] {
            assert_eq!(wrong.parse::<Cursor>(), Err(CursorError), "{wrong}");
        }
    }
}
