//! [`LocalQueue`]: the queue of a process, with a lane for each owner.

use crate::reader::News;
use async_trait::async_trait;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::Instant;
use uuid::Uuid;
use wallet_notifications::delivery::{DeliveryKind, Due};
use wallet_notifications::ports::DeliveryQueue;

/// The maximum number of concurrent attempts of an owner.
const OWNER_ATTEMPTS: usize = 4;

/// The maximum number of concurrent attempts.
const ATTEMPTS: usize = 256;

/// The number of attempts from which an owner with a slow receiver has only one attempt at a time. Fewer owners with dead
/// receivers cannot use up all attempts.
const BUSY: usize = ATTEMPTS / 2;

/// The duration of a delivery from which a receiver is slow.
const SLOW: Duration = Duration::from_secs(5);

/// The maximum number of waiting deliveries of an owner.
const LANE: usize = 256;

/// The maximum number of waiting deliveries, some megabytes.
const WAITING: usize = 64 * LANE;

/// The limits of the time by which a delivery without room is put off.
const MIN_DELAY: Duration = Duration::from_secs(5);
const MAX_DELAY: Duration = Duration::from_mins(5);

/// Identifies a delivery, whatever its claim.
type Key = (Uuid, DeliveryKind, u64);

fn key(due: &Due) -> Key {
    (due.subscription, due.kind, due.sequence)
}

/// The deliveries that wait in this process, in turns of their owners: a dead receiver uses at most four attempts at a time, and
/// delays no delivery of a different owner.
///
/// The memory is bounded: what finds no room stays in the store until a sweep takes the delivery.
#[derive(Default)]
pub struct LocalQueue {
    state: Mutex<State>,
    changed: Notify,
    news: News,
}

#[derive(Default)]
struct State {
    lanes: HashMap<String, Lane>,
    /// The owners that may start an attempt, in turns. Each at most once.
    ready: VecDeque<String>,
    waiting: usize,
    running: usize,
}

/// The deliveries of an owner.
#[derive(Default)]
struct Lane {
    order: VecDeque<Key>,
    held: HashMap<Key, Due>,
    running: usize,
    is_ready: bool,
    /// The duration of the last delivery.
    last: Duration,
}

/// A delivery that the queue has handed out. The owner has room for the next when the slot is dropped.
pub(crate) struct Slot {
    queue: Arc<LocalQueue>,
    owner: String,
    start: Instant,
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.queue.state().end(&self.owner, self.start.elapsed());
        self.queue.changed.notify_one();
    }
}

impl LocalQueue {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the reports about new events of the logs.
    pub fn news(&self) -> News {
        self.news.clone()
    }

    /// Returns the numbers of waiting deliveries and of running attempts.
    pub fn load(&self) -> (usize, usize) {
        let state = self.state();
        (state.waiting, state.running)
    }

    /// Waits for the next delivery that may be attempted. For one caller.
    pub(crate) async fn next(self: &Arc<Self>) -> (Due, Slot) {
        loop {
            let taken = self.state().take();
            let Some(due) = taken else {
                self.changed.notified().await;
                continue;
            };
            let slot = Slot {
                queue: Arc::clone(self),
                owner: due.owner.clone(),
                start: Instant::now(),
            };
            return (due, slot);
        }
    }
}

#[async_trait]
impl DeliveryQueue for LocalQueue {
    async fn send(&self, deliveries: &[Due]) {
        let mut state = self.state();
        for due in deliveries {
            state.add(due);
        }
        drop(state);
        self.changed.notify_one();
    }

    async fn announce(&self, owner: &str) {
        self.news.announce(owner);
    }

    fn delay(&self, due: &Due, put_off: usize) -> Duration {
        let state = self.state();
        let lane = state.lanes.get(&due.owner);
        if lane.is_some_and(|lane| lane.held.contains_key(&key(due))) {
            return Duration::ZERO;
        }
        let (waiting, last) = lane.map_or((0, Duration::ZERO), |lane| (lane.order.len(), lane.last));
        // A sweep fills half of a lane, so that new events find room.
        if waiting < LANE / 2 && state.waiting < WAITING {
            return Duration::ZERO;
        }
        let ahead = u32::try_from(waiting + put_off).unwrap_or(u32::MAX);
        let turns = ahead / u32::try_from(OWNER_ATTEMPTS).unwrap_or(1);
        last.saturating_mul(turns).clamp(MIN_DELAY, MAX_DELAY)
    }
}

impl State {
    /// Adds a delivery, or replaces an earlier claim of the same delivery.
    fn add(&mut self, due: &Due) {
        let lane = self.lanes.get_mut(&due.owner);
        if let Some(held) = lane.and_then(|lane| lane.held.get_mut(&key(due))) {
            held.clone_from(due);
            return;
        }
        let length = self.lanes.get(&due.owner).map_or(0, |lane| lane.order.len());
        if length >= LANE || (self.waiting >= WAITING && !self.shorten(length)) {
            return;
        }
        let lane = self.lanes.entry(due.owner.clone()).or_default();
        lane.order.push_back(key(due));
        lane.held.insert(key(due), due.clone());
        self.waiting += 1;
        self.turn(&due.owner);
    }

    /// Leaves the last delivery of the longest lane to a sweep, if that lane is longer than a lane with the new delivery.
    fn shorten(&mut self, length: usize) -> bool {
        let longest = self.lanes.values_mut().max_by_key(|lane| lane.order.len());
        let Some(longest) = longest.filter(|lane| lane.order.len() > length + 1) else {
            return false;
        };
        if let Some(key) = longest.order.pop_back() {
            longest.held.remove(&key);
            self.waiting -= 1;
        }
        true
    }

    /// Lets an owner take turns if there is a delivery that may be attempted.
    fn turn(&mut self, owner: &str) {
        let Some(lane) = self.lanes.get_mut(owner) else {
            return;
        };
        let is_slow = self.running >= BUSY && lane.last > SLOW;
        let attempts = if is_slow { 1 } else { OWNER_ATTEMPTS };
        if !lane.is_ready && !lane.order.is_empty() && lane.running < attempts {
            lane.is_ready = true;
            self.ready.push_back(owner.to_owned());
        }
    }

    /// Takes the next delivery of the owner whose turn it is.
    fn take(&mut self) -> Option<Due> {
        if self.running >= ATTEMPTS {
            return None;
        }
        let owner = self.ready.pop_front()?;
        let lane = self.lanes.get_mut(&owner)?;
        lane.is_ready = false;
        let due = lane.order.pop_front().and_then(|key| lane.held.remove(&key))?;
        lane.running += 1;
        self.waiting -= 1;
        self.running += 1;
        self.turn(&owner);
        Some(due)
    }

    fn end(&mut self, owner: &str, duration: Duration) {
        self.running -= 1;
        if let Some(lane) = self.lanes.get_mut(owner) {
            lane.running -= 1;
            lane.last = duration;
            if lane.running == 0 && lane.order.is_empty() {
                self.lanes.remove(owner);
            }
        }
        self.turn(owner);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn due(owner: &str, sequence: u64, at: u64) -> Due {
        Due {
            owner: owner.to_owned(),
            subscription: Uuid::from_u128(1),
            kind: DeliveryKind::Webhook,
            sequence,
            attempts: 0,
            at,
        }
    }

    fn many(owner: &str, count: u64) -> Vec<Due> {
        (0..count).map(|sequence| due(owner, sequence, 0)).collect()
    }

    fn taken(queue: &LocalQueue) -> Vec<String> {
        let mut state = queue.state();
        std::iter::from_fn(|| state.take())
            .map(|due| format!("{}{}", due.owner, due.sequence))
            .collect()
    }

    #[tokio::test]
    async fn owners_take_turns_with_few_attempts_each() {
        let queue = LocalQueue::default();
        queue.send(&many("a", 100)).await;
        queue.send(&many("b", 2)).await;
        queue.send(&many("c", 1)).await;
        assert_eq!(taken(&queue).join(" "), "a0 b0 c0 a1 b1 a2 a3");
        queue.state().end("a", Duration::ZERO);
        assert_eq!(taken(&queue), ["a4"]);
    }

    #[tokio::test]
    async fn later_claim_replaces_the_earlier_claim_in_the_same_place() {
        let queue = LocalQueue::default();
        queue.send(&[due("a", 1, 1), due("a", 2, 1), due("a", 1, 2)]).await;
        let mut state = queue.state();
        let (first, second) = (state.take(), state.take());
        assert_eq!(
            (first, second, state.take()),
            (Some(due("a", 1, 2)), Some(due("a", 2, 1)), None)
        );
    }

    #[tokio::test]
    async fn memory_is_bounded_and_shared_by_the_owners() {
        let queue = LocalQueue::default();
        for owner in 0..100 {
            queue.send(&many(&owner.to_string(), 10_000)).await;
        }
        let state = queue.state();
        let lengths: Vec<_> = state.lanes.values().map(|lane| lane.order.len()).collect();
        assert_eq!((lengths.iter().sum::<usize>(), state.waiting), (WAITING, WAITING));
        assert_eq!(lengths.len(), 100);
        let (min, max) = (lengths.iter().min(), lengths.iter().max());
        assert!(*min.unwrap() >= 100 && *max.unwrap() <= LANE, "{min:?} {max:?}");
        assert!(state.lanes.values().all(|lane| lane.held.len() == lane.order.len()));
    }

    #[tokio::test]
    async fn delivery_without_room_is_put_off_until_its_turn() {
        let queue = LocalQueue::default();
        assert_eq!(queue.delay(&due("a", 1, 1), 1000), Duration::ZERO);
        queue.send(&many("a", 200)).await;
        let new = due("a", 1000, 1);
        assert_eq!(queue.delay(&new, 0), MIN_DELAY);
        assert_eq!(
            queue.delay(&due("a", 1, 1), 0),
            Duration::ZERO,
            "a delivery of the queue"
        );
        assert_eq!(queue.delay(&due("b", 1, 1), 0), Duration::ZERO);
        taken(&queue);
        queue.state().end("a", Duration::from_secs(1));
        assert_eq!(queue.delay(&new, 0), Duration::from_secs(196 / 4));
        assert_eq!(queue.delay(&new, 400), Duration::from_secs(596 / 4));
        assert_eq!(queue.delay(&new, 100_000), MAX_DELAY);
    }

    #[tokio::test]
    async fn lane_of_an_owner_without_deliveries_is_removed() {
        let queue = LocalQueue::default();
        queue.send(&many("a", 1)).await;
        taken(&queue);
        queue.state().end("a", SLOW);
        let state = queue.state();
        assert!(state.lanes.is_empty() && state.ready.is_empty());
        assert_eq!((state.waiting, state.running), (0, 0));
    }
}
