//! Funds that are not available.

use super::facts::Unavailable;
use super::facts::{Entry, HistoryPage};
use crate::{Address, OutPoint, Params, Txid, Unspent};
use std::collections::{HashMap, HashSet};

impl Unavailable {
    /// Computes the sums from the first page of the history. Returns `None` if the page may lack pending transactions
    /// or immature coinbases.
    pub fn of_page(page: &HistoryPage, address: &Address, tip: u32) -> Option<Self> {
        let params = address.params();
        let confirmations = |height: u32| tip.saturating_sub(height).saturating_add(1);
        let is_immature = |height: u32| confirmations(height) < params.coinbase_maturity;
        let last = page.entries.last().and_then(|entry| entry.height);
        let is_sufficient = page.next.is_none() || last.is_some_and(|height| !is_immature(height));
        if page.lacks_rows || !is_sufficient {
            return None;
        }
        let pending = page.pending();
        let change = change(pending, |owner| owner == address);
        let spent: HashSet<OutPoint> = pending.iter().flat_map(Entry::spent).collect();
        let mut sums = Self::default();
        for entry in &page.entries {
            let is_unspent = |vout: usize| {
                let vout = u32::try_from(vout).unwrap_or(u32::MAX);
                !spent.contains(&OutPoint::new(entry.txid, vout))
            };
            let own = entry.outputs.iter().enumerate();
            let own = own.filter(|(vout, output)| output.payee.address() == Some(address) && is_unspent(*vout));
            let own = own.fold(0, |sum: u64, (_, output)| sum.saturating_add(output.value));
            match entry.height {
                None if !change.contains(&entry.txid) => sums.unsettled = sums.unsettled.saturating_add(own),
                Some(height) if entry.is_coinbase() && is_immature(height) => {
                    sums.immature = sums.immature.saturating_add(own);
                }
                _ => {}
            }
        }
        Some(sums)
    }

    /// Computes the sums from the unspent outputs and the pending transactions of the addresses for which `is_own`
    /// returns true. Returns `None` if the transaction of a pending output is not among them.
    pub fn of_outputs<'a>(
        outputs: impl IntoIterator<Item = &'a Unspent>,
        pending: &[Entry],
        params: &Params,
        is_own: impl Fn(&Address) -> bool,
    ) -> Option<Self> {
        let change = change(pending, is_own);
        let mut sums = Self::default();
        for output in outputs {
            let txid = output.utxo.outpoint.txid;
            let is_pending = output.confirmations == 0;
            if is_pending && !pending.iter().any(|entry| entry.txid == txid) {
                return None;
            }
            let is_unsettled = output.carries_token || (is_pending && !change.contains(&txid));
            let sum = if is_unsettled {
                &mut sums.unsettled
            } else if output.spendable(params) {
                continue;
            } else {
                &mut sums.immature
            };
            *sum = sum.saturating_add(output.utxo.value);
        }
        Some(sums)
    }
}

/// Returns the pending transactions with change to own addresses: they spend own outputs only, which are
/// confirmed or change as well, so that no third party can replace them.
fn change(pending: &[Entry], is_own: impl Fn(&Address) -> bool) -> HashSet<Txid> {
    let by_id: HashMap<Txid, &Entry> = pending.iter().map(|entry| (entry.txid, entry)).collect();
    let spends_own = |entry: &&Entry| {
        let mut owners = entry.inputs.iter().map(|input| input.owner.as_ref());
        owners.all(|owner| owner.is_some_and(&is_own))
    };
    let mut change: HashSet<Txid> = pending.iter().filter(spends_own).map(|entry| entry.txid).collect();
    loop {
        let is_settled = |outpoint: OutPoint| !by_id.contains_key(&outpoint.txid) || change.contains(&outpoint.txid);
        let settled = |txid: &&Txid| by_id.get(*txid).is_some_and(|entry| entry.spent().all(is_settled));
        let kept: HashSet<Txid> = change.iter().filter(settled).copied().collect();
        if kept.len() == change.len() {
            return change;
        }
        change = kept;
    }
}
