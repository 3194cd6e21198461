//! Pages of the server's list that contain a part of a history.
//!
//! The server lists the mempool on the first page only, before the confirmed transactions, and cuts that page at the
//! page size. Further pages continue as if there was no mempool. A list that ends at a height has no mempool, so that
//! its pages are contiguous. The server may return shorter pages than requested.

use super::rows::{ListedPage, decode};
use crate::listed::{self, Listed};
use std::collections::HashSet;
use wallet_btc_like::history::{HistoryPage, Position};
use wallet_btc_like::{Address, Params, Txid};
use wallet_upstream::Failure;

/// Maximum number of transactions per page, the server's own limit.
pub(super) const MAX_PAGE: u32 = 1000;

/// Position after the mempool.
const FIRST_BLOCK: Position = Position {
    height: Some(u32::MAX),
    skip: 0,
    last: None,
};

/// Page of the server's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Page {
    /// Number of the page, from 1.
    pub(super) number: u32,
    /// Number of transactions on each page.
    pub(super) size: u32,
    /// Maximum height of the list, `None` for the list with the mempool.
    pub(super) to: Option<u32>,
}

/// Transactions from a position on, as far as they were read.
pub(super) struct Walk {
    /// Position of the next transaction to read.
    position: Position,
    limit: usize,
    listed: Vec<Listed>,
    seen: HashSet<Txid>,
    /// Largest page that the server returns, as far as known.
    page_size: u32,
    /// Number of pending transactions, as far as known. All are read at once, since their order depends on all of
    /// them.
    pending: u32,
    /// True if pending transactions exist that the server does not list.
    lacks_pending: bool,
    /// True once known if more transactions follow.
    is_complete: bool,
    /// True if no more transactions follow.
    has_ended: bool,
}

impl Walk {
    /// Selects at most `limit` transactions from a position on.
    pub(super) fn new(from: Position, limit: u32) -> Self {
        Self {
            position: from,
            limit: limit as usize,
            listed: Vec::new(),
            seen: HashSet::new(),
            page_size: MAX_PAGE,
            pending: 0,
            lacks_pending: false,
            is_complete: false,
            has_ended: false,
        }
    }

    /// Returns true if the next page is of a list without the mempool.
    pub(super) const fn starts_in_block(&self) -> bool {
        self.position.height.is_some() || self.position.skip >= self.page_size
    }

    /// Returns true once all transactions are read, and known if more follow.
    pub(super) const fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Returns true if transactions are read.
    pub(super) const fn has_rows(&self) -> bool {
        !self.listed.is_empty()
    }

    /// Returns the position from which the next page is read. The pending transactions that do not fit on a page are
    /// not listed anywhere, so the blocks follow.
    const fn start(&self) -> Position {
        match self.position.height {
            None if self.starts_in_block() => FIRST_BLOCK,
            _ => self.position,
        }
    }

    /// Returns the page to request. A single page from the start of the list is requested if large enough, so that
    /// no page is split, with an additional transaction, which shows that more follow.
    pub(super) fn next_page(&self) -> Page {
        let Position { height: to, skip, .. } = self.start();
        let missing = u32::try_from(self.limit - self.listed.len()).unwrap_or(MAX_PAGE);
        let needed = skip.saturating_add(missing).saturating_add(1);
        let needed = if to.is_none() { needed.max(self.pending) } else { needed };
        match (to, needed <= self.page_size) {
            (_, true) => Page {
                number: 1,
                size: needed,
                to,
            },
            // The mempool is on the first page only.
            (None, false) => Page {
                number: 1,
                size: self.page_size,
                to,
            },
            (Some(_), false) => Page {
                number: skip / self.page_size + 1,
                size: self.page_size,
                to,
            },
        }
    }

    /// Adds the response to the request for [`Self::next_page`].
    pub(super) fn add(
        &mut self,
        response: ListedPage,
        address: Option<&Address>,
        params: &'static Params,
    ) -> Result<(), Failure> {
        let requested = self.next_page();
        let from = self.start();
        let count = u32::try_from(response.transactions.len()).unwrap_or(u32::MAX);
        let continues = response
            .total_pages
            .is_some_and(|pages| pages > requested.number.into());
        let size = response.items_on_page.filter(|size| *size > 0);
        let size = size.unwrap_or(if continues { count.max(1) } else { requested.size });
        if size != requested.size {
            self.page_size = size.min(MAX_PAGE);
            let is_elsewhere = requested.number > 1 || from.skip >= size;
            if is_elsewhere {
                // A different page contains the position.
                return Ok(());
            }
        }
        let is_beyond_the_end = response.page.is_some_and(|number| number != requested.number);
        if is_beyond_the_end {
            self.end();
            return Ok(());
        }
        let is_full = count >= size.min(requested.size) || continues;
        let rows = decode(response.transactions, address, params)?;
        if from.height.is_none() && is_full && self.lacks_order(&rows, response.unconfirmed_txs, requested.size) {
            return Ok(());
        }
        self.position = from;
        self.append(rows, from.skip.saturating_sub((requested.number - 1) * size), is_full);
        Ok(())
    }

    /// Returns true if a larger page shows more of the pending transactions, of which `rows` are the first.
    fn lacks_order(&mut self, rows: &[Listed], pending: u32, requested: u32) -> bool {
        let listed = rows.iter().take_while(|row| row.height.is_none()).count();
        let lacks_pending = listed == rows.len() && u32::try_from(listed).is_ok_and(|listed| listed < pending);
        if lacks_pending && requested < self.page_size.min(pending) {
            self.pending = pending.min(self.page_size);
            return true;
        }
        self.lacks_pending |= lacks_pending;
        false
    }

    /// Appends the rows of a page from the position on; `skip` rows of the page precede the position.
    fn append(&mut self, rows: Vec<Listed>, skip: u32, is_full: bool) {
        let Position { height: start, .. } = self.position;
        let in_range = |row: &Listed| start.is_none_or(|to| row.height.is_some_and(|height| height <= to));
        let mut remaining = skip;
        let mut has_row = false;
        for row in rows.into_iter().filter(in_range) {
            // Transactions returned earlier may have left this height since; lower transactions are never skipped for
            // them.
            if remaining > 0 && row.height == start {
                remaining -= 1;
                continue;
            }
            if self.listed.len() == self.limit {
                self.is_complete = true;
                return;
            }
            has_row = true;
            self.position = self.position.after_rows(std::iter::once(row.place()));
            // A transaction may be confirmed between two requests.
            if row.txid.is_none_or(|txid| self.seen.insert(txid)) {
                self.listed.push(row);
            }
        }
        if !is_full || !has_row {
            self.end();
        }
    }

    const fn end(&mut self) {
        self.is_complete = true;
        self.has_ended = true;
    }

    /// Returns the transactions read, with the position of the next transaction if there may be more.
    pub(super) fn into_page(self) -> Result<HistoryPage, Failure> {
        if self.listed.is_empty() && !self.is_complete {
            return Err(Failure::unusable("pages of changing sizes"));
        }
        let next = (!self.has_ended).then(|| self.start());
        let lacks_pending = self.lacks_pending;
        let mut page = listed::page(self.listed, next);
        page.lacks_rows |= lacks_pending;
        Ok(page)
    }
}
