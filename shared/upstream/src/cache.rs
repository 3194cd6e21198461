//! Bounded caches: first-seen times of pending transactions, and responses that never change.

use lru::LruCache;
use std::hash::Hash;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};
use wallet_core::ports::system::Clock;

/// Maximum number of cached transactions.
const MAX_TRANSACTIONS: usize = 10_000;

/// Cache of the times at which pending transactions were first requested, for protocols without such times of the
/// mempool. All upstreams share the cache, so that their results
/// are consistent.
pub struct FirstSeen<Id> {
    clock: Arc<dyn Clock>,
    times: Mutex<LruCache<Id, u64>>,
}

impl<Id: Hash + Eq> FirstSeen<Id> {
    /// Creates an empty cache over this clock.
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self {
            clock,
            // A cache with a capacity would allocate everything now, at the start of every function.
            times: Mutex::new(LruCache::unbounded()),
        }
    }

    /// Returns the time at which this transaction was first requested, in Unix seconds.
    pub fn time(&self, txid: Id) -> u64 {
        let mut times = self.times.lock().unwrap_or_else(PoisonError::into_inner);
        let time = *times.get_or_insert(txid, || self.clock.now().as_secs());
        if times.len() > MAX_TRANSACTIONS {
            times.pop_lru();
        }
        time
    }
}

/// Maximum number of responses.
const MAX_RESPONSES: NonZeroUsize = NonZeroUsize::new(2_000).expect("more than none");

/// Cache of one kind of response that never changes, such as the effects of a transaction in a block, by the hash of
/// its subject.
#[derive(Debug)]
pub struct ImmutableCache<Id: Hash + Eq, T>(Mutex<LruCache<Id, T>>);

impl<Id: Hash + Eq, T: Clone> Default for ImmutableCache<Id, T> {
    /// Returns an empty cache.
    fn default() -> Self {
        Self(Mutex::new(LruCache::new(MAX_RESPONSES)))
    }
}

impl<Id: Hash + Eq, T: Clone> ImmutableCache<Id, T> {
    /// Returns the response about a subject, if cached.
    pub fn get(&self, id: &Id) -> Option<T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
    }

    /// Caches a response. The least recently used response is dropped if the cache is full.
    pub fn put(&self, id: Id, response: T) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).put(id, response);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};
    use wallet_core::ports::system::Timestamp;

    /// Clock that advances by a second with each reading.
    struct Ticking(AtomicU64);

    impl Clock for Ticking {
        fn now(&self) -> Timestamp {
            Timestamp::from_secs(self.0.fetch_add(1, Ordering::Relaxed))
        }
    }

    fn txid(number: usize) -> usize {
        number
    }

    #[test]
    fn first_time_is_kept() {
        let seen = FirstSeen::new(Arc::new(Ticking(AtomicU64::new(1_700_000_000))));
        assert_eq!(seen.time(txid(1)), 1_700_000_000);
        assert_eq!(seen.time(txid(2)), 1_700_000_001);
        assert_eq!(seen.time(txid(1)), 1_700_000_000);
    }

    #[test]
    fn cache_size_is_limited() {
        let seen = FirstSeen::new(Arc::new(Ticking(AtomicU64::new(0))));
        for number in 0..=MAX_TRANSACTIONS {
            seen.time(txid(number));
        }
        assert_eq!(seen.times.lock().unwrap().len(), MAX_TRANSACTIONS);
        assert!(seen.time(txid(0)) > 0, "the oldest entry was evicted");
    }

    #[test]
    fn size_is_limited_and_the_latest_are_kept() {
        let cache = ImmutableCache::default();
        for number in 0..=MAX_RESPONSES.get() {
            cache.put(number, number);
        }
        assert_eq!(
            (cache.get(&0), cache.get(&MAX_RESPONSES.get())),
            (None, Some(MAX_RESPONSES.get()))
        );
    }
}
