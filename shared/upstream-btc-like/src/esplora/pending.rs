//! `GET /v1/transaction-times` of mempool.space: since when transactions wait.
//!
//! Esplora itself does not tell. There the history shows when this process first saw them.

use super::{Esplora, success};
use futures::future::try_join_all;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use wallet_btc_like::Txid;
use wallet_btc_like::history::Entry;
use wallet_upstream::client::{Deadline, within};
use wallet_upstream::failure::Failure;
use wallet_upstream::first_seen::FirstSeen;

/// Transactions in one call: the server's parser takes a longer list for something else.
const AT_ONCE: usize = 20;

/// How long a date may hold up an answer.
const PATIENCE: Duration = Duration::from_secs(2);

/// What there is to know of since when transactions wait.
pub(super) struct PendingTimes {
    /// What this process saw.
    first_seen: Arc<FirstSeen<Txid>>,
    /// The server said that it has no such call: it is no mempool.space.
    never_tells: AtomicBool,
}

impl PendingTimes {
    /// Nothing is known of the server yet.
    pub(super) fn new(first_seen: Arc<FirstSeen<Txid>>) -> Self {
        Self {
            first_seen,
            never_tells: AtomicBool::new(false),
        }
    }
}

impl Esplora {
    /// Writes into pending entries since when they wait.
    pub(super) async fn date(&self, entries: &mut [Entry], deadline: Deadline) {
        let txids: Vec<_> = entries.iter().map(|entry| entry.txid).collect();
        let told = self.told_times(&txids, deadline).await;
        for entry in entries {
            let seen = self.pending.first_seen.time(entry.txid);
            entry.time = told.get(&entry.txid).copied().unwrap_or(seen);
        }
    }

    /// Since when the server has these pending transactions, in Unix seconds, as far as it tells. Dates are no reason to
    /// refuse an answer.
    pub(super) async fn told_times(&self, txids: &[Txid], deadline: Deadline) -> HashMap<Txid, u64> {
        if txids.is_empty() || self.pending.never_tells.load(Ordering::Relaxed) {
            return HashMap::new();
        }
        let deadline = within(deadline, PATIENCE);
        let parts = txids.chunks(AT_ONCE).map(|part| self.times(part, deadline));
        match try_join_all(parts).await {
            Ok(parts) => parts.into_iter().flatten().collect(),
            Err(failure) => {
                tracing::info!(%failure, "an upstream did not tell since when transactions wait");
                HashMap::new()
            }
        }
    }

    async fn times(&self, txids: &[Txid], deadline: Deadline) -> Result<Vec<(Txid, u64)>, Failure> {
        let mut url = self.endpoint.url(&["v1", "transaction-times"]);
        for txid in txids {
            url.query_pairs_mut().append_pair("txId[]", &txid.to_string());
        }
        let answer = self.endpoint.get(url, deadline).await?;
        if answer.status() == 404 {
            self.pending.never_tells.store(true, Ordering::Relaxed);
            return Ok(Vec::new());
        }
        Ok(decode(txids, &success(answer)?.json::<Vec<u64>>()?))
    }
}

/// The times of these transactions, in their order; 0 of one that the server has not.
pub(super) fn decode(txids: &[Txid], times: &[u64]) -> Vec<(Txid, u64)> {
    let pairs = txids.iter().copied().zip(times.iter().copied());
    pairs.filter(|(_, time)| *time > 0).collect()
}
