//! Transactions by their id: `GET /tx/{txid}`, `GET /tx/{txid}/hex`, and `GET /tx/{txid}/outspend/{vout}` for spenders.
//!
//! `GET /tx/{txid}/status` is not used: Esplora reports unknown transactions as unconfirmed.
//!
//! Esplora itself does not have these paths of mempool.space:
//!
//! - `GET /v1/tx/{txid}/rbf` and `GET /v1/tx/{txid}/cached`: the replacements of a transaction that left the mempool, and its
//!   content. The server keeps both for a day after the replacement is mined or evicted.
//! - `GET /v1/transaction-times`: first-seen times of pending transactions. Without them, a history shows the time at which
//!   this process first saw a transaction.

use super::{Esplora, success, trimmed_text};
use crate::esplora::{Status, confirmations};
use crate::listed::Listed;
use crate::source::{Replacements, TransactionSource};
use async_trait::async_trait;
use futures::future::try_join_all;
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use wallet_btc_like::{InputFields, OutPoint, ScriptBuf, TransactionFields, TransactionStatus, Txid};
use wallet_upstream::{Deadline, Failure, FirstSeen, Lane, Topic, UpstreamResponse, within};

/// Transaction id and confirmation status.
#[derive(Deserialize)]
pub(super) struct StatusRow {
    txid: Txid,
    status: Status,
}

/// Returns the response unless the transaction does not exist. Different messages with the same
/// status are errors.
pub(super) fn found(response: UpstreamResponse) -> Result<Option<UpstreamResponse>, Failure> {
    let unknown = response.status() == 404 && trimmed_text(&response)?.eq_ignore_ascii_case("transaction not found");
    if unknown { Ok(None) } else { success(response).map(Some) }
}

fn decode_hex(response: &UpstreamResponse) -> Result<Vec<u8>, Failure> {
    hex::decode(trimmed_text(response)?)
        .map_err(|error| Failure::unusable(format_args!("hex of a transaction: {error}")))
}

impl StatusRow {
    /// Returns the status of the requested transaction, without the first-seen time.
    pub(super) fn decode(&self, requested: Txid, tip: u32) -> Result<TransactionStatus, Failure> {
        if self.txid != requested {
            return Err(Failure::unusable(format_args!(
                "transaction {}, expected {requested}",
                self.txid
            )));
        }
        Ok(match self.status.block()? {
            None => TransactionStatus::Pending { first_seen: 0 },
            Some(block) => TransactionStatus::Confirmed {
                block: block.height,
                confirmations: confirmations(tip, block.height),
                time: block.time,
            },
        })
    }
}

/// Support of the server for the paths.
#[derive(Default)]
pub(super) struct ReplacementHistory {
    /// Set once the server has rejected the call as unknown: the server is not mempool.space.
    unsupported: AtomicBool,
}

/// Response of the first path; the value is null for a transaction without replacements.
#[derive(Deserialize)]
struct History {
    replacements: Option<Node>,
}

/// Transaction in the tree of replacements, with the latest as root.
#[derive(Deserialize)]
struct Node {
    tx: Id,
    replaces: Vec<Self>,
}

#[derive(Deserialize)]
struct Id {
    txid: Txid,
}

/// The fields of a transaction that the txid commits to.
#[derive(Deserialize)]
struct Content {
    version: i32,
    locktime: u32,
    vin: Vec<Input>,
    vout: Vec<Output>,
}

#[derive(Deserialize)]
struct Input {
    txid: Txid,
    vout: u32,
    scriptsig: String,
    sequence: u32,
}

#[derive(Deserialize)]
struct Output {
    scriptpubkey: String,
    value: u64,
}

#[async_trait]
impl TransactionSource for Esplora {
    async fn raw_transaction(&self, txid: Txid, lane: Lane, deadline: Deadline) -> Result<Option<Vec<u8>>, Failure> {
        let response = self.get_in(lane, &["tx", &txid.to_string(), "hex"], deadline).await?;
        found(response)?.as_ref().map(decode_hex).transpose()
    }

    async fn transaction_status(
        &self,
        txid: Txid,
        lane: Lane,
        deadline: Deadline,
    ) -> Result<Option<TransactionStatus>, Failure> {
        let id = txid.to_string();
        let segments = ["tx", id.as_str()];
        let (response, latest) = futures::try_join!(
            self.get_in(lane, &segments, deadline),
            self.latest_block(lane, deadline)
        )?;
        let Some(response) = found(response)? else {
            return Ok(None);
        };
        let row: StatusRow = response.json()?;
        let mut status = row.decode(txid, latest.height)?;
        if let TransactionStatus::Pending { first_seen } = &mut status {
            let times = self.first_seen_times(&[txid], deadline).await;
            *first_seen = times.get(&txid).copied().unwrap_or(0);
        }
        Ok(Some(status))
    }

    async fn replacements(&self, txid: Txid, deadline: Deadline) -> Option<Replacements> {
        if self.replacement_history.unsupported.load(Ordering::Relaxed) {
            return None;
        }
        match self.lookup(txid, deadline).await {
            Ok(found) => found,
            Err(failure) => {
                tracing::info!(%failure, "replacements unavailable");
                None
            }
        }
    }

    async fn spenders(&self, outpoint: OutPoint, deadline: Deadline) -> Result<Vec<Txid>, Failure> {
        let (parent, index) = (outpoint.txid.to_string(), outpoint.vout.to_string());
        let url = self.endpoint.url(&["tx", &parent, "outspend", &index]);
        let response = self
            .endpoint
            .get_in(Lane::Optional(Topic::Spenders), url, deadline)
            .await?;
        let spender: Spender = success(response)?.json()?;
        Ok(spender.txid.into_iter().collect())
    }
}

impl Esplora {
    async fn lookup(&self, txid: Txid, deadline: Deadline) -> Result<Option<Replacements>, Failure> {
        let id = txid.to_string();
        let url = self.endpoint.url(&["v1", "tx", &id, "rbf"]);
        let response = self
            .endpoint
            .get_in(Lane::Optional(Topic::Replacements), url, deadline)
            .await?;
        if response.status() == 404 {
            self.replacement_history.unsupported.store(true, Ordering::Relaxed);
            return Ok(None);
        }
        let history: History = success(response)?.json()?;
        let by = history.replacements.map(|root| root.replacements_of(txid));
        let Some(by) = by.filter(|by| !by.is_empty()) else {
            return Ok(None);
        };
        let url = self.endpoint.url(&["v1", "tx", &id, "cached"]);
        let content: Content = success(
            self.endpoint
                .get_in(Lane::Optional(Topic::Replacements), url, deadline)
                .await?,
        )?
        .json()?;
        let inputs = content.fields()?.spent_outpoints(txid).map_err(Failure::unusable)?;
        Ok(Some(Replacements { inputs, by }))
    }
}

impl Node {
    /// Returns the transactions between the root and this transaction, the root first; empty if this transaction is the
    /// root or not in the tree.
    fn replacements_of(&self, txid: Txid) -> Vec<Txid> {
        if self.replaces.iter().any(|node| node.tx.txid == txid) {
            return vec![self.tx.txid];
        }
        let deeper = self.replaces.iter().map(|node| node.replacements_of(txid));
        let found = deeper.into_iter().find(|found| !found.is_empty());
        found.map_or_else(Vec::new, |found| [vec![self.tx.txid], found].concat())
    }
}

impl Content {
    fn fields(self) -> Result<TransactionFields, Failure> {
        Ok(TransactionFields {
            version: self.version,
            lock_time: self.locktime,
            inputs: self.vin.into_iter().map(Input::fields).collect::<Result<_, _>>()?,
            outputs: self.vout.into_iter().map(Output::fields).collect::<Result<_, _>>()?,
        })
    }
}

impl Input {
    fn fields(self) -> Result<InputFields, Failure> {
        Ok(InputFields {
            outpoint: OutPoint::new(self.txid, self.vout),
            script: script(&self.scriptsig)?,
            sequence: self.sequence,
        })
    }
}

impl Output {
    fn fields(self) -> Result<(u64, ScriptBuf), Failure> {
        Ok((self.value, script(&self.scriptpubkey)?))
    }
}

fn script(hex: &str) -> Result<ScriptBuf, Failure> {
    ScriptBuf::from_hex(hex).map_err(|error| Failure::unusable(format_args!("script: {error}")))
}

/// The spender of an output; without an id for an unspent or unknown one.
#[derive(Deserialize)]
struct Spender {
    txid: Option<Txid>,
}

/// Transactions per call: the server's parser interprets a longer list differently.
const BATCH: usize = 20;

/// Maximum delay of a response by this lookup.
const LOOKUP_TIME: Duration = Duration::from_secs(2);

/// Sources of first-seen times.
pub(super) struct PendingTimes {
    /// Times at which this process first saw transactions.
    first_seen: Arc<FirstSeen<Txid>>,
    /// Set once the server has rejected the call as unknown: the server is not mempool.space.
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

    /// Returns the server's first-seen times of pending transactions in Unix seconds. Missing times do
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
        let response = self
            .endpoint
            .get_in(Lane::Optional(Topic::FirstSeen), url, deadline)
            .await?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn id(number: u8) -> Txid {
        format!("{number:064x}").parse().expect("a txid")
    }

    fn node(number: u8, replaces: &[Value]) -> Value {
        json!({ "tx": { "txid": id(number) }, "time": 1, "fullRbf": false, "replaces": replaces })
    }

    #[test]
    fn only_later_transactions_of_the_same_branch_are_replacements() {
        let tree = node(1, &[node(2, &[]), node(3, &[node(4, &[]), node(5, &[])])]);
        let tree: Node = serde_json::from_value(tree).expect("a tree");
        for (number, expected) in [(1, vec![]), (2, vec![1]), (3, vec![1]), (5, vec![1, 3]), (6, vec![])] {
            let expected: Vec<_> = expected.into_iter().map(id).collect();
            assert_eq!(tree.replacements_of(id(number)), expected, "{number}");
        }
    }
}
