//! `blockchain.transaction.get`, for transactions named by the server itself.
//!
//! The inputs and outputs of a transaction never change, so they are cached: histories request the same
//! transactions repeatedly.

use super::client::Client;
use super::message::{Request, RpcResponse};
use crate::sized_cache::SizedCache;
use serde_json::json;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
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
    cached: SizedCache<Txid, Arc<ParentTransaction>>,
}

impl Transactions {
    /// Creates an empty cache.
    pub(super) fn new() -> Self {
        Self {
            cached: SizedCache::new(CACHE_SIZE),
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
    use sha2::{Digest, Sha256};
    use wallet_btc_like::parse_txid;

    /// Builds a transaction with one output whose script has `script` bytes.
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
