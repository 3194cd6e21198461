//! Histories of scripts, cached by their status (docs/decisions/utxo-history.md#cached-electrum-histories).
//!
//! The protocol has no pages: a server sends a whole history, of up to 8 MB, for each page and for each status of a
//! transaction. `blockchain.scripthash.subscribe` returns 32 bytes that show if a cached history is still valid.

use super::client::Client;
use super::message::{Request, RpcResponse};

use crate::memory::SizedCache;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use wallet_btc_like::Txid;
use wallet_upstream::{Deadline, Failure, ListRow};

/// Cache size per upstream in bytes: a history of the maximum length, about 80 000 transactions, or many shorter
/// histories.
const CACHE_SIZE: usize = 4_000_000;

/// Number of consecutive statuses that differ from the statuses of the histories requested afterwards, after which the
/// server's statuses are ignored.
const MAX_MISMATCHES: u32 = 3;

/// Histories of an upstream.
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

    /// Returns the current history of a script, in a single round, or in two if a cached history has changed.
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

    /// Returns the current histories of scripts in their order, in a single round, or in two if a cached history has
    /// changed.
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
            Some(_) => status_request(script),
            None => history_request(script),
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
        let second = changed.iter().map(|(index, _)| history_request(scripts[*index]));
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
        let history = Arc::new(read(list)?);
        match history.status {
            Some(_) => self.cached.put(script.to_vec(), Arc::clone(&history), size(&history)),
            None => self.cached.remove(&script.to_vec()),
        }
        Ok(history)
    }

    fn has_valid_statuses(&self) -> bool {
        self.mismatches.load(Ordering::Relaxed) < MAX_MISMATCHES
    }

    /// Counts a status that differs from that of the later history, as rarely happens because of a new transaction.
    fn compare(&self, status: Option<Status>, history: &History) {
        if status == history.status {
            self.mismatches.store(0, Ordering::Relaxed);
        } else if self.mismatches.fetch_add(1, Ordering::Relaxed) + 1 == MAX_MISMATCHES {
            tracing::warn!("statuses of an Electrum server differ from its histories; histories are not cached");
        }
    }
}

/// Creates the request for the status of a script. The server's notifications about later changes are ignored.
pub(super) fn status_request(script: &[u8]) -> Request {
    Request::of_script("blockchain.scripthash.subscribe", script)
}

/// Returns the status, `None` if not reported: the server also declines the status of a history that is too
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

/// Row of a script's history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct Row {
    #[serde(rename = "tx_hash")]
    pub(super) txid: Txid,
    /// 0 in the mempool, or -1 in the mempool with an unconfirmed input.
    height: i64,
}

impl Row {
    /// Returns the height of the block, `None` in the mempool.
    pub(super) fn block(&self) -> Result<Option<u32>, Failure> {
        match self.height {
            ..=0 => Ok(None),
            height => u32::try_from(height)
                .map(Some)
                .map_err(|_| Failure::unusable(format_args!("height {height} of {}", self.txid))),
        }
    }
}

/// Creates the request for the whole history of a script: the protocol has no pages.
pub(super) fn history_request(script: &[u8]) -> Request {
    Request::of_script("blockchain.scripthash.get_history", script)
}

/// Transaction id and block height, `None` in the mempool.
pub(super) type HistoryRow = (Txid, Option<u32>);

/// History of a script.
#[derive(Debug)]
pub(super) struct History {
    /// The mempool, then the blocks from the latest down.
    pub(super) rows: Vec<HistoryRow>,
    /// True if the server's list has an unreadable row, which is omitted.
    pub(super) lacks_rows: bool,
    /// True if the server lists a transaction both in a block and in the mempool: the server has indexed a block, but
    /// not yet removed the transactions of the block from the mempool, and counts them twice in a balance.
    pub(super) has_repeated_rows: bool,
    /// Status of the script with this history, `None` if unknown.
    pub(super) status: Option<Status>,
}

impl History {
    /// Creates a history with these rows, which the server has not listed in this form.
    pub(super) const fn of(rows: Vec<HistoryRow>, lacks_rows: bool) -> Self {
        Self {
            rows,
            lacks_rows,
            has_repeated_rows: false,
            status: None,
        }
    }

    /// Returns the history with the pending transactions alone.
    pub(super) fn pending(&self) -> Self {
        let pending = self.rows.iter().take_while(|(_, height)| height.is_none());
        Self::of(pending.copied().collect(), self.lacks_rows)
    }
}

/// Status of a script: the SHA-256 hash of the history, by which clients recognise changes.
pub(super) type Status = [u8; 32];

/// Returns the history. A list without a readable row is not of the protocol.
pub(super) fn read(response: RpcResponse) -> Result<History, Failure> {
    let rows: Vec<ListRow<Row>> = response.read()?;
    let count = rows.len();
    let readable = rows.into_iter().filter_map(|row| match row {
        ListRow::Read(row) if row.block().is_ok() => Some(row),
        ListRow::Read(_) | ListRow::Unreadable(_) => None,
    });
    let rows: Vec<_> = readable.collect();
    if rows.is_empty() && count > 0 {
        return Err(Failure::unusable("no row has a transaction id and a height"));
    }
    let lacks_rows = rows.len() < count;
    let sorted = latest_first(&rows)?;
    Ok(History {
        has_repeated_rows: sorted.len() < rows.len(),
        rows: sorted,
        lacks_rows,
        status: (!lacks_rows && count > 0).then(|| status(&rows)),
    })
}

/// Returns the status of a script with the rows in the server's order (section "Status" of the protocol's
/// documentation).
fn status(rows: &[Row]) -> Status {
    let mut hash = Sha256::new();
    for row in rows {
        hash.update(format!("{}:{}:", row.txid, row.height));
    }
    hash.finalize().into()
}

/// Sorts and deduplicates the rows. A transaction listed twice, for example while it is being confirmed, counts
/// once, as confirmed.
pub(super) fn latest_first(rows: &[Row]) -> Result<Vec<HistoryRow>, Failure> {
    let mut by_id: HashMap<Txid, (Option<u32>, Order)> = HashMap::with_capacity(rows.len());
    for (position, row) in rows.iter().enumerate() {
        let block = row.block()?;
        let order = Order::of(row, block, position);
        by_id
            .entry(row.txid)
            .and_modify(|known| *known = (block, order).max(*known))
            .or_insert((block, order));
    }
    let mut history: Vec<_> = by_id
        .into_iter()
        .map(|(txid, (block, order))| (order, txid, block))
        .collect();
    history.sort_unstable_by(|one, other| other.cmp(one));
    Ok(history.into_iter().map(|(_, txid, block)| (txid, block)).collect())
}

/// Sort order of a history, oldest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Order {
    /// By height, and within a block by the server's order, which is the order in the block.
    InBlock { height: u32, position: usize },
    /// A transaction that spends an unconfirmed output comes last. Otherwise the order is that of
    /// the ids, since the server's order may change between calls.
    Pending { spends_pending: bool },
}

impl Order {
    const fn of(row: &Row, block: Option<u32>, position: usize) -> Self {
        match block {
            Some(height) => Self::InBlock { height, position },
            None => Self::Pending {
                spends_pending: row.height < 0,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(id: u8, height: i64) -> Row {
        Row { txid: txid(id), height }
    }

    fn txid(id: u8) -> Txid {
        format!("{id:02x}").repeat(32).parse().unwrap()
    }

    #[test]
    fn pending_precedes_confirmed_and_new_precedes_old() {
        let rows = [row(1, 7), row(9, 7), row(2, 8), row(3, 0), row(4, -1)];
        let expected = [
            (txid(4), None),
            (txid(3), None),
            (txid(2), Some(8)),
            (txid(9), Some(7)),
            (txid(1), Some(7)),
        ];
        assert_eq!(latest_first(&rows).unwrap(), expected);
    }

    #[test]
    fn transaction_listed_twice_counts_once() {
        for rows in [[row(1, 7), row(1, 0)], [row(1, 0), row(1, 7)], [row(1, 7), row(1, 7)]] {
            assert_eq!(latest_first(&rows).unwrap(), [(txid(1), Some(7))]);
        }
    }

    /// The transactions of blocks 1 and 170 of btc, and a third in the mempool. The expected hashes were computed
    /// with `hashlib` of Python from the texts that the protocol's documentation specifies, section "Status".
    #[test]
    fn status_is_the_hash_of_ids_and_heights_in_the_order_of_the_server() {
        let rows: Vec<Row> = serde_json::from_str(
            r#"[{ "tx_hash": "0e3e2357e806b6cdb1f70b54c3a3a17b6714ee1f0e68bebb44a74b1efd512098", "height": 1 },
                { "tx_hash": "f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16", "height": 170 },
                { "tx_hash": "a16f3ce4dd5deb92d98ef5cf8afeaf0775ebca408f708b2146c4fb42b41e14be", "height": -1, "fee": 1 }]"#,
        )
        .unwrap();
        for (rows, expected) in [
            (
                &rows[..2],
                "b987719249b7cf66aac8eb82a08b1d52dccd5f52cf252542541d561cc23d9035",
            ),
            (
                &rows[..],
                "46bb1003f9d911f66e6b76272a232d3a527b891f15b3edc017917c3e0f9dd2e5",
            ),
        ] {
            assert_eq!(hex::encode(status(rows)), expected);
        }
    }

    #[test]
    fn height_above_the_block_range_is_rejected() {
        assert!(latest_first(&[row(1, 4_294_967_296)]).is_err());
    }
}
