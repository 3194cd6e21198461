//! Cursors of statements.
//!
//! A position is a page of the history, and the transaction in or after the page with the number of rows that were returned. The
//! transaction is found again by the id, so that new blocks shift no row.

use crate::error::{CodedError, ErrorInfo};
use crate::model::{CursorError, decode_cursor, encode_cursor};
use crate::wire::{StatementCursorText, Wire};
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// The position of a row: the transaction id, and the number of rows of the transaction before the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowPosition {
    /// The bytes of the transaction id in the order of the text.
    pub txid: [u8; 32],
    /// The number of rows of the transaction before this row.
    pub rows: u32,
}

/// The position of a page of a statement. `C` is the text form of the positions of the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatementCursor<C> {
    /// The page of the history, `None` for the first page.
    pub page: Option<C>,
    /// The first row, `None` for the first row of the page.
    pub row: Option<RowPosition>,
}

impl<C> Default for StatementCursor<C> {
    fn default() -> Self {
        Self { page: None, row: None }
    }
}

/// The character between the page and the row, which no cursor of a history contains.
const SEPARATOR: char = '.';

impl<C: fmt::Display> fmt::Display for StatementCursor<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(page) = &self.page {
            page.fmt(f)?;
        }
        let Some(row) = self.row else { return Ok(()) };
        let bytes: Vec<u8> = row.txid.into_iter().chain(row.rows.to_be_bytes()).collect();
        write!(f, "{SEPARATOR}{}", encode_cursor(bytes))
    }
}

impl<C: FromStr<Err = CursorError>> FromStr for StatementCursor<C> {
    type Err = CursorError;

    fn from_str(text: &str) -> Result<Self, CursorError> {
        let (page, row) = match text.split_once(SEPARATOR) {
            Some((page, row)) => (page, Some(row)),
            None => (text, None),
        };
        let row = row.map(|row| {
            let bytes = decode_cursor(row)?;
            let (txid, rows) = bytes.split_first_chunk().ok_or(CursorError)?;
            Ok(RowPosition {
                txid: *txid,
                rows: u32::from_be_bytes(rows.try_into().map_err(|_| CursorError)?),
            })
        });
        let row = row.transpose()?;
        let page = match page {
            "" if row.is_some() => None,
            page => Some(page.parse()?),
        };
        Ok(Self { page, row })
    }
}

impl<C> PartialSchema for StatementCursor<C> {
    fn schema() -> RefOr<Schema> {
        StatementCursorText::schema()
    }
}

impl<C> ToSchema for StatementCursor<C> {
    fn name() -> Cow<'static, str> {
        "StatementCursor".into()
    }
}

impl<C: FromStr<Err = CursorError>> Wire for StatementCursor<C> {
    type Json = String;
    type Value = Self;
    type Error = ErrorInfo;

    fn read(text: String, (): ()) -> Result<Self, ErrorInfo> {
        text.parse().map_err(|error: CursorError| error.info())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A cursor of a history.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Page(u8);

    impl fmt::Display for Page {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(&encode_cursor([self.0]))
        }
    }

    impl FromStr for Page {
        type Err = CursorError;

        fn from_str(text: &str) -> Result<Self, CursorError> {
            match decode_cursor(text)?.as_slice() {
                [page] => Ok(Self(*page)),
                _ => Err(CursorError),
            }
        }
    }

    #[test]
    fn cursors_round_trip() {
        let row = RowPosition {
            txid: [7; 32],
            rows: 1000,
        };
        for (page, row) in [(Some(Page(9)), None), (None, Some(row)), (Some(Page(0)), Some(row))] {
            let cursor = StatementCursor { page, row };
            assert_eq!(cursor.to_string().parse(), Ok(cursor));
        }
    }

    #[test]
    fn invalid_cursors_are_rejected() {
        let row = encode_cursor([7; 36]);
        let short = encode_cursor([7; 35]);
        for text in [
            "",
            ".",
            "AA.",
            "!!",
            &row,
            &format!(".{short}"),
            &format!("{row}.{row}"),
            &format!(".{row}.{row}"),
        ] {
            assert_eq!(text.parse::<StatementCursor<Page>>(), Err(CursorError), "{text}");
        }
    }
}
