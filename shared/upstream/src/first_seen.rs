//! When this process first met a pending transaction, for the protocols that do not tell when their mempool did.

use lru::LruCache;
use std::hash::Hash;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};
use wallet_core::ports::system::Clock;

/// How many transactions are remembered.
const REMEMBERED: NonZeroUsize = NonZeroUsize::new(10_000).expect("more than none");

/// Remembers when each transaction was first asked about. One for all upstreams, so that they tell the same.
pub struct FirstSeen<Id> {
    clock: Arc<dyn Clock>,
    times: Mutex<LruCache<Id, u64>>,
}

impl<Id: Hash + Eq> FirstSeen<Id> {
    /// By this clock.
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self {
            clock,
            times: Mutex::new(LruCache::new(REMEMBERED)),
        }
    }

    /// When this transaction was first asked about, in Unix seconds.
    pub fn time(&self, txid: Id) -> u64 {
        let mut times = self.times.lock().unwrap_or_else(PoisonError::into_inner);
        *times.get_or_insert(txid, || self.clock.now().as_secs())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};
    use wallet_core::ports::system::Timestamp;

    /// Each look at it is a second later.
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
    fn the_first_time_stays() {
        let seen = FirstSeen::new(Arc::new(Ticking(AtomicU64::new(1_700_000_000))));
        assert_eq!(seen.time(txid(1)), 1_700_000_000);
        assert_eq!(seen.time(txid(2)), 1_700_000_001);
        assert_eq!(seen.time(txid(1)), 1_700_000_000);
    }

    #[test]
    fn no_more_than_so_many_are_remembered() {
        let seen = FirstSeen::new(Arc::new(Ticking(AtomicU64::new(0))));
        for number in 0..=REMEMBERED.get() {
            seen.time(txid(number));
        }
        assert_eq!(seen.times.lock().unwrap().len(), REMEMBERED.get());
        assert!(seen.time(txid(0)) > 0, "the oldest was forgotten");
    }
}
