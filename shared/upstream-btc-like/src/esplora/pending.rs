//! `GET /v1/transaction-times` of mempool.space: first-seen times of pending transactions.
//!
//! Esplora itself does not report them. The history then shows the time at which this process first saw them.

use super::{Esplora, success};
use crate::listed::Listed;
use futures::future::try_join_all;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use wallet_btc_like::Txid;
use wallet_upstream::client::{Deadline, within};
use wallet_upstream::endpoint::Topic;
use wallet_upstream::failure::Failure;
use wallet_upstream::first_seen::FirstSeen;

/// Transactions per call: the server's parser interprets a longer list differently.
const BATCH: usize = 20;

/// Maximum delay of a response by this lookup.
const LOOKUP_TIME: Duration = Duration::from_secs(2);

/// Sources of first-seen times.
pub(super) struct PendingTimes {
    /// Times at which this process first saw transactions.
    first_seen: Arc<FirstSeen<Txid>>,
    /// Set once the server has rejected the call as unknown: it is not mempool.space.
    unsupported: AtomicBool,
}

impl PendingTimes {
    /// Creates the sources for a server that has not been queried yet.
    pub(super) fn new(first_seen: Arc<FirstSeen<Txid>>) -> Self {
        Self {
            first_seen,
            unsupported: AtomicBool::new(false),
        }
    }
}

impl Esplora {
    /// Sets the first-seen times of pending entries.
    pub(super) async fn set_first_seen(&self, listed: &mut [Listed], deadline: Deadline) {
        let entries = listed.iter_mut().filter_map(|row| row.entry.as_mut());
        let mut entries: Vec<_> = entries.collect();
        let txids: Vec<_> = entries.iter().map(|entry| entry.txid).collect();
        let reported = self.first_seen_times(&txids, deadline).await;
        for entry in &mut entries {
            let seen = self.pending.first_seen.time(entry.txid);
            entry.time = reported.get(&entry.txid).copied().unwrap_or(seen);
        }
    }

    /// Returns the server's first-seen times of these pending transactions in Unix seconds. Missing times do
    /// not fail the response.
    pub(super) async fn first_seen_times(&self, txids: &[Txid], deadline: Deadline) -> HashMap<Txid, u64> {
        if txids.is_empty() || self.pending.unsupported.load(Ordering::Relaxed) {
            return HashMap::new();
        }
        let deadline = within(deadline, LOOKUP_TIME);
        let parts = txids.chunks(BATCH).map(|part| self.times(part, deadline));
        match try_join_all(parts).await {
            Ok(parts) => parts.into_iter().flatten().collect(),
            Err(failure) => {
                tracing::info!(%failure, "first-seen times unavailable");
                HashMap::new()
            }
        }
    }

    async fn times(&self, txids: &[Txid], deadline: Deadline) -> Result<Vec<(Txid, u64)>, Failure> {
        let mut url = self.endpoint.url(&["v1", "transaction-times"]);
        for txid in txids {
            url.query_pairs_mut().append_pair("txId[]", &txid.to_string());
        }
        let response = self.endpoint.get_optional(Topic::FirstSeen, url, deadline).await?;
        if response.status() == 404 {
            self.pending.unsupported.store(true, Ordering::Relaxed);
            return Ok(Vec::new());
        }
        Ok(decode(txids, &success(response)?.json::<Vec<u64>>()?))
    }
}

/// Pairs the transactions with their times, which are in the same order; the time is 0 if the server does not
/// have it.
pub(super) fn decode(txids: &[Txid], times: &[u64]) -> Vec<(Txid, u64)> {
    let pairs = txids.iter().copied().zip(times.iter().copied());
    pairs.filter(|(_, time)| *time > 0).collect()
}
