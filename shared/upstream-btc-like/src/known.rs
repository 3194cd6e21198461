//! Outputs and inputs that this process knows: outputs that were checked against the ids of their transactions, and the
//! inputs of sent transactions, to recognise a replaced transaction after every node has dropped it
//! (docs/decisions/upstreams.md#status-of-replaced-transactions).

use lru::LruCache;
use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};
use wallet_btc_like::{Chain, OutPoint, Params, SignedTransaction, Txid, VerifiedOutput, VerifiedOutputs};
use wallet_core::model::Network;

/// Maximum number of cached outputs of all chains: about 200 bytes each, 4 MB in all; tokens add up to 150 bytes.
const MAX_OUTPUTS: NonZeroUsize = NonZeroUsize::new(20_000).expect("more than none");

/// Item of one chain and network.
type Key<T> = (Chain, Network, T);

/// Verified outputs of all chains and networks in this process. They never change, so an entry is evicted only for
/// memory.
pub(crate) struct OutputCache {
    outputs: Mutex<LruCache<Key<OutPoint>, VerifiedOutput>>,
}

impl OutputCache {
    /// Creates an empty cache.
    pub(crate) fn new() -> Self {
        Self {
            outputs: Mutex::new(LruCache::new(MAX_OUTPUTS)),
        }
    }

    /// Returns the outputs that are cached.
    pub(crate) fn get(&self, params: &Params, outpoints: &[OutPoint]) -> VerifiedOutputs {
        let mut cached = self.lock();
        let found = outpoints.iter().filter_map(|outpoint| {
            let output = cached.get(&key(params, *outpoint))?;
            Some((*outpoint, Some(output.clone())))
        });
        found.collect()
    }

    /// Caches the outputs. Outputs that do not exist are not cached: their number is unlimited.
    pub(crate) fn put(&self, params: &Params, outputs: &VerifiedOutputs) {
        let mut cached = self.lock();
        for (outpoint, output) in outputs {
            if let Some(output) = output {
                cached.put(key(params, *outpoint), output.clone());
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, LruCache<Key<OutPoint>, VerifiedOutput>> {
        self.outputs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn key<T>(params: &Params, item: T) -> Key<T> {
    (params.chain, params.network, item)
}

/// Maximum number of transactions: about 300 bytes each, 3 MB in all.
const MAX_SENT: NonZeroUsize = NonZeroUsize::new(10_000).expect("more than none");

/// Maximum number of inputs of a transaction that are searched for a second spender.
pub(crate) const MAX_INPUTS: usize = 5;

pub(crate) struct SentInputs(Mutex<LruCache<Key<Txid>, Vec<OutPoint>>>);

impl SentInputs {
    /// Creates an empty memory.
    pub(crate) fn new() -> Self {
        Self(Mutex::new(LruCache::new(MAX_SENT)))
    }

    pub(crate) fn put(&self, params: &Params, transaction: &SignedTransaction) {
        let inputs = transaction.outpoints().take(MAX_INPUTS).collect();
        let mut sent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        sent.put(key(params, transaction.txid()), inputs);
    }

    /// Returns the first inputs of a transaction, none if unknown.
    pub(crate) fn get(&self, params: &Params, txid: Txid) -> Vec<OutPoint> {
        let mut sent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        sent.get(&key(params, txid)).cloned().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wallet_btc_like::ParentTransaction;

    fn params(chain: Chain) -> &'static Params {
        Params::of(chain, Network::Livenet).unwrap()
    }

    /// The genesis transaction of btc, with a single output.
    fn genesis() -> (Txid, ParentTransaction) {
        let text = "01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d65\
                    732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f72206261\
                    6e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38\
                    c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000";
        let txid = "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b";
        let txid = txid.parse().unwrap();
        let transaction = ParentTransaction::decode(&hex::decode(text).unwrap(), txid).unwrap();
        (txid, transaction)
    }

    #[test]
    fn only_existing_outputs_of_the_same_chain_are_cached() {
        let (txid, transaction) = genesis();
        let cache = OutputCache::new();
        cache.put(params(Chain::Btc), &transaction.verified_outputs(txid, &[0, 1]));
        let outpoints = [OutPoint::new(txid, 0), OutPoint::new(txid, 1)];
        let found = cache.get(params(Chain::Btc), &outpoints);
        assert_eq!(found, transaction.verified_outputs(txid, &[0]));
        assert_eq!(
            found[&outpoints[0]].as_ref().map(|output| output.value),
            Some(5_000_000_000)
        );
        assert!(cache.get(params(Chain::Bch), &outpoints).is_empty());
    }

    #[test]
    fn cache_size_is_limited() {
        let (txid, transaction) = genesis();
        let output = transaction.verified_outputs(txid, &[0])[&OutPoint::new(txid, 0)].clone();
        let cache = OutputCache::new();
        for vout in 0..=20_000 {
            let outputs = VerifiedOutputs::from([(OutPoint::new(txid, vout), output.clone())]);
            cache.put(params(Chain::Btc), &outputs);
        }
        assert_eq!(cache.lock().len(), MAX_OUTPUTS.get());
        assert!(cache.get(params(Chain::Btc), &[OutPoint::new(txid, 0)]).is_empty());
        assert_eq!(cache.get(params(Chain::Btc), &[OutPoint::new(txid, 20_000)]).len(), 1);
    }
}
