//! Memory limits: a cache with a limit in bytes, the budget for long responses, and the state that all upstreams share.

use lru::LruCache;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;
use wallet_btc_like::Txid;
use wallet_upstream::{FirstSeen, Limits};

/// Values by key. The least recently used values are evicted for memory.
#[derive(Debug)]
pub(crate) struct SizedCache<K: Hash + Eq, V> {
    limit: usize,
    state: Mutex<State<K, V>>,
}

#[derive(Debug)]
struct State<K: Hash + Eq, V> {
    /// Values with their sizes in bytes.
    values: LruCache<K, (V, usize)>,
    /// Sum of the sizes.
    size: usize,
}

impl<K: Hash + Eq, V: Clone> SizedCache<K, V> {
    /// Creates an empty cache of at most `limit` bytes.
    pub(crate) fn new(limit: usize) -> Self {
        Self {
            limit,
            state: Mutex::new(State {
                values: LruCache::unbounded(),
                size: 0,
            }),
        }
    }

    /// Returns the value of a key.
    pub(crate) fn get(&self, key: &K) -> Option<V> {
        self.state().values.get(key).map(|(value, _)| value.clone())
    }

    /// Caches a value of this size in bytes. A value above the limit is not cached.
    pub(crate) fn put(&self, key: K, value: V, size: usize) {
        let mut state = self.state();
        if let Some((_, (_, replaced))) = state.values.push(key, (value, size)) {
            state.size -= replaced;
        }
        state.size += size;
        while state.size > self.limit {
            let Some((_, (_, oldest))) = state.values.pop_lru() else {
                return;
            };
            state.size -= oldest;
        }
    }

    /// Removes the value of a key.
    pub(crate) fn remove(&self, key: &K) {
        let mut state = self.state();
        if let Some((_, size)) = state.values.pop(key) {
            state.size -= size;
        }
    }

    fn state(&self) -> MutexGuard<'_, State<K, V>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Size of the budget, as a multiple of the maximum size of a response over HTTP. A response is in memory twice while
/// it is parsed.
const FACTOR: usize = 6;

/// Size of a unit in bytes.
const UNIT: usize = 1024;

/// Maximum time for which a response waits for memory. Waiting responses get memory within less, once parsed responses
/// are released.
const WAIT: Duration = Duration::from_secs(1);

/// Memory for long responses of Electrum servers, which all connections of a process share: a history is one line of up
/// to 8 MB.
#[derive(Clone, Debug)]
pub(crate) struct MemoryBudget(Arc<Semaphore>);

/// Part of the budget that a response uses, until dropped.
#[derive(Debug, Default)]
pub(crate) struct Share(Option<OwnedSemaphorePermit>);

impl Share {
    /// Returns true without a part of the budget.
    pub(crate) const fn is_empty(&self) -> bool {
        self.0.is_none()
    }
}

impl MemoryBudget {
    /// Creates the budget for upstreams with the limits.
    pub(crate) fn of(limits: &Limits) -> Self {
        Self(Arc::new(Semaphore::new(
            limits.body.saturating_mul(FACTOR).div_ceil(UNIT),
        )))
    }

    /// Extends a share by this number of bytes. Returns false if the budget is used up.
    pub(crate) async fn extend(&self, share: &mut Share, bytes: usize) -> bool {
        let Ok(units) = u32::try_from(bytes.div_ceil(UNIT)) else {
            return false;
        };
        // The semaphore is never closed, so an error means that the wait timed out.
        let Ok(Ok(more)) = timeout(WAIT, Arc::clone(&self.0).acquire_many_owned(units)).await else {
            return false;
        };
        match &mut share.0 {
            Some(permit) => permit.merge(more),
            None => share.0 = Some(more),
        }
        true
    }

    #[cfg(test)]
    pub(crate) fn available(&self) -> usize {
        self.0.available_permits() * UNIT
    }
}

/// State that all upstreams of a process share.
pub(crate) struct Shared {
    /// Times at which this process first saw pending transactions.
    pub(crate) first_seen: Arc<FirstSeen<Txid>>,
    /// Memory for long responses of Electrum servers.
    pub(crate) responses: MemoryBudget,
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: usize = 1000;

    #[test]
    fn cache_stays_within_its_limit_and_has_the_latest_values() {
        let cache = SizedCache::new(LIMIT);
        for number in 0..100 {
            cache.put(number, number, LIMIT / 20);
            assert!(cache.state().size <= LIMIT);
            assert_eq!(cache.get(&0), Some(0));
        }
        assert_eq!(cache.state().values.len(), 20);
        assert_eq!(cache.get(&99), Some(99));
        // The first value was used in each round.
        assert_eq!((cache.get(&0), cache.get(&50)), (Some(0), None));
    }

    #[test]
    fn replaced_and_removed_values_do_not_count() {
        let cache = SizedCache::new(LIMIT);
        for size in [900, 100, 700] {
            cache.put("key", size, size);
            assert_eq!((cache.get(&"key"), cache.state().size), (Some(size), size));
        }
        cache.remove(&"key");
        cache.remove(&"other");
        assert_eq!((cache.get(&"key"), cache.state().size), (None, 0));
    }

    #[test]
    fn value_above_the_limit_is_not_cached() {
        let cache = SizedCache::new(LIMIT);
        cache.put(1, 1, LIMIT + 1);
        assert_eq!((cache.get(&1), cache.state().size), (None, 0));
    }

    fn budget() -> MemoryBudget {
        MemoryBudget::of(&Limits {
            body: 100 * UNIT,
            ..Limits::default()
        })
    }

    #[tokio::test(start_paused = true)]
    async fn shares_never_exceed_the_budget() {
        let budget = budget();
        let (mut one, mut other) = (Share::default(), Share::default());
        assert!(budget.extend(&mut one, 200 * UNIT).await);
        assert!(budget.extend(&mut one, 100 * UNIT).await);
        assert!(budget.extend(&mut other, 250 * UNIT - 1).await);
        assert_eq!(budget.available(), 50 * UNIT);
        assert!(!budget.extend(&mut other, 51 * UNIT).await);
        drop(one);
        assert!(budget.extend(&mut other, 51 * UNIT).await);
        drop(other);
        assert_eq!(budget.available(), 600 * UNIT);
    }

    #[tokio::test(start_paused = true)]
    async fn released_memory_is_available_to_a_waiting_response() {
        let budget = budget();
        let mut first = Share::default();
        assert!(budget.extend(&mut first, 600 * UNIT).await);
        let mut second = Share::default();
        let (extended, ()) = tokio::join!(budget.extend(&mut second, UNIT), async {
            tokio::time::sleep(WAIT / 2).await;
            drop(first);
        });
        assert!(extended);
    }
}
