//! `blockchain.transaction.get`, for transactions named by the server itself.
//!
//! The inputs and outputs of a transaction never change, so they are cached: histories request the same
//! transactions repeatedly.

use super::client::Client;
use super::message::{Request, RpcResponse};
use lru::LruCache;
use serde_json::json;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use wallet_btc_like::{ParentError, ParentTransaction, Txid};
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::Failure;

/// Cache size per upstream in bytes.
const CACHE_SIZE: usize = 8_000_000;

/// Transactions by id.
pub(super) type Found = HashMap<Txid, Arc<ParentTransaction>>;

/// Transaction cache of one upstream.
#[derive(Debug)]
pub(super) struct Transactions {
    cached: Mutex<Cache>,
}

#[derive(Debug)]
struct Cache {
    by_id: LruCache<Txid, Arc<ParentTransaction>>,
    /// Approximate memory of `by_id` in bytes.
    size: usize,
}

impl Transactions {
    /// Creates an empty cache.
    pub(super) fn new() -> Self {
        Self {
            cached: Mutex::new(Cache {
                by_id: LruCache::unbounded(),
                size: 0,
            }),
        }
    }

    /// Returns these transactions and requests the missing ones in one batch. Each transaction is checked
    /// against its id.
    pub(super) async fn get(
        &self,
        client: &Client,
        txids: impl IntoIterator<Item = Txid>,
        deadline: Deadline,
    ) -> Result<Found, Failure> {
        let (found, unreadable) = self.request(client, txids, deadline).await?;
        match unreadable.first() {
            Some(txid) => Err(Failure::unusable(format_args!("transaction {txid} is unreadable"))),
            None => Ok(found),
        }
    }

    /// Returns these transactions as [`Self::get`] does, without those in a format that is not known.
    pub(super) async fn get_readable(
        &self,
        client: &Client,
        txids: impl IntoIterator<Item = Txid>,
        deadline: Deadline,
    ) -> Result<Found, Failure> {
        self.request(client, txids, deadline).await.map(|(found, _)| found)
    }

    /// Returns the readable ones of these transactions, and the ids of the others.
    async fn request(
        &self,
        client: &Client,
        txids: impl IntoIterator<Item = Txid>,
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
                    self.cache(txid, &transaction);
                    found.insert(txid, transaction);
                }
                None => unreadable.push(txid),
            }
        }
        Ok((found, unreadable))
    }

    fn cached(&self, txids: impl IntoIterator<Item = Txid>) -> (Found, Vec<Txid>) {
        let mut cached = self.lock();
        let mut found = Found::new();
        let mut missing = Vec::new();
        let distinct: HashSet<_> = txids.into_iter().collect();
        for txid in distinct {
            match cached.by_id.get(&txid) {
                Some(transaction) => drop(found.insert(txid, Arc::clone(transaction))),
                None => missing.push(txid),
            }
        }
        (found, missing)
    }

    fn cache(&self, txid: Txid, transaction: &Arc<ParentTransaction>) {
        let mut cached = self.lock();
        cached.size += size(transaction);
        if let Some((_, replaced)) = cached.by_id.push(txid, Arc::clone(transaction)) {
            cached.size -= size(&replaced);
        }
        while cached.size > CACHE_SIZE {
            let Some((_, oldest)) = cached.by_id.pop_lru() else {
                return;
            };
            cached.size -= size(&oldest);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Cache> {
        self.cached.lock().unwrap_or_else(PoisonError::into_inner)
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

/// Decodes a transaction and checks its id; `None` if its format is not known. The server named it, so it must
/// know it.
fn read(txid: Txid, response: RpcResponse) -> Result<Option<ParentTransaction>, Failure> {
    decode(txid, &response.read::<String>()?)
}

/// Decodes the requested transaction from hex; `None` if its format is not known.
pub(super) fn decode(txid: Txid, text: &str) -> Result<Option<ParentTransaction>, Failure> {
    let unusable = |problem: &dyn std::fmt::Display| Failure::unusable(format_args!("transaction {txid}: {problem}"));
    let bytes = hex::decode(text).map_err(|error| unusable(&error))?;
    match ParentTransaction::decode(&bytes, txid) {
        Ok(transaction) => Ok(Some(transaction)),
        Err(ParentError::Malformed) => Ok(None),
        Err(error @ ParentError::TxidMismatch) => Err(unusable(&error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wallet_btc_like::parse_txid;

    /// Builds a transaction with one output whose script has `script` bytes; `number` makes it unique.
    fn transaction(number: u32, script: usize) -> (Txid, Arc<ParentTransaction>) {
        let input = [[0_u8; 36].as_slice(), &[0], &[0xff; 4]].concat();
        let length = u32::try_from(script).unwrap().to_le_bytes();
        let output = [&[1, 0, 0, 0, 0, 0, 0, 0, 0xfe], length.as_slice(), &vec![0x51; script]].concat();
        let bytes = [&[1, 0, 0, 0, 1], input.as_slice(), &[1], &output, &number.to_le_bytes()].concat();
        let mut hash = sha2::Sha256::digest(sha2::Sha256::digest(&bytes));
        hash.reverse();
        let txid = parse_txid(&hex::encode(hash)).unwrap();
        (txid, Arc::new(ParentTransaction::decode(&bytes, txid).unwrap()))
    }

    use sha2::Digest;

    #[test]
    fn cache_stays_within_its_memory_limit() {
        let transactions = Transactions::new();
        let all: Vec<_> = (0..100).map(|number| transaction(number, CACHE_SIZE / 20)).collect();
        for (txid, transaction) in &all {
            transactions.cache(*txid, transaction);
            assert!(transactions.lock().size <= CACHE_SIZE);
        }
        let (found, missing) = transactions.cached(all.iter().map(|(txid, _)| *txid));
        assert!((10..20).contains(&found.len()), "{}", found.len());
        assert_eq!(found.len() + missing.len(), all.len());
        assert!(found.contains_key(&all[99].0), "the latest is cached");
        // Caching a transaction twice stores it once.
        let before = transactions.lock().size;
        transactions.cache(all[99].0, &all[99].1);
        assert_eq!(transactions.lock().size, before);
    }

    #[test]
    fn transaction_above_the_limit_is_not_cached() {
        let transactions = Transactions::new();
        let (txid, large) = transaction(0, CACHE_SIZE);
        transactions.cache(txid, &large);
        assert_eq!(transactions.lock().by_id.len(), 0);
        assert_eq!(transactions.lock().size, 0);
    }
}
