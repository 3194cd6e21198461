//! Cache with a limit in bytes.

use lru::LruCache;
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Values by key. The least recently used ones are evicted for memory.
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
}
