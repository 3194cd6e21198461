//! Histories of scripts, cached by their status (docs/decisions/utxo-history.md#cached-electrum-histories).
//!
//! The protocol has no pages: a server sends a whole history, of up to 8 MB, for each page and for each status of a
//! transaction. `blockchain.scripthash.subscribe` returns 32 bytes that show if a cached history is still valid.

use super::client::Client;
use super::history_rows::{self, History, HistoryRow, Status};
use super::message::{Request, RpcResponse};
use super::script_hash;
use crate::sized_cache::SizedCache;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::Failure;

/// Cache size per upstream in bytes: one history of the maximum length, about 80 000 transactions, or many shorter ones.
const CACHE_SIZE: usize = 4_000_000;

/// Number of consecutive statuses that differ from those of the histories requested after them, after which the
/// server's statuses are ignored.
const MAX_MISMATCHES: u32 = 3;

/// Histories of one upstream.
pub(super) struct Histories {
    cached: SizedCache<Vec<u8>, Arc<History>>,
    mismatches: AtomicU32,
}

impl Histories {
    /// Creates an empty cache.
    pub(super) fn new() -> Self {
        Self {
            cached: SizedCache::new(CACHE_SIZE),
            mismatches: AtomicU32::new(0),
        }
    }

    /// Returns the current history of a script, in one round, or in two if a cached one has changed.
    pub(super) async fn get(
        &self,
        client: &Client,
        script: &[u8],
        deadline: Deadline,
    ) -> Result<Arc<History>, Failure> {
        let found = self.get_all(client, &[script], deadline).await?;
        let first = found.into_iter().next();
        first.unwrap_or_else(|| Err(Failure::unusable("no response")))
    }

    /// Returns the current histories of scripts in their order, in one round, or in two if a cached one has changed.
    pub(super) async fn get_all(
        &self,
        client: &Client,
        scripts: &[&[u8]],
        deadline: Deadline,
    ) -> Result<Vec<Result<Arc<History>, Failure>>, Failure> {
        let has_valid_statuses = self.has_valid_statuses();
        let cached = |script: &&[u8]| self.cached.get(&script.to_vec()).filter(|_| has_valid_statuses);
        let cached: Vec<_> = scripts.iter().map(cached).collect();
        let first = scripts.iter().zip(&cached).map(|(script, cached)| match cached {
            Some(_) => request(script),
            None => history_rows::request(script),
        });
        let first = client.call_all(&first.collect::<Vec<_>>(), deadline).await?;
        let mut found = Vec::with_capacity(scripts.len());
        let mut changed = Vec::new();
        for (index, ((script, cached), response)) in scripts.iter().zip(cached).zip(first).enumerate() {
            found.push(match cached {
                None => self.read(script, response),
                Some(cached) => {
                    let status = read_status(response);
                    if status.is_none() || status != cached.status {
                        changed.push((index, status));
                    }
                    Ok(cached)
                }
            });
        }
        let second = changed.iter().map(|(index, _)| history_rows::request(scripts[*index]));
        let second = client.call_all(&second.collect::<Vec<_>>(), deadline).await?;
        for ((index, status), response) in changed.into_iter().zip(second) {
            let history = self.read(scripts[index], response);
            if let Ok(history) = &history {
                self.compare(status, history);
            }
            found[index] = history;
        }
        Ok(found)
    }

    /// Reads and caches a history.
    fn read(&self, script: &[u8], list: RpcResponse) -> Result<Arc<History>, Failure> {
        let history = Arc::new(history_rows::read(list)?);
        match history.status {
            Some(_) => self.cached.put(script.to_vec(), Arc::clone(&history), size(&history)),
            None => self.cached.remove(&script.to_vec()),
        }
        Ok(history)
    }

    fn has_valid_statuses(&self) -> bool {
        self.mismatches.load(Ordering::Relaxed) < MAX_MISMATCHES
    }

    /// Counts a status that differs from that of the history after it, as it rarely does because of a new transaction.
    fn compare(&self, status: Option<Status>, history: &History) {
        if status == history.status {
            self.mismatches.store(0, Ordering::Relaxed);
        } else if self.mismatches.fetch_add(1, Ordering::Relaxed) + 1 == MAX_MISMATCHES {
            tracing::warn!("statuses of an Electrum server differ from its histories; histories are not cached");
        }
    }
}

/// Creates the request for the status of a script. The server's notifications about later changes are ignored.
fn request(script: &[u8]) -> Request {
    Request::new("blockchain.scripthash.subscribe", script_hash::of(script))
}

/// Returns the status, `None` if the server does not report it: it also declines the status of a history that is too
/// long.
fn read_status(response: RpcResponse) -> Option<Status> {
    let text = response.read::<Option<String>>().ok()??;
    hex::decode(text).ok()?.try_into().ok()
}

/// Returns the approximate memory of a history in bytes.
fn size(history: &History) -> usize {
    const HISTORY: usize = 200;
    HISTORY + history.rows.len() * size_of::<HistoryRow>()
}
