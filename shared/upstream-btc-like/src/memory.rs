//! Memory limits: a cache with a limit in bytes, the budget for long responses, and the state that all upstreams share.

use lru::LruCache;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout, timeout_at};
use wallet_btc_like::Txid;
use wallet_upstream::{Deadline, Failure, FirstSeen, Limits};

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
        Self::of_bytes(limits.body.saturating_mul(FACTOR))
    }

    /// Creates the budget for blocks.
    pub(crate) fn of_blocks() -> Self {
        Self::of_bytes(BLOCKS)
    }

    fn of_bytes(bytes: usize) -> Self {
        Self(Arc::new(Semaphore::new(bytes.div_ceil(UNIT))))
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

/// Memory for blocks in bytes: enough for a block of bch with the maximum size, and blocks of the remaining chains at the
/// same time.
const BLOCKS: usize = 160_000_000;

/// Memory of a block, as a multiple of the maximum size of the response: a block is in memory twice while the block is
/// decoded.
const BLOCK_FACTOR: usize = 2;

/// Downloads of blocks from an upstream, a single block at a time: the responses are above the usual limit.
pub(crate) struct BlockDownloads {
    turn: Semaphore,
    budget: MemoryBudget,
    body: usize,
}

impl BlockDownloads {
    /// Creates the downloads of responses of at most `body` bytes.
    pub(crate) fn new(shared: &Shared, body: usize) -> Self {
        Self {
            turn: Semaphore::new(1),
            budget: shared.blocks.clone(),
            body,
        }
    }

    /// Returns the maximum size of a response in bytes.
    pub(crate) const fn body(&self) -> usize {
        self.body
    }

    /// Runs the download and the decoding of a block after earlier blocks, with memory of the budget.
    pub(crate) async fn run<T>(
        &self,
        deadline: Deadline,
        download: impl Future<Output = Result<T, Failure>>,
    ) -> Result<T, Failure> {
        let end = Instant::from_std(deadline.instant());
        // The semaphore is never closed, so an error means that the wait timed out.
        let Ok(Ok(_turn)) = timeout_at(end, self.turn.acquire()).await else {
            return Err(Failure::Paused { wait: WAIT });
        };
        let mut share = Share::default();
        if !self
            .budget
            .extend(&mut share, self.body.saturating_mul(BLOCK_FACTOR))
            .await
        {
            return Err(Failure::Paused { wait: WAIT });
        }
        download.await
    }
}

/// State that all upstreams of a process share.
pub(crate) struct Shared {
    /// Times at which this process first saw pending transactions.
    pub(crate) first_seen: Arc<FirstSeen<Txid>>,
    /// Memory for long responses of Electrum servers.
    pub(crate) responses: MemoryBudget,
    /// Memory for blocks.
    pub(crate) blocks: MemoryBudget,
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
    async fn blocks_are_downloaded_one_at_a_time_within_the_budget() {
        let downloads = BlockDownloads {
            turn: Semaphore::new(1),
            budget: budget(),
            body: 200 * UNIT,
        };
        let soon = || wallet_upstream::after(Duration::from_secs(2));
        let took = Duration::from_millis(500);
        let begun = Instant::now();
        let download = || async {
            assert_eq!(downloads.budget.available(), 200 * UNIT);
            tokio::time::sleep(took).await;
            Ok(())
        };
        let both = tokio::join!(downloads.run(soon(), download()), downloads.run(soon(), download()));
        assert_eq!((both, begun.elapsed()), ((Ok(()), Ok(())), 2 * took));
        let mut share = Share::default();
        assert!(downloads.budget.extend(&mut share, 300 * UNIT).await);
        let rejected = downloads.run(soon(), async { Ok(()) }).await;
        assert_eq!(rejected, Err(Failure::Paused { wait: WAIT }));
    }

    #[test]
    fn budget_of_blocks_suffices_for_every_chain() {
        let sizes = wallet_btc_like::Params::all().iter().map(|row| row.max_block_size);
        // Blockbook returns hex.
        assert!(sizes.max().unwrap() * 2 * BLOCK_FACTOR < BLOCKS);
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
