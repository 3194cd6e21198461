//! Bounded cache of responses that never change, such as the effects of a transaction in a block, by the hash of
//! their subject.

use lru::LruCache;
use std::hash::Hash;
use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};

/// Maximum number of responses.
const CACHE_SIZE: NonZeroUsize = NonZeroUsize::new(2_000).expect("more than none");

/// Cache of one kind of response.
#[derive(Debug)]
pub struct ImmutableCache<Id: Hash + Eq, T>(Mutex<LruCache<Id, T>>);

impl<Id: Hash + Eq, T: Clone> Default for ImmutableCache<Id, T> {
    /// Returns an empty cache.
    fn default() -> Self {
        Self(Mutex::new(LruCache::new(CACHE_SIZE)))
    }
}

impl<Id: Hash + Eq, T: Clone> ImmutableCache<Id, T> {
    /// Returns the response about a subject, if it is cached.
    pub fn get(&self, id: &Id) -> Option<T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
    }

    /// Caches an response. The least recently used one is dropped if the cache is full.
    pub fn put(&self, id: Id, response: T) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).put(id, response);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn size_is_limited_and_the_latest_are_kept() {
        let cache = ImmutableCache::default();
        for number in 0..=CACHE_SIZE.get() {
            cache.put(number, number);
        }
        assert_eq!(
            (cache.get(&0), cache.get(&CACHE_SIZE.get())),
            (None, Some(CACHE_SIZE.get()))
        );
    }
}
