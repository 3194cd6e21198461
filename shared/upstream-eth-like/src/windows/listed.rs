//! Page of a list.

use wallet_eth_like::history::Entry;
use wallet_upstream::failure::Failure;

/// Row of a list.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// Block height, `None` if pending.
    pub(crate) block: Option<u64>,
    /// Part of a transaction, `None` if it is irrelevant or unreadable.
    pub(crate) entry: Option<Entry>,
}

/// Row of a list as far as it can be decoded.
#[derive(Clone, Debug)]
pub(crate) enum ListedRow {
    /// Readable row.
    Read(Box<Row>),
    /// Unreadable row at this place.
    Unreadable(Place),
}

/// Place of an unreadable row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// Block of this height.
    Block(u64),
    /// Among the pending transactions.
    Pending,
    /// Unreadable like the rest of the row.
    Unknown,
}

/// Page of a list, latest row first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Listed {
    pub(crate) rows: Vec<Row>,
    /// True for the last page.
    pub(crate) is_last: bool,
    /// True if the index has not processed all internal transfers yet.
    pub(crate) lacks_internal_transfers: bool,
    /// True if a row is unreadable.
    pub(crate) lacks_rows: bool,
}

impl Listed {
    /// Creates a page. An unreadable row keeps its place, so that the pages below can be read; without a place
    /// it is omitted. A page on which no row has a place is not a page of the protocol.
    pub(crate) fn of(listed: Vec<ListedRow>, is_last: bool) -> Result<Self, Failure> {
        let is_unplaced = |row: &ListedRow| matches!(row, ListedRow::Unreadable(Place::Unknown));
        if !listed.is_empty() && listed.iter().all(is_unplaced) {
            return Err(Failure::unusable("no row has a block height"));
        }
        let mut page = Self {
            is_last,
            lacks_rows: listed.iter().any(|row| matches!(row, ListedRow::Unreadable(_))),
            rows: Vec::with_capacity(listed.len()),
            lacks_internal_transfers: false,
        };
        for row in listed {
            match row {
                ListedRow::Read(row) => page.rows.push(*row),
                ListedRow::Unreadable(Place::Block(block)) => page.push_unreadable(block),
                ListedRow::Unreadable(Place::Pending | Place::Unknown) => {}
            }
        }
        Ok(page)
    }

    /// Adds an unreadable row. Its block is not trusted to continue the order of the list.
    fn push_unreadable(&mut self, block: u64) {
        let above = self.rows.last().and_then(|row| row.block).unwrap_or(u64::MAX);
        self.rows.push(Row {
            block: Some(block.min(above)),
            entry: None,
        });
    }
}
