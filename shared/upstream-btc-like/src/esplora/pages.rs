//! `GET /address/{address}/txs/chain/{txid}` and `…/txs/mempool`: transaction lists, latest first.
//!
//! Esplora returns 25 confirmed transactions after the given txid, and at most 50 of the mempool. mempool.space
//! returns up to `max_txs` within the server's limits; Esplora ignores that parameter. The length of a page
//! therefore does not show the last page. The two lists are requested separately, since the dialects
//! mix them differently in `…/txs`.

use super::transaction_row::Row;
use super::{Esplora, transaction_row};
use crate::listed::{self, Listed, WITHOUT_ADDRESS};
use std::collections::HashSet;
use wallet_btc_like::{Address, Params, Txid};
use wallet_upstream::{Deadline, Failure, Lane, ListRow};

/// Maximum number of pages per request.
const MAX_PAGES: u32 = 25;

/// Minimum number of transactions per page, so that a search for a position does not advance in steps of one.
const MIN_PAGE: usize = 25;

/// Page lengths configured on servers: a list of such a length may continue.
const PAGE_SIZES: [usize; 2] = [10, 25];

/// Minimum number of pending transactions of a list that a server may have cut: 50 in Blockstream/electrs, lower on
/// servers with a different setting.
pub(super) const MAY_BE_CUT: usize = PAGE_SIZES[0];

impl Esplora {
    /// Returns the transactions of an address in the mempool, as far as the server lists them.
    pub(super) async fn pending_transactions(
        &self,
        address: &Address,
        lane: Lane,
        deadline: Deadline,
    ) -> Result<Vec<Listed>, Failure> {
        let address_text = address.to_string();
        let segments = ["address", &address_text, "txs", "mempool"];
        let response = super::success(self.get_in(lane, &segments, deadline).await?)?;
        let mut listed = decode(response.json()?, Some(address), self.params)?;
        listed.retain(|row| row.height.is_none());
        Ok(listed::with_ordered_mempool(listed))
    }

    /// Returns a page of an address's confirmed transactions: after `after`, or the latest.
    pub(super) async fn page(
        &self,
        address: &Address,
        after: Option<Txid>,
        count: usize,
        deadline: Deadline,
    ) -> Result<Vec<Listed>, Failure> {
        let (text, txid) = (address.to_string(), after.map(|txid| txid.to_string()));
        let mut segments = vec!["address", &text, "txs", "chain"];
        segments.extend(txid.as_deref());
        let mut url = self.endpoint.url(&segments);
        url.query_pairs_mut()
            .append_pair("max_txs", &count.max(MIN_PAGE).to_string());
        let response = super::success(self.endpoint.get(url, deadline).await?)?;
        let listed = decode(response.json()?, Some(address), self.params)?;
        let is_pending = |row: &Listed| row.entry.as_ref().is_some_and(|entry| entry.height.is_none());
        if listed.iter().any(is_pending) {
            return Err(Failure::unusable("pending transaction among the confirmed ones"));
        }
        with_heights(listed)
    }
}

/// Sets the height of unreadable transactions at the start of a page of confirmed transactions to that of the next
/// transaction with a height. Later unreadable transactions already have the height of the transaction before.
fn with_heights(mut listed: Vec<Listed>) -> Result<Vec<Listed>, Failure> {
    let first = listed.iter().find_map(|row| row.height);
    if first.is_none() && !listed.is_empty() {
        return Err(Failure::unusable("no row has a block height"));
    }
    for row in &mut listed {
        row.height = row.height.or(first);
    }
    Ok(listed)
}

/// Decodes transactions, of an address if given, in order.
pub(super) fn decode(
    rows: Vec<ListRow<Row>>,
    address: Option<&Address>,
    params: &'static Params,
) -> Result<Vec<Listed>, Failure> {
    let read = |row: Row| {
        let entry = row.read(params)?;
        let is_listed = address.is_none_or(|address| entry.addresses().any(|found| found == address));
        is_listed
            .then_some(entry)
            .ok_or_else(|| Failure::unusable(WITHOUT_ADDRESS))
    };
    let rows = rows.into_iter().map(|row| match row {
        ListRow::Read(row) => (row.place(), read(row)),
        ListRow::Unreadable(row) => (
            transaction_row::place(&row),
            Err(Failure::unusable("not a transaction")),
        ),
    });
    listed::collect(rows.collect())
}

/// Merged pages of confirmed transactions.
#[derive(Default)]
pub(super) struct MergedPages {
    /// Transactions after the requested position.
    pub(super) listed: Vec<Listed>,
    /// Maximum height; higher transactions are omitted.
    highest: Option<u32>,
    /// Number of transactions to omit at the maximum height.
    skip: u32,
    seen: HashSet<Txid>,
    /// Number of rows without a readable id.
    unknown: usize,
    /// Total number of transactions, if the pages start with the latest.
    total: Option<u64>,
    last_page: usize,
    last: Option<Txid>,
    pages: u32,
}

impl MergedPages {
    /// Starts with the latest of `total` transactions. Omits transactions above the height `highest`, and `skip` at
    /// that height.
    pub(super) fn from_start(highest: Option<u32>, skip: u32, total: u64) -> Self {
        Self {
            highest,
            skip,
            total: Some(total),
            ..Self::default()
        }
    }

    /// Adds the next page.
    pub(super) fn add(&mut self, page: Vec<Listed>) -> Result<(), Failure> {
        self.pages += 1;
        self.last_page = page.len();
        self.last = page.iter().rev().find_map(|row| row.txid).or(self.last);
        let before = self.seen.len();
        for row in page {
            let above = self.highest.is_some_and(|highest| row.height > Some(highest));
            self.unknown += usize::from(row.txid.is_none());
            if row.txid.is_some_and(|txid| !self.seen.insert(txid)) || above {
                continue;
            }
            if self.skip > 0 && row.height == self.highest {
                self.skip -= 1;
            } else {
                self.listed.push(row);
            }
        }
        if self.last_page > 0 && self.seen.len() == before {
            return Err(Failure::unusable("repeated page of transactions"));
        }
        Ok(())
    }

    /// Returns the pending transactions that have not been confirmed in the meantime.
    pub(super) fn without_confirmed(&self, mut pending: Vec<Listed>) -> Vec<Listed> {
        pending.retain(|row| row.txid.is_none_or(|txid| !self.seen.contains(&txid)));
        pending
    }

    /// Returns true if there are more transactions, `None` if only the next page can show more.
    fn continues(&self) -> Option<bool> {
        if self.pages > 0 && self.last_page == 0 {
            return Some(false);
        }
        let total = usize::try_from(self.total?).unwrap_or(usize::MAX);
        let all = self.seen.len() + self.unknown >= total;
        // A total read slightly earlier may be too low by 1.
        let perhaps_cut = PAGE_SIZES.contains(&self.last_page);
        (!all || !perhaps_cut).then_some(!all)
    }

    /// Returns true if there are more than `limit` transactions, `None` if only the next page can show more.
    fn exceeds(&self, limit: usize) -> Option<bool> {
        match self.listed.len() {
            length if length > limit => Some(true),
            length if length == limit => self.continues(),
            _ => self.continues().filter(|continues| !continues),
        }
    }

    /// Reads pages until there are more than `limit` transactions or no more pages; returns true if there are
    /// more. A later page that is unavailable ends the list early.
    pub(super) async fn fill(
        &mut self,
        esplora: &Esplora,
        address: &Address,
        limit: usize,
        deadline: Deadline,
    ) -> Result<bool, Failure> {
        loop {
            if let Some(exceeds) = self.exceeds(limit) {
                return Ok(exceeds);
            }
            match self.next_page(esplora, address, limit, deadline).await {
                Ok(page) => self.add(page)?,
                Err(failure) if failure.is_unavailability() && !self.listed.is_empty() => return Ok(true),
                Err(failure) => return Err(failure),
            }
        }
    }

    async fn next_page(
        &self,
        esplora: &Esplora,
        address: &Address,
        limit: usize,
        deadline: Deadline,
    ) -> Result<Vec<Listed>, Failure> {
        if self.pages == MAX_PAGES {
            return Err(Failure::Declined {
                cause: format!("a position more than {MAX_PAGES} pages down"),
            });
        }
        let missing = limit + 1 - self.listed.len();
        esplora.page(address, self.last, missing, deadline).await
    }
}
