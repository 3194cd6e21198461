//! Balance and history of an address.

use super::Esplora;
use super::pages::{MAY_BE_CUT, MergedPages};
use crate::listed::{self, Listed};
use crate::source::{AddressBalance, AddressSource, SourceFacts, addresses_within, funds, history_deadline};
use async_trait::async_trait;
use serde::Deserialize;
use wallet_btc_like::history::{Funds, HistoryPage, Position};
use wallet_btc_like::{Address, Params, Txid};
use wallet_upstream::{Deadline, Failure, Lane};

/// First lists of a history: the pending transactions, and the first page of confirmed transactions.
type FirstLists = (Vec<Listed>, Vec<Listed>);

#[async_trait]
impl AddressSource for Esplora {
    fn concurrent_addresses(&self) -> usize {
        addresses_within(self.endpoint.concurrency())
    }

    async fn balance(&self, address: &Address, deadline: Deadline) -> Result<AddressBalance, Failure> {
        self.balance_at_tip(address, deadline).await.map(|(balance, _)| balance)
    }

    /// Returns the balance and history of an address and the server's height, in a single round plus one for each
    /// page beyond the first (docs/decisions/utxo-history.md#esplora-and-mempool-space).
    async fn address_facts(
        &self,
        address: &Address,
        from: Position,
        limit: u32,
        deadline: Deadline,
    ) -> Result<SourceFacts, Failure> {
        let end = history_deadline(deadline);
        let lists = async { Ok(self.first_lists(address, from, limit, end).await) };
        let ((balance, stats), lists) = futures::try_join!(self.balance_at_tip(address, deadline), lists)?;
        let history = match lists {
            Ok(lists) => self.history(address, from, limit, &stats, lists, end).await,
            Err(failure) => Err(failure),
        };
        SourceFacts::of(balance, history)
    }
}

impl Esplora {
    /// Returns the balance of an address at the server's height, and the sums.
    pub(super) async fn balance_at_tip(
        &self,
        address: &Address,
        deadline: Deadline,
    ) -> Result<(AddressBalance, Stats), Failure> {
        let text = address.to_string();
        let segments = ["address", text.as_str()];
        let stats = self.get_json::<Stats>(&segments, deadline);
        let (stats, latest) = futures::try_join!(stats, self.latest_block(Lane::Required, deadline))?;
        let balance = AddressBalance {
            tip: latest.height,
            funds: stats.balance(self.params)?,
        };
        Ok((balance, stats))
    }

    /// Requests the lists that depend on no response, concurrently.
    pub(super) async fn first_lists(
        &self,
        address: &Address,
        from: Position,
        limit: u32,
        deadline: Deadline,
    ) -> Result<FirstLists, Failure> {
        let hint: Option<Txid> = from.height.and(from.last);
        futures::try_join!(
            self.pending_from(address, from, deadline),
            self.page(address, hint, limit as usize + 1, deadline),
        )
    }

    /// Returns the page of the history that starts with the lists.
    pub(super) async fn history(
        &self,
        address: &Address,
        from: Position,
        limit: u32,
        stats: &Stats,
        (mut pending, page): FirstLists,
        deadline: Deadline,
    ) -> Result<HistoryPage, Failure> {
        let count = limit as usize;
        let lacks_pending = pending.len() >= MAY_BE_CUT && stats.pending_transactions() > pending.len() as u64;
        let mut merged = begin(from, stats, page)?;
        let skipped = pending.len().min(from.skip as usize);
        let mut pending = merged.without_confirmed(pending.split_off(skipped));
        let more_pending = pending.len() > count;
        pending.truncate(count);
        let room = count - pending.len();
        let fill = merged.fill(self, address, room, deadline);
        let (more, ()) = futures::try_join!(fill, async {
            self.set_first_seen(&mut pending, deadline).await;
            Ok(())
        })?;
        let mut listed = pending;
        listed.extend(merged.listed.into_iter().take(room));
        let next = (more || more_pending).then(|| from.after_rows(listed.iter().map(Listed::place)));
        let mut page = listed::page(listed, next);
        page.lacks_rows |= lacks_pending;
        Ok(page)
    }

    /// Returns the pending transactions; none if the position is in a block.
    async fn pending_from(
        &self,
        address: &Address,
        from: Position,
        deadline: Deadline,
    ) -> Result<Vec<Listed>, Failure> {
        if from.height.is_some() {
            return Ok(Vec::new());
        }
        self.pending_transactions(address, Lane::Required, deadline).await
    }
}

/// Returns the confirmed transactions from a position on, as far as the first page has them. If the page does
/// not follow the transaction of the cursor, they are read from the start.
fn begin(from: Position, stats: &Stats, page: Vec<Listed>) -> Result<MergedPages, Failure> {
    let total = stats.confirmed_transactions();
    let hinted = from.height.filter(|_| from.last.is_some());
    let mut merged = match (from.height, hinted) {
        (_, Some(height)) if is_at_most(&page, height) => MergedPages::default(),
        (_, Some(height)) => return Ok(MergedPages::from_start(Some(height), from.skip, total)),
        (Some(height), None) => MergedPages::from_start(Some(height), from.skip, total),
        // The skipped transactions are pending.
        (None, None) => MergedPages::from_start(None, 0, total),
    };
    merged.add(page)?;
    Ok(merged)
}

/// Returns true if a page has transactions, and none above this height.
fn is_at_most(page: &[Listed], height: u32) -> bool {
    !page.is_empty() && page.iter().all(|row| row.height <= Some(height))
}

/// Totals received and spent by an address.
#[derive(Deserialize)]
pub(super) struct Stats {
    chain_stats: Sums,
    mempool_stats: Sums,
}

/// Totals in base units over the whole history, which may exceed the money supply.
#[derive(Deserialize)]
struct Sums {
    funded_txo_sum: u64,
    spent_txo_sum: u64,
    tx_count: u64,
}

impl Stats {
    /// Returns the confirmed and unconfirmed balance.
    pub(super) fn balance(&self, params: &Params) -> Result<Funds, Failure> {
        let net = |sums: &Sums| i128::from(sums.funded_txo_sum) - i128::from(sums.spent_txo_sum);
        let confirmed = u64::try_from(net(&self.chain_stats));
        let confirmed = confirmed.map_err(|_| Failure::unusable("confirmed balance below zero or above 64 bits"))?;
        funds(confirmed, net(&self.mempool_stats), params)
    }

    /// Returns the number of confirmed transactions.
    pub(super) const fn confirmed_transactions(&self) -> u64 {
        self.chain_stats.tx_count
    }

    /// Returns the number of pending transactions.
    pub(super) const fn pending_transactions(&self) -> u64 {
        self.mempool_stats.tx_count
    }

    /// Returns true if the address has transactions, also pending transactions.
    pub(super) const fn is_used(&self) -> bool {
        self.chain_stats.tx_count > 0 || self.mempool_stats.tx_count > 0
    }
}
