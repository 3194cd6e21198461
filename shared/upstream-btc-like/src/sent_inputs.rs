//! Inputs of the transactions that this process has sent, by which a replaced one is recognised after every node has dropped
//! it (docs/decisions/upstreams.md#status-of-replaced-transactions).

use lru::LruCache;
use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};
use wallet_btc_like::{Chain, OutPoint, Params, SignedTransaction, Txid};
use wallet_core::model::Network;

/// Maximum number of transactions: about 300 bytes each, 3 MB in all.
const CAPACITY: NonZeroUsize = NonZeroUsize::new(10_000).expect("more than none");

/// Maximum number of inputs of a transaction that are searched for another spender.
pub(crate) const MAX_INPUTS: usize = 5;

type Key = (Chain, Network, Txid);

/// Inputs by transaction.
pub(crate) struct SentInputs(Mutex<LruCache<Key, Vec<OutPoint>>>);

impl SentInputs {
    /// Creates an empty memory.
    pub(crate) fn new() -> Self {
        Self(Mutex::new(LruCache::new(CAPACITY)))
    }

    /// Adds a transaction.
    pub(crate) fn put(&self, params: &Params, transaction: &SignedTransaction) {
        let inputs = transaction.outpoints().take(MAX_INPUTS).collect();
        let mut sent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        sent.put(key(params, transaction.txid()), inputs);
    }

    /// Returns the first inputs of a transaction, none if it is unknown.
    pub(crate) fn get(&self, params: &Params, txid: Txid) -> Vec<OutPoint> {
        let mut sent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        sent.get(&key(params, txid)).cloned().unwrap_or_default()
    }
}

fn key(params: &Params, txid: Txid) -> Key {
    (params.chain, params.network, txid)
}
