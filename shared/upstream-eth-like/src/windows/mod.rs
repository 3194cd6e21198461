//! Merges several lists, with pages that end at different blocks, into a history
//! (docs/decisions/evm-history.md#merge-of-index-lists).
//!
//! An index lists transactions, internal transfers and token transfers separately. With each page the lists
//! reach down to different blocks. Transactions are complete only down to the highest of the blocks; the transactions
//! below are left for the next request. No transaction is therefore returned incomplete, and none is skipped.

#[cfg(test)]
mod tests;

use async_trait::async_trait;
use futures::future::try_join_all;
use std::collections::HashMap;
use std::collections::hash_map::Entry::{Occupied, Vacant};
use wallet_eth_like::history::{Entry, HistoryFacts, OmittedChange, Position};
use wallet_eth_like::{Address, ApprovalLogs, Hash, ReceivedNfts};
use wallet_upstream::{Deadline, Failure, Source};

/// Numbers of rows to request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sizes {
    /// Rows of the first page: with a few more rows than requested transactions, a single round is enough.
    pub(crate) first: u32,
    /// Maximum number of rows of a page.
    pub(crate) page: u32,
    /// Maximum number of rows of all pages of a list.
    pub(crate) depth: u32,
}

impl Sizes {
    /// Creates the sizes of free plans: 1000 rows per page, and `page` × `offset` of at most 10 000.
    pub(crate) const fn first(first: u32) -> Self {
        Self {
            first,
            page: 1000,
            depth: 10_000,
        }
    }
}

/// Maximum number of windows per request. Several are read if no row is relevant, for example at an
/// address that receives spam.
const WINDOWS: usize = 5;

/// Requested rows of a list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Page {
    /// Maximum block height; `None` starts with the latest rows.
    pub(crate) to: Option<u64>,
    /// Page number, from 1.
    pub(crate) number: u32,
    /// Number of rows per page.
    pub(crate) size: u32,
}

/// Lists of an index for an address.
#[async_trait]
pub(crate) trait Lists: Sync {
    /// Returns the number of lists.
    fn count(&self) -> usize;

    /// Returns a page of a list.
    async fn page(&self, list: usize, page: Page) -> Result<Listed, Failure>;
}

/// Returns at most `limit` transactions of an address from a position on.
pub(crate) async fn history(
    lists: &impl Lists,
    address: Address,
    from: Position,
    limit: u32,
    sizes: Sizes,
) -> Result<HistoryFacts, Failure> {
    let mut to = from.block();
    let mut size = sizes.first.min(sizes.page);
    let mut gaps = Gaps::default();
    for _ in 0..WINDOWS {
        let window = Window::read(lists, to, size, sizes).await?;
        gaps = window.columns.iter().fold(gaps, |gaps, column| gaps.or(column.gaps));
        let (floor, top) = (window.floor(), window.top());
        let entries = window.entries(address, from);
        if let (true, Some(floor)) = (entries.is_empty(), floor) {
            // A block that does not fit into small pages is read again with large pages; otherwise the next
            // window continues below.
            let is_complete = top.is_some_and(|top| top >= floor);
            to = if is_complete {
                Some(floor.saturating_sub(1))
            } else {
                top
            };
            size = sizes.page;
            continue;
        }
        let (entries, next) = part(entries, floor.is_some(), limit as usize);
        return Ok(facts(entries, next, gaps));
    }
    Ok(facts(Vec::new(), to.map(Position::Block), gaps))
}

fn facts(entries: Vec<Entry>, next: Option<Position>, gaps: Gaps) -> HistoryFacts {
    HistoryFacts {
        entries,
        next,
        lacks_internal_transfers: gaps.internal_transfers,
        lacks_rows: gaps.rows,
        lacks_l1_fees: false,
        omitted: gaps
            .nft_transfers
            .then_some(OmittedChange::NftTransfers)
            .into_iter()
            .collect(),
    }
}

/// Returns the first `limit` transactions, and the next position if there are or may be more.
fn part(mut entries: Vec<Entry>, continues: bool, limit: usize) -> (Vec<Entry>, Option<Position>) {
    let more = continues || entries.len() > limit;
    entries.truncate(limit);
    let next = entries.last().map(|last| Position::After(last.position));
    (entries, next.filter(|_| more))
}

/// Rows of all lists from a block downwards.
struct Window {
    columns: Vec<Column>,
}

/// Rows of a list.
#[derive(Default)]
struct Column {
    rows: Vec<Row>,
    pages: u32,
    has_ended: bool,
    gaps: Gaps,
}

impl Window {
    /// Reads all lists concurrently. If a block fills a page, further pages are read until the block is
    /// complete.
    async fn read(lists: &impl Lists, to: Option<u64>, size: u32, sizes: Sizes) -> Result<Self, Failure> {
        let columns = (0..lists.count()).map(|list| Column::default().read_on(lists, list, to, size, sizes.depth));
        let mut window = Self {
            columns: try_join_all(columns).await?,
        };
        while let Some(floor) = window.floor().filter(|_| size == sizes.page) {
            if window.top().is_some_and(|top| top >= floor) {
                break;
            }
            let columns = window.columns.into_iter().enumerate();
            let reading = columns.map(|(list, column)| async move {
                if column.floor() == Some(floor) {
                    column.read_on(lists, list, to, size, sizes.depth).await
                } else {
                    Ok(column)
                }
            });
            window.columns = try_join_all(reading).await?;
        }
        Ok(window)
    }

    /// Returns the lowest block down to which all lists are complete, `None` if they are complete to the end.
    fn floor(&self) -> Option<u64> {
        self.columns.iter().filter_map(Column::floor).max()
    }

    /// Returns the highest block with a row.
    fn top(&self) -> Option<u64> {
        let rows = self.columns.iter().flat_map(|column| &column.rows);
        rows.filter_map(|row| row.block).max()
    }

    /// Returns the complete transactions after a position, latest first.
    fn entries(self, address: Address, from: Position) -> Vec<Entry> {
        let floor = self.floor().unwrap_or(0);
        let mut entries = HashMap::new();
        for column in self.columns {
            let listed = by_transaction(column.rows.into_iter().filter_map(|row| row.entry));
            for (txid, entry) in listed {
                match entries.entry(txid) {
                    Vacant(vacant) => {
                        vacant.insert(entry);
                    }
                    Occupied(mut known) => known.get_mut().merge_list(entry),
                }
            }
        }
        let is_returned = |entry: &Entry| {
            let is_complete = entry.position.block().is_none_or(|block| block >= floor);
            is_complete && from.is_before(entry.position) && entry.concerns(address)
        };
        let mut entries: Vec<_> = entries.into_values().filter(is_returned).collect();
        entries.sort_by_key(|entry| entry.position);
        entries
    }
}

/// Merges the rows of a list about the same transaction.
fn by_transaction(rows: impl Iterator<Item = Entry>) -> HashMap<Hash, Entry> {
    let mut entries = HashMap::new();
    for entry in rows {
        match entries.entry(entry.txid()) {
            Vacant(vacant) => {
                vacant.insert(entry);
            }
            Occupied(mut known) => known.get_mut().merge(entry),
        }
    }
    entries
}

impl Column {
    /// Reads the next page.
    async fn read_on(
        mut self,
        lists: &impl Lists,
        list: usize,
        to: Option<u64>,
        size: u32,
        depth: u32,
    ) -> Result<Self, Failure> {
        let number = self.pages + 1;
        if number * size > depth {
            return Err(Failure::Declined {
                cause: format!("more than {depth} rows of an address in one block"),
            });
        }
        let listed = lists.page(list, Page { to, number, size }).await?;
        check_order(&self.rows, &listed.rows, to)?;
        self.rows.extend(listed.rows);
        self.pages = number;
        self.has_ended = listed.is_last;
        self.gaps = self.gaps.or(listed.gaps);
        Ok(self)
    }

    /// Returns the lowest block with all rows, `None` if the list is complete.
    fn floor(&self) -> Option<u64> {
        // The lowest block may continue on the next page.
        let lowest = self.rows.last().and_then(|row| row.block);
        (!self.has_ended).then(|| lowest.map_or(u64::MAX, |block| block.saturating_add(1)))
    }
}

/// Checks order and maximum height, since rows would be lost if a server ignored them.
fn check_order(before: &[Row], rows: &[Row], to: Option<u64>) -> Result<(), Failure> {
    let height = |row: &Row| row.block.unwrap_or(u64::MAX);
    let blocks = before.last().into_iter().chain(rows);
    if !blocks.is_sorted_by_key(|row| std::cmp::Reverse(height(row))) {
        return Err(Failure::unusable("list is not in descending order"));
    }
    if to.is_some_and(|to| rows.iter().any(|row| height(row) > to)) {
        return Err(Failure::unusable("list contains rows above the requested block"));
    }
    Ok(())
}

/// Row of a list.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// Block height, `None` if pending.
    pub(crate) block: Option<u64>,
    /// Part of a transaction, `None` if irrelevant or unreadable.
    pub(crate) entry: Option<Entry>,
    /// True with an omitted transfer of a non-fungible token of an unknown standard from or to the address.
    pub(crate) omits_nft: bool,
}

/// Row of a list as far as decodable.
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
    /// True if transfers of non-fungible tokens may be omitted.
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
    /// Creates a page. An unreadable row keeps the place, so that the pages below can be read; without a place
    /// the row is omitted. A page on which no row has a place is not a page of the protocol.
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

    /// Adds an unreadable row. The block is not trusted to continue the order of the list.
    fn push_unreadable(&mut self, block: u64) {
        let above = self.rows.last().and_then(|row| row.block).unwrap_or(u64::MAX);
        self.rows.push(Row {
            block: Some(block.min(above)),
            entry: None,
            omits_nft: false,
        });
    }
}

/// An index of an EVM chain and network. Each call is an attempt.
#[async_trait]
pub(crate) trait HistorySource: Source {
    /// Returns at most `limit` transactions of the history of an address from a position on.
    async fn history(
        &self,
        address: Address,
        from: Position,
        limit: u32,
        deadline: Deadline,
    ) -> Result<HistoryFacts, Failure>;

    /// Returns the rights that an owner has granted or changed from a block upwards.
    async fn approval_logs(&self, owner: Address, from: u64, deadline: Deadline) -> Result<ApprovalLogs, Failure>;

    /// Returns the non-fungible tokens that an address has received from a block downwards, `None` from the head.
    async fn received_nfts(
        &self,
        address: Address,
        to: Option<u64>,
        deadline: Deadline,
    ) -> Result<ReceivedNfts, Failure>;
}
