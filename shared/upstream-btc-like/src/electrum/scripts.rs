//! Blocks and pending transactions of watched scripts, for notifications. The protocol has no blocks: the transactions of a block
//! that concern the scripts are in the histories of the scripts.
//!
//! Nothing that the server states about a block is used unverified: the headers are linked and end in a block that the caller knows, each
//! transaction is decoded and hashed here, and a Merkle branch proves the block. A server can only leave transactions
//! out. The server has shown the last block before the statuses are requested, so that the histories include the block.

use super::client::Client;
use super::head;
use super::histories::{History, HistoryRow};
use super::message::Request;
use super::{Electrum, statuses::Latest};
use serde::Deserialize;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use wallet_btc_like::history::{Entry, Position};
use wallet_btc_like::ports::{ScriptBlock, ScriptQuery};
use wallet_btc_like::{BlockHeader, BlockId, ParentTransaction, Txid};
use wallet_upstream::{Deadline, Failure};

/// Maximum number of transactions of a reading of several blocks: later blocks are left to the next reading.
const MAX_TRANSACTIONS: usize = 500;

/// Maximum number of transactions of a block: more than fit in a block of any of the chains is false.
const MAX_OF_BLOCK: usize = 200_000;

/// Maximum number of pending transactions of a reading.
const MAX_PENDING: usize = 500;

/// Number of transactions that are requested with their parents at once.
const PAGE: usize = 100;

/// First byte of unspendable scripts, which servers do not index.
const OP_RETURN: u8 = 0x6a;

/// Proof that a block contains a transaction.
#[derive(Deserialize)]
struct Branch {
    /// Hashes of the Merkle tree, in the form of transaction ids.
    merkle: Vec<Txid>,
    /// Position in the block.
    pos: u64,
}

impl Electrum {
    /// Returns the blocks from a height to the last block, with the transactions that concern a query.
    pub(super) async fn read_blocks(
        &self,
        client: &Client,
        (first, last): (u32, BlockId),
        query: &ScriptQuery,
        deadline: Deadline,
    ) -> Result<Vec<ScriptBlock>, Failure> {
        let headers = headers(client, first, last, deadline).await?;
        let latest = self.latest(client, query, first, deadline).await?;
        let mut of_heights: BTreeMap<u32, BTreeSet<Txid>> = BTreeMap::new();
        for (txid, height) in latest.iter().flat_map(|latest| latest.in_blocks()) {
            if let Some(height) = height.filter(|height| (first..=last.height).contains(height)) {
                of_heights.entry(height).or_default().insert(*txid);
            }
        }
        let mut blocks = Vec::with_capacity(headers.len());
        let mut listed = Vec::new();
        for (height, header) in (first..).zip(headers) {
            let txids = of_heights.remove(&height).unwrap_or_default();
            if listed.len() + txids.len() > MAX_TRANSACTIONS && !blocks.is_empty() {
                break;
            }
            if txids.len() > MAX_OF_BLOCK {
                return Err(Failure::unusable(format_args!(
                    "{} transactions of a block",
                    txids.len()
                )));
            }
            listed.extend(txids.into_iter().map(|txid| (txid, height)));
            blocks.push((height, header));
        }
        let rows = in_blocks(client, &blocks, listed, deadline).await?;
        let mut entries = self.entries(client, &rows, deadline).await?.into_iter().peekable();
        let blocks = blocks.into_iter().map(|(height, header)| ScriptBlock {
            id: BlockId {
                height,
                hash: header.hash,
            },
            parent: header.parent,
            time: header.time,
            entries: std::iter::from_fn(|| entries.next_if(|entry| entry.height == Some(height))).collect(),
        });
        Ok(blocks.collect())
    }

    /// Returns the readable pending transactions that concern a query.
    pub(super) async fn read_pending(
        &self,
        client: &Client,
        query: &ScriptQuery,
        deadline: Deadline,
    ) -> Result<Vec<Entry>, Failure> {
        let latest = self.latest(client, query, u32::MAX, deadline).await?;
        let mut known = HashSet::new();
        let pending = latest.iter().flat_map(|latest| latest.pending());
        let pending = pending.filter(|(txid, _)| known.insert(*txid));
        let rows: Vec<_> = pending.take(MAX_PENDING).copied().collect();
        self.entries(client, &rows, deadline).await
    }

    /// Returns the latest transactions of the scripts of a query, complete from a height on.
    async fn latest(
        &self,
        client: &Client,
        query: &ScriptQuery,
        from: u32,
        deadline: Deadline,
    ) -> Result<Vec<Arc<Latest>>, Failure> {
        let scripts = self.scripts_of(client, query, deadline).await?;
        let latest = self.statuses.read(client, &scripts, from, deadline).await?;
        Ok(latest.into_iter().flatten().collect())
    }

    /// Returns the scripts whose histories have the transactions that concern a query. An output or a transaction that the server
    /// does not know has none.
    async fn scripts_of(
        &self,
        client: &Client,
        query: &ScriptQuery,
        deadline: Deadline,
    ) -> Result<Vec<Vec<u8>>, Failure> {
        let spent = query.outpoints.iter().map(|outpoint| outpoint.txid);
        let txids = spent.chain(query.txids.iter().copied());
        let found = self.transactions.get_known(client, txids, deadline).await?;
        let of_outpoints = query.outpoints.iter().filter_map(|outpoint| {
            let output = found.get(&outpoint.txid)?.output(outpoint.vout)?;
            Some(output.locking_script().to_bytes())
        });
        let of_transactions = query.txids.iter().filter_map(|txid| indexed_script(found.get(txid)?));
        let watched = query.scripts.iter().map(|script| script.to_bytes());
        let scripts: BTreeSet<_> = watched.chain(of_outpoints).chain(of_transactions).collect();
        Ok(scripts.into_iter().collect())
    }

    /// Returns the entries of rows in their order, without unreadable transactions.
    async fn entries(&self, client: &Client, rows: &[HistoryRow], deadline: Deadline) -> Result<Vec<Entry>, Failure> {
        let mut entries = Vec::with_capacity(rows.len());
        for chunk in rows.chunks(PAGE) {
            let history = History::of(chunk.to_vec(), false);
            let mut page = self.page(client, &history, Position::default(), PAGE, deadline).await?;
            if page.next.is_some() {
                // The transactions spend too many others for a page.
                page.entries.clear();
                for row in chunk {
                    let history = History::of(vec![*row], false);
                    let single = self.page(client, &history, Position::default(), 1, deadline).await?;
                    page.entries.extend(single.entries);
                }
            }
            if page.entries.len() < chunk.len() {
                let unreadable = chunk.len() - page.entries.len();
                tracing::warn!(
                    unreadable,
                    "transactions of watched scripts or their parents are unreadable"
                );
            }
            entries.extend(page.entries);
        }
        Ok(entries)
    }
}

/// Returns the headers of the blocks from a height to the last block, each the child of the one before.
async fn headers(client: &Client, first: u32, last: BlockId, deadline: Deadline) -> Result<Vec<BlockHeader>, Failure> {
    let requests: Vec<_> = (first..=last.height).map(head::header_request).collect();
    let mut headers: Vec<BlockHeader> = Vec::with_capacity(requests.len());
    for response in client.call_all(&requests, deadline).await? {
        let header = head::header(&response.read::<String>()?)?;
        if headers.last().is_some_and(|parent| parent.hash != header.parent) {
            return Err(Failure::unusable("headers that are not a chain"));
        }
        headers.push(header);
    }
    // The server has a different branch of the chain.
    if headers.last().is_none_or(|header| header.hash != last.hash) {
        return Err(Failure::Lagging {
            cause: format!("no block {}", last.hash),
        });
    }
    Ok(headers)
}

/// Returns the transactions, with their heights, in the order of the blocks, whose headers prove to contain each of them.
async fn in_blocks(
    client: &Client,
    blocks: &[(u32, BlockHeader)],
    listed: Vec<(Txid, u32)>,
    deadline: Deadline,
) -> Result<Vec<HistoryRow>, Failure> {
    let headers: HashMap<u32, BlockHeader> = blocks.iter().copied().collect();
    let request =
        |(txid, height): &(Txid, u32)| Request::new("blockchain.transaction.get_merkle", json!([txid, height]));
    let requests: Vec<_> = listed.iter().map(request).collect();
    let responses = client.call_all(&requests, deadline).await?;
    let mut rows = BTreeMap::new();
    for ((txid, height), response) in listed.into_iter().zip(responses) {
        let Branch { merkle, pos } = response.read()?;
        let header = headers.get(&height);
        if !header.is_some_and(|header| header.has_transaction(txid, pos, &merkle)) {
            return Err(Failure::unusable(format_args!(
                "no proof of transaction {txid} in the block at height {height}"
            )));
        }
        rows.insert((height, pos), (txid, Some(height)));
    }
    Ok(rows.into_values().collect())
}

/// Returns the script of an output whose history has the transaction.
fn indexed_script(transaction: &ParentTransaction) -> Option<Vec<u8>> {
    let mut outputs = transaction.outputs().iter().rev();
    let indexed = outputs.find(|output| !output.carries_token && output.script.first() != Some(&OP_RETURN));
    indexed.map(|output| output.script.clone())
}
