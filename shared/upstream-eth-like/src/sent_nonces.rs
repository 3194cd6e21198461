//! Senders and nonces of the transactions that this process has sent, by which a replaced one is recognised after every node
//! has dropped it (docs/decisions/upstreams.md#status-of-replaced-transactions).

use lru::LruCache;
use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};
use wallet_eth_like::{Hash, Params, SenderNonce};

/// Maximum number of transactions: about 200 bytes each, 2 MB in all.
const CAPACITY: NonZeroUsize = NonZeroUsize::new(10_000).expect("more than none");

/// Sender and nonce by transaction.
pub(crate) struct SentNonces(Mutex<LruCache<(Params, Hash), SenderNonce>>);

impl SentNonces {
    /// Creates an empty memory.
    pub(crate) fn new() -> Self {
        Self(Mutex::new(LruCache::new(CAPACITY)))
    }

    /// Adds a transaction.
    pub(crate) fn put(&self, params: Params, hash: Hash, sent: SenderNonce) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.put((params, hash), sent);
    }

    /// Returns sender and nonce of a transaction, `None` if it is unknown.
    pub(crate) fn get(&self, params: Params, hash: Hash) -> Option<SenderNonce> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(&(params, hash)).copied()
    }
}
