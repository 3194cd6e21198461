//! Transactions by their id (`blockchain.transaction.get`): bytes, status and spenders.
//!
//! The inputs and outputs of a transaction never change, so they are cached: histories request the same transactions
//! repeatedly.
//!
//! Only some servers report the block of a transaction, but all of them report the history of a script. For a status,
//! the transaction is therefore searched in the history of an output: first the bytes, then the history, then the time
//! of the block. The candidates for the spender of an output are in the history of the spent script.

use super::client::Client;
use super::head::Tip;
use super::histories::{self, History, HistoryRow};
use super::message::{Request, RpcResponse};
use super::{Electrum, head};
use crate::memory::SizedCache;
use crate::source::TransactionSource;
use async_trait::async_trait;
use serde_json::json;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use wallet_btc_like::{OutPoint, ParentError, ParentTransaction, TransactionStatus, Txid};
use wallet_upstream::{Deadline, Failure, Lane, Topic};

/// Cache size per upstream in bytes.
const CACHE_SIZE: usize = 8_000_000;

pub(super) type Found = HashMap<Txid, Arc<ParentTransaction>>;

/// Transaction cache of an upstream.
#[derive(Debug)]
pub(super) struct Transactions {
    cached: SizedCache<Txid, Arc<ParentTransaction>>,
}

impl Transactions {
    /// Creates an empty cache.
    pub(super) fn new() -> Self {
        Self {
            cached: SizedCache::new(CACHE_SIZE),
        }
    }

    /// Returns the transactions and requests missing transactions in a batch. Each transaction is checked
    /// against the id.
    pub(super) async fn get(
        &self,
        client: &Client,
        txids: impl IntoIterator<Item = Txid>,
        deadline: Deadline,
    ) -> Result<Found, Failure> {
        let (found, unreadable) = self.request(client, txids, read, deadline).await?;
        match unreadable.first() {
            Some(txid) => Err(Failure::unusable(format_args!("transaction {txid} is unreadable"))),
            None => Ok(found),
        }
    }

    /// Returns the transactions as [`Self::get`] does, without transactions in an unknown format.
    pub(super) async fn get_readable(
        &self,
        client: &Client,
        txids: impl IntoIterator<Item = Txid>,
        deadline: Deadline,
    ) -> Result<Found, Failure> {
        self.request(client, txids, read, deadline)
            .await
            .map(|(found, _)| found)
    }

    /// Returns the transactions as [`Self::get_readable`] does, without transactions that the server does not know.
    pub(super) async fn get_known(
        &self,
        client: &Client,
        txids: impl IntoIterator<Item = Txid>,
        deadline: Deadline,
    ) -> Result<Found, Failure> {
        let read = |txid, response| text(response)?.map_or(Ok(None), |text| decode(txid, &text));
        self.request(client, txids, read, deadline)
            .await
            .map(|(found, _)| found)
    }

    /// Returns the readable transactions, and the ids of the rest.
    async fn request(
        &self,
        client: &Client,
        txids: impl IntoIterator<Item = Txid>,
        read: impl Fn(Txid, RpcResponse) -> Result<Option<ParentTransaction>, Failure>,
        deadline: Deadline,
    ) -> Result<(Found, Vec<Txid>), Failure> {
        let (mut found, missing) = self.cached(txids);
        let requests: Vec<_> = missing.iter().map(|txid| request(*txid)).collect();
        let responses = client.call_all(&requests, deadline).await?;
        let mut unreadable = Vec::new();
        for (txid, response) in missing.into_iter().zip(responses) {
            match read(txid, response)? {
                Some(transaction) => {
                    let transaction = Arc::new(transaction);
                    self.cached.put(txid, Arc::clone(&transaction), size(&transaction));
                    found.insert(txid, transaction);
                }
                None => unreadable.push(txid),
            }
        }
        Ok((found, unreadable))
    }

    fn cached(&self, txids: impl IntoIterator<Item = Txid>) -> (Found, Vec<Txid>) {
        let mut found = Found::new();
        let mut missing = Vec::new();
        let distinct: HashSet<_> = txids.into_iter().collect();
        for txid in distinct {
            match self.cached.get(&txid) {
                Some(transaction) => drop(found.insert(txid, transaction)),
                None => missing.push(txid),
            }
        }
        (found, missing)
    }
}

/// Returns the approximate memory of a transaction in bytes.
fn size(transaction: &ParentTransaction) -> usize {
    const TRANSACTION: usize = 200;
    const OUTPUT: usize = 56;
    let scripts: usize = transaction
        .outputs()
        .iter()
        .map(|output| output.script.len() + OUTPUT)
        .sum();
    TRANSACTION + size_of_val(transaction.inputs()) + scripts
}

/// Creates the request for a transaction's bytes.
pub(super) fn request(txid: Txid) -> Request {
    Request::new("blockchain.transaction.get", json!([txid]))
}

/// Decodes a transaction and checks the id; `None` if the format is unknown. The server listed this transaction, so it
/// must know it.
fn read(txid: Txid, response: RpcResponse) -> Result<Option<ParentTransaction>, Failure> {
    decode(txid, &response.read::<String>()?)
}

/// Decodes the requested transaction from hex; `None` if the format is unknown.
pub(super) fn decode(txid: Txid, text: &str) -> Result<Option<ParentTransaction>, Failure> {
    let unusable = |problem: &dyn std::fmt::Display| Failure::unusable(format_args!("transaction {txid}: {problem}"));
    let bytes = hex::decode(text).map_err(|error| unusable(&error))?;
    match ParentTransaction::decode(&bytes, txid) {
        Ok(transaction) => Ok(Some(transaction)),
        Err(ParentError::Malformed) => Ok(None),
        Err(error @ ParentError::TxidMismatch) => Err(unusable(&error)),
    }
}

/// Returns the hex of a transaction, `None` if the error states that no such transaction exists.
pub(super) fn text(response: RpcResponse) -> Result<Option<String>, Failure> {
    match response.result()? {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.is_unknown_transaction() => Ok(None),
        Err(error) => Err(error.failure()),
    }
}

/// Maximum number of scripts to query if the history of the first exceeds the server's limit.
const MAX_SCRIPTS: usize = 10;

/// First byte of unspendable scripts, which servers do not index.
const OP_RETURN: u8 = 0x6a;

#[async_trait]
impl TransactionSource for Electrum {
    async fn raw_transaction(&self, txid: Txid, lane: Lane, deadline: Deadline) -> Result<Option<Vec<u8>>, Failure> {
        let deadline = self.client.attempt(deadline);
        let client = self.client.in_lane(lane);
        let [response] = client.call([request(txid)], deadline).await?;
        let Some(text) = text(response)? else { return Ok(None) };
        let bytes = hex::decode(text);
        bytes
            .map(Some)
            .map_err(|error| Failure::unusable(format_args!("hex of a transaction: {error}")))
    }

    async fn transaction_status(
        &self,
        txid: Txid,
        lane: Lane,
        deadline: Deadline,
    ) -> Result<Option<TransactionStatus>, Failure> {
        let deadline = self.client.attempt(deadline);
        let client = &self.client.in_lane(lane);
        let requests = [request(txid), head::tip_request()];
        let [transaction, tip] = client.call(requests, deadline).await?;
        let Some(text) = text(transaction)? else {
            return Ok(None);
        };
        let transaction =
            decode(txid, &text)?.ok_or_else(|| Failure::unusable(format_args!("transaction {txid} is unreadable")))?;
        let tip = head::read_tip(tip)?;
        let scripts = self.scripts(client, &transaction, deadline).await?;
        let history = self.shortest_history(client, &scripts, deadline).await?;
        status_of(client, txid, &history.rows, tip, deadline).await.map(Some)
    }

    /// Returns the latest transactions in blocks that may spend an output: later transactions of the script.
    async fn spenders(&self, outpoint: OutPoint, deadline: Deadline) -> Result<Vec<Txid>, Failure> {
        let deadline = self.client.attempt(deadline);
        let client = self.client.in_lane(Lane::Optional(Topic::Spenders));
        let found = self.transactions.get(&client, [outpoint.txid], deadline).await?;
        let Some(output) = found
            .get(&outpoint.txid)
            .and_then(|parent| parent.output(outpoint.vout))
        else {
            return Ok(Vec::new());
        };
        let history = self.histories.get(&client, &output.script, deadline).await?;
        let later = history.rows.iter().take_while(|(txid, _)| *txid != outpoint.txid);
        let in_blocks = later.filter(|(_, block)| block.is_some());
        Ok(in_blocks.map(|(txid, _)| *txid).take(MAX_CANDIDATES).collect())
    }
}

impl Electrum {
    /// Returns scripts whose histories contain the transaction. The last output comes first: in our
    /// transactions the last output is the change, while the recipient may have a long history.
    async fn scripts(
        &self,
        client: &Client,
        transaction: &ParentTransaction,
        deadline: Deadline,
    ) -> Result<Vec<Vec<u8>>, Failure> {
        let outputs = transaction.outputs().iter().rev();
        let indexed = outputs.filter(|output| !output.carries_token && output.script.first() != Some(&OP_RETURN));
        let mut scripts: Vec<_> = indexed.map(|output| output.script.clone()).take(MAX_SCRIPTS).collect();
        let spent = transaction.inputs().first().filter(|_| !transaction.is_coinbase());
        if let (true, Some(spent)) = (scripts.is_empty(), spent) {
            let found = self.transactions.get(client, [spent.txid], deadline).await?;
            let output = found.get(&spent.txid).and_then(|parent| parent.output(spent.vout));
            scripts.extend(output.map(|output| output.script.clone()));
        }
        scripts.dedup();
        Ok(scripts)
    }

    /// Returns the history of the first script, or of a later script if the server declines the first.
    async fn shortest_history(
        &self,
        client: &Client,
        scripts: &[Vec<u8>],
        deadline: Deadline,
    ) -> Result<Arc<History>, Failure> {
        let (first, others) = scripts.split_first().ok_or_else(|| Failure::Declined {
            cause: "a transaction without an indexed script".to_owned(),
        })?;
        let mut history = self.histories.get(client, first, deadline).await;
        if matches!(history, Err(Failure::Declined { .. })) {
            let requests: Vec<_> = others.iter().map(|script| histories::history_request(script)).collect();
            let responses = client.call_all(&requests, deadline).await?;
            let mut available = responses
                .into_iter()
                .filter_map(|response| histories::read(response).ok());
            history = available.next().map_or(history, |found| Ok(Arc::new(found)));
        }
        history
    }
}

async fn status_of(
    client: &Client,
    txid: Txid,
    history: &[HistoryRow],
    tip: Tip,
    deadline: Deadline,
) -> Result<TransactionStatus, Failure> {
    let row = history.iter().find(|(listed, _)| *listed == txid);
    // The node knows the transaction. Until indexed, the transaction counts as unconfirmed.
    let Some(block) = row.and_then(|(_, block)| *block) else {
        return Ok(TransactionStatus::Pending { first_seen: 0 });
    };
    let tip = tip.not_below(block)?;
    let [header] = client.call([head::header_request(block)], deadline).await?;
    Ok(TransactionStatus::Confirmed {
        block,
        confirmations: tip - block + 1,
        time: head::read_time(header)?,
    })
}

/// Maximum number of candidates for the spender of an output, each of which costs requests to check.
const MAX_CANDIDATES: usize = 3;

#[cfg(test)]
mod tests {
    use super::*;
    use sha2::{Digest, Sha256};
    use wallet_btc_like::parse_txid;

    /// Builds a transaction with a single output with a script of `script` bytes.
    fn transaction(script: u32) -> ParentTransaction {
        let input = [[0_u8; 36].as_slice(), &[0], &[0xff; 4]].concat();
        let length = script.to_le_bytes();
        let bytes = vec![0x51; script as usize];
        let output = [&[1, 0, 0, 0, 0, 0, 0, 0, 0xfe], length.as_slice(), &bytes].concat();
        let bytes = [&[1, 0, 0, 0, 1], input.as_slice(), &[1], &output, &[0; 4]].concat();
        let mut hash = Sha256::digest(Sha256::digest(&bytes));
        hash.reverse();
        ParentTransaction::decode(&bytes, parse_txid(&hex::encode(hash)).unwrap()).unwrap()
    }

    #[test]
    fn size_in_the_cache_includes_the_scripts() {
        assert_eq!(size(&transaction(70_000)) - size(&transaction(10)), 69_990);
        assert!(size(&transaction(0)) > 200);
    }
}
