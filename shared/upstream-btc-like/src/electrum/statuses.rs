//! The latest transactions of thousands of scripts, read by their statuses.
//!
//! A reading requests the status of every script, 32 bytes, and the history only of scripts whose status differs from that of
//! the last history. Of a history the latest rows are kept: those that the next blocks add to. Nothing is stored: the
//! checkpoint of the loop states which rows are new.

use super::client::Client;
use super::histories::{History, HistoryRow, Status, history_request, read, status_request};
use super::message::RpcResponse;
use crate::memory::SizedCache;
use std::sync::Arc;
use wallet_upstream::{Deadline, Failure};

/// Cache size per upstream in bytes: the rows of 10 000 scripts with a few recent transactions each.
const CACHE_SIZE: usize = 6_000_000;

/// Maximum number of scripts whose statuses a pipeline requests: 170 bytes each.
const STATUSES: usize = 1000;

/// Maximum number of scripts whose histories a pipeline requests. The size of the responses has a limit.
const HISTORIES: usize = 50;

/// Maximum number of rows that are kept of a history.
const KEPT: usize = 100;

/// Maximum number of rows of an uncached history that are read.
const MAX_ROWS: usize = 20_000;

/// The latest transactions of scripts of an upstream.
pub(super) struct Statuses(SizedCache<Vec<u8>, Arc<Latest>>);

/// The latest transactions of a script.
#[derive(Debug, Default)]
pub(super) struct Latest {
    /// The mempool, then the blocks from the latest down.
    rows: Vec<HistoryRow>,
    /// The height from which on the rows are complete.
    from: u32,
    /// The status of the script with the history, `None` for an incomplete history.
    status: Option<Status>,
}

impl Latest {
    fn of(history: &History) -> Self {
        let rows = &history.rows[..history.rows.len().min(MAX_ROWS)];
        Self {
            from: complete_from(&history.rows, rows.len()),
            rows: rows.to_vec(),
            status: history.status,
        }
    }

    /// Returns the part that is kept.
    fn kept(&self) -> Self {
        let pending = self.pending().count();
        let kept = self.rows.len().min(pending.min(KEPT) + KEPT);
        Self {
            from: complete_from(&self.rows, kept).max(self.from),
            rows: self.rows[..kept].to_vec(),
            status: self.status,
        }
    }

    /// Returns the pending transactions.
    pub(super) fn pending(&self) -> impl Iterator<Item = &HistoryRow> {
        self.rows.iter().take_while(|(_, height)| height.is_none())
    }

    /// Returns the transactions in blocks, from the latest down.
    pub(super) fn in_blocks(&self) -> impl Iterator<Item = &HistoryRow> {
        self.rows.iter().skip_while(|(_, height)| height.is_none())
    }

    fn size(&self) -> usize {
        const SCRIPT: usize = 250;
        SCRIPT + self.rows.len() * size_of::<HistoryRow>()
    }
}

/// Returns the height from which on the first `count` rows of a history are complete.
fn complete_from(rows: &[HistoryRow], count: usize) -> u32 {
    match rows.get(count) {
        None => 0,
        Some((_, None)) => u32::MAX,
        Some((_, Some(height))) => height.saturating_add(1),
    }
}

impl Statuses {
    /// Creates an empty cache.
    pub(super) fn new() -> Self {
        Self(SizedCache::new(CACHE_SIZE))
    }

    /// Returns the current transactions of the scripts, complete from a height on; `None` for a script with a history that the
    /// server does not return.
    pub(super) async fn read(
        &self,
        client: &Client,
        scripts: &[Vec<u8>],
        from: u32,
        deadline: Deadline,
    ) -> Result<Vec<Option<Arc<Latest>>>, Failure> {
        let mut found: Vec<Option<Arc<Latest>>> = Vec::with_capacity(scripts.len());
        let mut changed = Vec::new();
        for scripts in scripts.chunks(STATUSES) {
            let requests: Vec<_> = scripts.iter().map(|script| status_request(script)).collect();
            let responses = client.call_all(&requests, deadline).await?;
            for (script, response) in scripts.iter().zip(responses) {
                let current = self.current(script, response, from);
                if current.is_none() {
                    changed.push(found.len());
                }
                found.push(current);
            }
        }
        for indexes in changed.chunks(HISTORIES) {
            let scripts: Vec<_> = indexes.iter().map(|index| &scripts[*index]).collect();
            for (index, history) in indexes.iter().zip(self.histories(client, &scripts, deadline).await?) {
                found[*index] = history;
            }
        }
        Ok(found)
    }

    /// Returns the known transactions if the status has not changed, and none for a script without transactions.
    fn current(&self, script: &Vec<u8>, response: RpcResponse, from: u32) -> Option<Arc<Latest>> {
        // A server declines the status of a history that is too long; the history then has the reason.
        let status: Option<String> = response.read().ok()?;
        let Some(status) = status else {
            self.0.remove(script);
            return Some(Arc::default());
        };
        let status: Status = hex::decode(status).ok()?.try_into().ok()?;
        let known = self.0.get(script)?;
        (known.status == Some(status) && known.from <= from).then_some(known)
    }

    /// Requests histories in a pipeline, or one by one if they are too long together.
    async fn histories(
        &self,
        client: &Client,
        scripts: &[&Vec<u8>],
        deadline: Deadline,
    ) -> Result<Vec<Option<Arc<Latest>>>, Failure> {
        let requests: Vec<_> = scripts.iter().map(|script| history_request(script)).collect();
        let mut found = Vec::with_capacity(scripts.len());
        match client.call_all(&requests, deadline).await {
            Ok(responses) => {
                for (script, response) in scripts.iter().zip(responses) {
                    found.push(self.latest(script, read(response))?);
                }
            }
            Err(Failure::Declined { .. }) => {
                for (script, request) in scripts.iter().zip(requests) {
                    let response = client.call([request], deadline).await;
                    let history = response.and_then(|[response]| read(response));
                    found.push(self.latest(script, history)?);
                }
            }
            Err(failure) => return Err(failure),
        }
        Ok(found)
    }

    fn latest(&self, script: &[u8], history: Result<History, Failure>) -> Result<Option<Arc<Latest>>, Failure> {
        let history = match history {
            Ok(history) => history,
            Err(Failure::Declined { cause }) => {
                tracing::warn!(script = hex::encode(script), %cause, "a watched script has a history that the server does not return");
                return Ok(None);
            }
            Err(failure) => return Err(failure),
        };
        let latest = Latest::of(&history);
        let kept = latest.kept();
        let size = kept.size();
        self.0.put(script.to_vec(), Arc::new(kept), size);
        Ok(Some(Arc::new(latest)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(pending: usize, blocks: u32) -> History {
        let txid = || "ab".repeat(32).parse().unwrap();
        let pending = (0..pending).map(|_| (txid(), None));
        let blocks = (1..=blocks).rev().map(|height| (txid(), Some(height)));
        History::of(pending.chain(blocks).collect(), false)
    }

    #[test]
    fn kept_rows_are_complete_from_their_height_on() {
        let kept = |history| Latest::of(&history).kept();
        let short = kept(rows(3, 7));
        assert_eq!((short.rows.len(), short.from), (10, 0));
        let long = kept(rows(3, 1000));
        assert_eq!((long.rows.len(), long.from), (103, 901));
        assert_eq!((long.pending().count(), long.in_blocks().count()), (3, 100));
        let crowded = kept(rows(500, 5));
        assert_eq!((crowded.rows.len(), crowded.from), (200, u32::MAX));
        let endless = Latest::of(&rows(0, 30_000));
        assert_eq!((endless.rows.len(), endless.from), (20_000, 10_001));
    }
}
