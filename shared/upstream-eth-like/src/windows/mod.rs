//! One history out of several lists, of which each page ends at a block of its own (docs/decisions/0832).
//!
//! An index keeps transactions, internal transfers and token transfers apart. Page by page each list reaches down to
//! another block, and only down to the highest of these is everything known of every transaction: what lies below is left
//! for the next answer. So no transaction is told without a part of it, and none is skipped.

#[cfg(test)]
mod tests;

use async_trait::async_trait;
use futures::future::try_join_all;
use std::collections::HashMap;
use std::collections::hash_map::Entry::{Occupied, Vacant};
use wallet_eth_like::Address;
use wallet_eth_like::history::{Entry, HistoryFacts, Position};
use wallet_upstream::failure::Failure;

/// How many rows are asked for at a time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sizes {
    /// Of a first page: with a few more rows than transactions are wanted, one round does.
    pub(crate) first: u32,
    /// Of a page at most.
    pub(crate) page: u32,
    /// Of all pages of a list together.
    pub(crate) depth: u32,
}

impl Sizes {
    /// What free plans grant: 1000 rows on a page, and `page` × `offset` of at most 10 000.
    pub(crate) const fn first(first: u32) -> Self {
        Self {
            first,
            page: 1000,
            depth: 10_000,
        }
    }
}

/// Windows of an answer. More than one is read where none of its rows is worth telling, as where an address gets spam.
const WINDOWS: usize = 5;

/// Which rows of a list are wanted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Page {
    /// Those of this block and below; `None` begins with the newest.
    pub(crate) to: Option<u64>,
    /// The number of the page, from 1.
    pub(crate) number: u32,
    /// How many rows a page has.
    pub(crate) size: u32,
}

/// A row of a list.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// The height of its block; `None` for what is pending.
    pub(crate) block: Option<u64>,
    /// What it tells of a transaction, `None` where that is not worth telling.
    pub(crate) entry: Option<Entry>,
}

/// A page of a list, the newest row first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Listed {
    pub(crate) rows: Vec<Row>,
    /// Whether nothing comes after it.
    pub(crate) is_last: bool,
    /// Whether the index has not processed every internal transfer yet.
    pub(crate) lacks_internal_transfers: bool,
}

/// The lists of an index about one address.
#[async_trait]
pub(crate) trait Lists: Sync {
    /// How many there are.
    fn count(&self) -> usize;

    /// A page of one of them.
    async fn page(&self, list: usize, page: Page) -> Result<Listed, Failure>;
}

/// At most `limit` transactions of an address from a place on.
pub(crate) async fn history(
    lists: &impl Lists,
    address: Address,
    from: Position,
    limit: u32,
    sizes: Sizes,
) -> Result<HistoryFacts, Failure> {
    let mut to = from.block();
    let mut size = sizes.first.min(sizes.page);
    let mut lacks_internal_transfers = false;
    for _ in 0..WINDOWS {
        let window = Window::read(lists, to, size, sizes).await?;
        lacks_internal_transfers |= window.columns.iter().any(|column| column.lacks_internal_transfers);
        let (floor, top) = (window.floor(), window.top());
        let entries = window.entries(address, from);
        if let (true, Some(floor)) = (entries.is_empty(), floor) {
            // A block that does not fit into small pages is read again in large ones, else it goes on below.
            let is_whole = top.is_some_and(|top| top >= floor);
            to = if is_whole { Some(floor.saturating_sub(1)) } else { top };
            size = sizes.page;
            continue;
        }
        let (entries, next) = part(entries, floor.is_some(), limit as usize);
        return Ok(HistoryFacts {
            entries,
            next,
            lacks_internal_transfers,
        });
    }
    Ok(HistoryFacts {
        entries: Vec::new(),
        next: to.map(Position::Block),
        lacks_internal_transfers,
    })
}

/// The first `limit` transactions, and the place behind them when there are more, or may be further down.
fn part(mut entries: Vec<Entry>, goes_on: bool, limit: usize) -> (Vec<Entry>, Option<Position>) {
    let more = goes_on || entries.len() > limit;
    entries.truncate(limit);
    let next = entries.last().map(|last| Position::After(last.spot));
    (entries, next.filter(|_| more))
}

/// What the lists say of the blocks from one on down.
struct Window {
    columns: Vec<Column>,
}

/// What one list says.
#[derive(Default)]
struct Column {
    rows: Vec<Row>,
    pages: u32,
    has_ended: bool,
    lacks_internal_transfers: bool,
}

impl Window {
    /// Asks all lists at the same time. Where one block fills a page, pages follow until the block is whole.
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

    /// The lowest block of which everything is known; `None` where that is so down to the first one.
    fn floor(&self) -> Option<u64> {
        self.columns.iter().filter_map(Column::floor).max()
    }

    /// The highest block of which anything is known.
    fn top(&self) -> Option<u64> {
        let rows = self.columns.iter().flat_map(|column| &column.rows);
        rows.filter_map(|row| row.block).max()
    }

    /// The transactions of which everything is known and that lie behind a place, newest first.
    fn entries(self, address: Address, from: Position) -> Vec<Entry> {
        let floor = self.floor().unwrap_or(0);
        let mut entries = HashMap::new();
        let rows = self.columns.into_iter().flat_map(|column| column.rows);
        for entry in rows.filter_map(|row| row.entry) {
            match entries.entry(entry.txid()) {
                Vacant(place) => {
                    place.insert(entry);
                }
                Occupied(mut known) => known.get_mut().absorb(entry),
            }
        }
        let told = |entry: &Entry| {
            let is_whole = entry.spot.block().is_none_or(|block| block >= floor);
            is_whole && from.is_before(entry.spot) && entry.concerns(address)
        };
        let mut entries: Vec<_> = entries.into_values().filter(told).collect();
        entries.sort_by_key(|entry| entry.spot);
        entries
    }
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
                cause: format!("more than {depth} rows about an address in one block"),
            });
        }
        let listed = lists.page(list, Page { to, number, size }).await?;
        check_order(&self.rows, &listed.rows, to)?;
        self.rows.extend(listed.rows);
        self.pages = number;
        self.has_ended = listed.is_last;
        self.lacks_internal_transfers |= listed.lacks_internal_transfers;
        Ok(self)
    }

    /// The lowest block of which it has every row; `None` when it has all rows.
    fn floor(&self) -> Option<u64> {
        // Of the lowest block there may be more on the next page.
        let lowest = self.rows.last().and_then(|row| row.block);
        (!self.has_ended).then(|| lowest.map_or(u64::MAX, |block| block.saturating_add(1)))
    }
}

/// A server that does not keep to the order or the limit that it was asked for would have rows lost.
fn check_order(before: &[Row], rows: &[Row], to: Option<u64>) -> Result<(), Failure> {
    let height = |row: &Row| row.block.unwrap_or(u64::MAX);
    let blocks = before.last().into_iter().chain(rows);
    if !blocks.is_sorted_by_key(|row| std::cmp::Reverse(height(row))) {
        return Err(Failure::unusable("a list that is not newest first"));
    }
    if to.is_some_and(|to| rows.iter().any(|row| height(row) > to)) {
        return Err(Failure::unusable("a list that does not begin at the block asked for"));
    }
    Ok(())
}
