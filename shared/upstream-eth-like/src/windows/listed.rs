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
    /// True if it has a transfer of a non-fungible token from or to the address, which is omitted.
    pub(crate) omits_nft: bool,
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
    pub(crate) gaps: Gaps,
}

/// Missing parts of a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Gaps {
    /// True if the index does not return all internal transfers.
    pub(crate) internal_transfers: bool,
    /// True if a row is unreadable.
    pub(crate) rows: bool,
    /// True if a transfer of a non-fungible token is omitted.
    pub(crate) nft_transfers: bool,
}

impl Gaps {
    /// Returns the parts that are missing here or there.
    pub(crate) const fn or(self, other: Self) -> Self {
        Self {
            internal_transfers: self.internal_transfers || other.internal_transfers,
            rows: self.rows || other.rows,
            nft_transfers: self.nft_transfers || other.nft_transfers,
        }
    }
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
            rows: Vec::with_capacity(listed.len()),
            gaps: Gaps {
                internal_transfers: false,
                rows: listed.iter().any(|row| matches!(row, ListedRow::Unreadable(_))),
                nft_transfers: listed
                    .iter()
                    .any(|row| matches!(row, ListedRow::Read(row) if row.omits_nft)),
            },
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
            omits_nft: false,
        });
    }
}
