//! `GET /address/{address}/txs/chain/{txid}` and `…/txs/mempool`: lists of transactions, newest first.
//!
//! Esplora gives 25 confirmed ones behind the txid named, and at most 50 of the mempool. mempool.space gives as many as
//! are asked for by `max_txs`, within limits of its own, which Esplora ignores. So no length of a page says that it is
//! the last one. Each list by itself, not `…/txs`: the dialects mix them differently.

use super::Esplora;
use super::transaction_row::Row;
use std::collections::HashSet;
use wallet_btc_like::history::Entry;
use wallet_btc_like::{Address, Params, Txid};
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::Failure;

/// The most pages read for one answer.
const MAX_PAGES: u32 = 25;

/// The fewest transactions asked for: looking for a place must not go one by one.
const SMALLEST: usize = 25;

/// The lengths at which servers are set to cut pages: a list that ends there may go on.
const CUTS: [usize; 2] = [10, 25];

impl Esplora {
    /// The transactions of an address in the mempool, as far as the server tells them.
    pub(super) async fn waiting(&self, address: &Address, deadline: Deadline) -> Result<Vec<Entry>, Failure> {
        let rows = self
            .get_json(&["address", &address.to_string(), "txs", "mempool"], deadline)
            .await?;
        let mut entries = decode(rows, self.params)?;
        entries.retain(|entry| entry.height.is_none());
        Ok(entries)
    }

    /// One page of an address's confirmed transactions: those behind this one, or the newest.
    pub(super) async fn page(
        &self,
        address: &Address,
        behind: Option<Txid>,
        wanted: usize,
        deadline: Deadline,
    ) -> Result<Vec<Entry>, Failure> {
        let (address, txid) = (address.to_string(), behind.map(|txid| txid.to_string()));
        let mut segments = vec!["address", &address, "txs", "chain"];
        segments.extend(txid.as_deref());
        let mut url = self.endpoint.url(&segments);
        url.query_pairs_mut()
            .append_pair("max_txs", &wanted.max(SMALLEST).to_string());
        let answer = super::success(self.endpoint.get(url, deadline).await?)?;
        let entries = decode(answer.json()?, self.params)?;
        if entries.iter().all(|entry| entry.height.is_some()) {
            Ok(entries)
        } else {
            Err(Failure::unusable("a pending transaction among the confirmed ones"))
        }
    }
}

/// Reads transactions in their order. One listed twice counts once.
pub(super) fn decode(rows: Vec<Row>, params: &'static Params) -> Result<Vec<Entry>, Failure> {
    let mut seen = HashSet::with_capacity(rows.len());
    let mut entries = Vec::with_capacity(rows.len());
    for row in rows {
        let entry = row.read(params)?;
        if seen.insert(entry.txid) {
            entries.push(entry);
        }
    }
    Ok(entries)
}

/// Pages of confirmed transactions put together.
#[derive(Default)]
pub(super) struct Stitched {
    /// What lies behind the place looked for.
    pub(super) entries: Vec<Entry>,
    /// Leave out what is above this height.
    highest: Option<u32>,
    /// Leave out so many at this height.
    skip: u32,
    /// Everything read.
    seen: HashSet<Txid>,
    /// How many there are altogether, where the pages began with the newest.
    total: Option<u64>,
    last_page: usize,
    last: Option<Txid>,
    pages: u32,
}

impl Stitched {
    /// Pages that begin with the newest of so many transactions. What is above a height is left out, and so many at it.
    pub(super) fn from_start(highest: Option<u32>, skip: u32, total: u64) -> Self {
        Self {
            highest,
            skip,
            total: Some(total),
            ..Self::default()
        }
    }

    /// Adds the next page.
    pub(super) fn add(&mut self, page: Vec<Entry>) -> Result<(), Failure> {
        self.pages += 1;
        self.last_page = page.len();
        self.last = page.last().map(|entry| entry.txid).or(self.last);
        let before = self.seen.len();
        for entry in page {
            let above = self.highest.is_some_and(|highest| entry.height > Some(highest));
            if !self.seen.insert(entry.txid) || above {
                continue;
            }
            if self.skip > 0 && entry.height == self.highest {
                self.skip -= 1;
            } else {
                self.entries.push(entry);
            }
        }
        if self.last_page > 0 && self.seen.len() == before {
            return Err(Failure::unusable("the same page of transactions again"));
        }
        Ok(())
    }

    /// Those of the pending ones that have not got into a block meanwhile.
    pub(super) fn not_among(&self, mut waiting: Vec<Entry>) -> Vec<Entry> {
        waiting.retain(|entry| !self.seen.contains(&entry.txid));
        waiting
    }

    /// Whether there is more behind what was read: `None` when only the next page can tell.
    fn goes_on(&self) -> Option<bool> {
        if self.pages > 0 && self.last_page == 0 {
            return Some(false);
        }
        let total = usize::try_from(self.total?).unwrap_or(usize::MAX);
        let all = self.seen.len() >= total;
        // A total told a moment earlier may be one short.
        let perhaps_cut = CUTS.contains(&self.last_page);
        (!all || !perhaps_cut).then_some(!all)
    }

    /// Whether there are more than so many, `None` when only the next page can tell.
    fn exceeds(&self, wanted: usize) -> Option<bool> {
        match self.entries.len() {
            length if length > wanted => Some(true),
            length if length == wanted => self.goes_on(),
            _ => self.goes_on().filter(|goes_on| !goes_on),
        }
    }

    /// Reads on until there are more than so many or no more, and tells which.
    pub(super) async fn fill(
        &mut self,
        esplora: &Esplora,
        address: &Address,
        wanted: usize,
        deadline: Deadline,
    ) -> Result<bool, Failure> {
        loop {
            if let Some(exceeds) = self.exceeds(wanted) {
                return Ok(exceeds);
            }
            if self.pages == MAX_PAGES {
                return Err(Failure::Declined {
                    cause: format!("a place more than {MAX_PAGES} pages down"),
                });
            }
            let missing = wanted + 1 - self.entries.len();
            let page = esplora.page(address, self.last, missing, deadline).await?;
            self.add(page)?;
        }
    }
}
