//! `blockchain.transaction.get`, for transactions that the server has named itself.
//!
//! What a transaction spends and pays never changes, so it is kept: histories ask for the same ones again and again.

use super::client::Client;
use super::message::{Answer, Request};
use lru::LruCache;
use serde_json::json;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use wallet_btc_like::{ParentTransaction, Txid};
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::Failure;

/// Memory for what is kept of each upstream, in bytes.
const KEPT: usize = 8_000_000;

/// Transactions by their ids.
pub(super) type Found = HashMap<Txid, Arc<ParentTransaction>>;

/// The transactions of one upstream.
#[derive(Debug)]
pub(super) struct Transactions {
    kept: Mutex<Kept>,
}

#[derive(Debug)]
struct Kept {
    by_id: LruCache<Txid, Arc<ParentTransaction>>,
    /// About as many bytes as `by_id` takes.
    size: usize,
}

impl Transactions {
    /// None yet.
    pub(super) fn new() -> Self {
        Self {
            kept: Mutex::new(Kept {
                by_id: LruCache::unbounded(),
                size: 0,
            }),
        }
    }

    /// These transactions: the ones that are not kept are asked for at once. Each is what its id says.
    pub(super) async fn get(
        &self,
        client: &Client,
        txids: impl IntoIterator<Item = Txid>,
        deadline: Deadline,
    ) -> Result<Found, Failure> {
        let (mut found, missing) = self.kept(txids);
        let requests: Vec<_> = missing.iter().map(|txid| ask(*txid)).collect();
        let answers = client.ask_all(&requests, deadline).await?;
        for (txid, answer) in missing.into_iter().zip(answers) {
            let transaction = Arc::new(read(txid, answer)?);
            self.keep(txid, &transaction);
            found.insert(txid, transaction);
        }
        Ok(found)
    }

    fn kept(&self, txids: impl IntoIterator<Item = Txid>) -> (Found, Vec<Txid>) {
        let mut kept = self.lock();
        let mut found = Found::new();
        let mut missing = Vec::new();
        let distinct: HashSet<_> = txids.into_iter().collect();
        for txid in distinct {
            match kept.by_id.get(&txid) {
                Some(transaction) => drop(found.insert(txid, Arc::clone(transaction))),
                None => missing.push(txid),
            }
        }
        (found, missing)
    }

    fn keep(&self, txid: Txid, transaction: &Arc<ParentTransaction>) {
        let mut kept = self.lock();
        kept.size += size(transaction);
        if let Some((_, replaced)) = kept.by_id.push(txid, Arc::clone(transaction)) {
            kept.size -= size(&replaced);
        }
        while kept.size > KEPT {
            let Some((_, oldest)) = kept.by_id.pop_lru() else {
                return;
            };
            kept.size -= size(&oldest);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// About how many bytes a transaction takes in memory.
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

/// Asks for a transaction's bytes.
pub(super) fn ask(txid: Txid) -> Request {
    Request::new("blockchain.transaction.get", json!([txid]))
}

/// Reads a transaction and holds it against its id. The server named it, so it must know it.
fn read(txid: Txid, answer: Answer) -> Result<ParentTransaction, Failure> {
    decode(txid, &answer.read::<String>()?)
}

/// The transaction in hex that was asked for.
pub(super) fn decode(txid: Txid, text: &str) -> Result<ParentTransaction, Failure> {
    let unusable = |problem: &dyn std::fmt::Display| Failure::unusable(format_args!("transaction {txid}: {problem}"));
    let bytes = hex::decode(text).map_err(|error| unusable(&error))?;
    ParentTransaction::decode(&bytes, txid).map_err(|error| unusable(&error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use wallet_btc_like::parse_txid;

    /// A transaction with one output of a script of so many bytes; `number` makes it another one.
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
    fn what_is_kept_takes_no_more_memory_than_its_share() {
        let transactions = Transactions::new();
        let all: Vec<_> = (0..100).map(|number| transaction(number, KEPT / 20)).collect();
        for (txid, transaction) in &all {
            transactions.keep(*txid, transaction);
            assert!(transactions.lock().size <= KEPT);
        }
        let (found, missing) = transactions.kept(all.iter().map(|(txid, _)| *txid));
        assert!((10..20).contains(&found.len()), "{}", found.len());
        assert_eq!(found.len() + missing.len(), all.len());
        assert!(found.contains_key(&all[99].0), "the newest is kept");
        // Kept twice is kept once.
        let before = transactions.lock().size;
        transactions.keep(all[99].0, &all[99].1);
        assert_eq!(transactions.lock().size, before);
    }

    #[test]
    fn one_that_is_too_large_is_not_kept() {
        let transactions = Transactions::new();
        let (txid, large) = transaction(0, KEPT);
        transactions.keep(txid, &large);
        assert_eq!(transactions.lock().by_id.len(), 0);
        assert_eq!(transactions.lock().size, 0);
    }
}
