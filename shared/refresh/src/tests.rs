//! Tests of [`Refreshing`] and [`Clocks`].

use crate::{Clocks, Flight, Interrupted, Policy, Refreshing};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::Duration;
use tokio::time::{advance, sleep};
use wallet_core::ports::system::{Clock, Timestamp};

/// Wall clock that the test sets.
#[derive(Debug, Default)]
struct ManualClock(AtomicU64);

impl ManualClock {
    fn set(&self, seconds: u64) {
        self.0.store(seconds, Ordering::Relaxed);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_secs(self.0.load(Ordering::Relaxed))
    }
}

impl Interrupted for &'static str {
    fn interrupted() -> Self {
        "panicked"
    }
}

const LIFETIME: Duration = Duration::from_secs(10);

/// Counts requests. Each takes a second and returns the request number.
struct Fixture {
    wall: Arc<ManualClock>,
    requests: Arc<AtomicU32>,
    cell: Refreshing<u32, &'static str>,
}

impl Fixture {
    fn new() -> Self {
        Self::with(Policy::fresh_for(LIFETIME))
    }

    fn with(policy: Policy) -> Self {
        let wall = Arc::new(ManualClock::default());
        Self {
            cell: Refreshing::new(Clocks::new(wall.clone()), policy),
            wall,
            requests: Arc::default(),
        }
    }

    fn request(&self, fails: bool) -> Flight<u32, &'static str> {
        self.cell.join(|| self.fetch(fails))
    }

    /// Returns a request that takes a second.
    fn fetch(&self, fails: bool) -> impl Future<Output = Result<u32, &'static str>> + Send + 'static {
        let requests = self.requests.clone();
        async move {
            let number = requests.fetch_add(1, Ordering::Relaxed) + 1;
            sleep(Duration::from_secs(1)).await;
            if fails { Err("no") } else { Ok(number) }
        }
    }

    /// Returns a request that panics after a second.
    fn panicking(&self) -> impl Future<Output = Result<u32, &'static str>> + Send + 'static {
        let request = self.fetch(false);
        async move {
            let number = request.await;
            panic!("request {number:?} panics");
        }
    }

    async fn read(&self, fails: bool) -> Result<(u32, bool), &'static str> {
        let reading = self.cell.read(|| self.fetch(fails)).await?;
        Ok((reading.value, reading.stale))
    }
}

#[tokio::test(start_paused = true)]
async fn concurrent_callers_share_one_result() {
    let fixture = Fixture::new();
    let results = futures::future::join_all((0..50).map(|_| fixture.request(false))).await;
    assert_eq!(results, [Ok(1); 50]);
}

#[tokio::test(start_paused = true)]
async fn failure_is_shared_and_not_cached() {
    let fixture = Fixture::new();
    assert_eq!(
        tokio::join!(fixture.request(true), fixture.request(true)),
        (Err("no"), Err("no"))
    );
    assert_eq!(fixture.cell.fresh(), None);
    assert_eq!(fixture.request(false).await, Ok(2));
}

#[tokio::test(start_paused = true)]
async fn result_is_fresh_for_ten_seconds_from_the_request() {
    let fixture = Fixture::new();
    assert_eq!(fixture.request(false).await, Ok(1));
    advance(Duration::from_millis(8_900)).await;
    assert_eq!(
        (fixture.request(false).await, fixture.cell.fresh()),
        (Ok(1), Some(Ok(1)))
    );
    advance(Duration::from_millis(100)).await;
    assert_eq!(fixture.cell.fresh(), None);
    assert_eq!(fixture.request(false).await, Ok(2));
}

#[tokio::test(start_paused = true)]
async fn result_from_before_a_freeze_is_not_fresh() {
    let fixture = Fixture::new();
    assert_eq!(fixture.request(false).await, Ok(1));
    fixture.wall.set(300);
    assert_eq!(fixture.cell.fresh(), None);
    assert_eq!(fixture.request(false).await, Ok(2));
}

#[tokio::test(start_paused = true)]
async fn request_continues_after_all_callers_have_left() {
    let fixture = Fixture::new();
    let timed_out = tokio::time::timeout(Duration::from_millis(10), fixture.request(false)).await;
    assert!(timed_out.is_err());
    sleep(Duration::from_secs(1)).await;
    assert_eq!(fixture.cell.fresh(), Some(Ok(1)));
}

#[tokio::test(start_paused = true)]
async fn request_interrupted_by_a_freeze_is_replaced() {
    let fixture = Fixture::new();
    let timed_out = tokio::time::timeout(Duration::from_millis(10), fixture.request(false)).await;
    assert!(timed_out.is_err());
    fixture.wall.set(30);
    assert_eq!(fixture.request(false).await, Ok(2));
}

#[tokio::test(start_paused = true)]
async fn panic_ends_the_request_for_all_callers() {
    let fixture = Fixture::new();
    let panicking = || fixture.cell.join(|| fixture.panicking());
    let waiting = futures::future::join_all([panicking(), panicking(), panicking()]);
    let started = tokio::time::Instant::now();
    assert_eq!(waiting.await, [Err("panicked"); 3]);
    assert_eq!(started.elapsed(), Duration::from_secs(1));
    assert_eq!(
        fixture.request(false).await,
        Ok(2),
        "a new request, not the one that panicked"
    );
}

#[tokio::test(start_paused = true)]
async fn older_value_is_returned_after_a_panic() {
    let fixture = Fixture::with(policy());
    assert_eq!(fixture.read(false).await, Ok((1, false)));
    advance(LIFETIME).await;
    let read = fixture.cell.read(|| fixture.panicking()).await;
    assert_eq!(
        read.map(|reading| reading.value),
        Ok(1),
        "the request runs in the background"
    );
    sleep(Duration::from_secs(2)).await;
    assert_eq!(fixture.read(false).await, Ok((1, true)), "the request failed");
    advance(Duration::from_secs(2)).await;
    fixture.read(false).await.expect("an older value");
    sleep(Duration::from_secs(2)).await;
    assert_eq!(fixture.read(false).await, Ok((3, false)), "after the backoff");
}

#[tokio::test(start_paused = true)]
async fn last_result_outlives_a_failure_up_to_the_given_age() {
    let fixture = Fixture::new();
    assert_eq!(fixture.request(false).await, Ok(1));
    advance(LIFETIME).await;
    assert_eq!(fixture.request(true).await, Err("no"));
    assert_eq!(fixture.cell.last(Duration::from_mins(2)), Some(1));
    assert_eq!(fixture.cell.last(LIFETIME), None);
}

/// Returns the policy of most tests below: 10 s fresh, then a minute in the background, then stale for an hour.
fn policy() -> Policy {
    Policy {
        background_for: Duration::from_mins(1),
        stale_for: Duration::from_hours(1),
        wait: Duration::from_millis(600),
        backoff: Duration::from_secs(2),
        ..Policy::fresh_for(LIFETIME)
    }
}

#[tokio::test(start_paused = true)]
async fn older_value_is_returned_while_a_request_runs_in_the_background() {
    let fixture = Fixture::with(policy());
    assert_eq!(
        fixture.read(false).await,
        Ok((1, false)),
        "the first value has no time limit"
    );
    advance(LIFETIME).await;
    assert_eq!(fixture.read(false).await, Ok((1, false)));
    sleep(Duration::from_secs(2)).await;
    assert_eq!(fixture.read(false).await, Ok((2, false)));
    advance(LIFETIME).await;
    assert_eq!(fixture.read(true).await, Ok((2, false)));
    sleep(Duration::from_secs(2)).await;
    assert_eq!(fixture.read(true).await, Ok((2, true)), "the request failed");
}

#[tokio::test(start_paused = true)]
async fn stale_value_is_returned_after_a_wait_and_up_to_its_age() {
    let fixture = Fixture::with(policy());
    assert_eq!(fixture.read(false).await, Ok((1, false)));
    advance(Duration::from_mins(1)).await;
    assert_eq!(fixture.read(false).await, Ok((1, true)), "after 600 ms");
    assert_eq!(fixture.read(false).await, Ok((2, false)), "the request continued");
    advance(Duration::from_hours(1)).await;
    assert_eq!(fixture.read(true).await, Err("no"));
}

#[tokio::test(start_paused = true)]
async fn failed_request_is_repeated_after_the_backoff() {
    let fixture = Fixture::with(policy());
    assert_eq!(fixture.read(true).await, Err("no"));
    advance(Duration::from_millis(1_900)).await;
    assert_eq!(fixture.read(false).await, Err("no"));
    advance(Duration::from_millis(100)).await;
    assert_eq!(fixture.read(false).await, Ok((2, false)));
}

#[tokio::test(start_paused = true)]
async fn requests_start_at_the_minimum_interval_whatever_their_result() {
    let policy = Policy {
        min_interval: LIFETIME,
        stale_for: Duration::MAX,
        ..Policy::fresh_for(Duration::ZERO)
    };
    let wall = Arc::new(ManualClock::default());
    let fixture = Fixture {
        cell: Refreshing::starting_with(0, Clocks::new(wall.clone()), policy),
        ..Fixture::new()
    };
    assert_eq!(fixture.cell.last(Duration::MAX), Some(0));
    assert_eq!(fixture.read(true).await, Ok((0, true)));
    assert_eq!(fixture.read(false).await, Ok((0, true)));
    advance(LIFETIME).await;
    assert_eq!(fixture.read(false).await, Ok((2, false)));
    assert_eq!(fixture.read(false).await, Ok((2, false)));
    assert_eq!(fixture.requests.load(Ordering::Relaxed), 2);
}

#[tokio::test(start_paused = true)]
async fn invalidated_value_is_requested_again_and_the_result_in_flight_is_ignored() {
    let policy = Policy {
        wait: Duration::MAX,
        ..policy()
    };
    let fixture = Fixture::with(policy);
    assert_eq!(fixture.read(false).await, Ok((1, false)));
    advance(LIFETIME).await;
    assert_eq!(fixture.read(false).await, Ok((1, false)), "starts a request");
    fixture.cell.invalidate();
    assert_eq!(fixture.read(false).await, Ok((3, false)));
    sleep(Duration::from_secs(1)).await;
    assert_eq!(fixture.cell.last(LIFETIME), Some(3));
    fixture.cell.invalidate();
    assert_eq!(fixture.read(true).await, Ok((3, true)));
}

#[tokio::test(start_paused = true)]
async fn new_value_comes_from_a_request_after_the_call() {
    let fixture = Fixture::with(policy());
    let earlier = fixture.request(false);
    let new = || fixture.cell.get_new(|| fixture.fetch(false));
    assert_eq!(tokio::join!(earlier, new(), new()), (Ok(1), Ok(2), Ok(2)));
    assert_eq!(fixture.cell.get_new(|| fixture.fetch(true)).await, Err("no"));
    assert_eq!(
        fixture.cell.get_new(|| fixture.fetch(false)).await,
        Ok(4),
        "despite the backoff"
    );
}

#[tokio::test(start_paused = true)]
async fn age_follows_the_clock_that_moved_further() {
    let wall = Arc::new(ManualClock::default());
    wall.set(1000);
    let clocks = Clocks::new(wall.clone());
    let start = clocks.now();
    advance(Duration::from_secs(3)).await;
    assert_eq!(start.age(clocks.now()), Duration::from_secs(3));
    // Frozen for five minutes: the steady clock stopped.
    wall.set(1300);
    assert_eq!(start.age(clocks.now()), Duration::from_mins(5));
    // Set back: the steady clock still advances.
    wall.set(10);
    assert_eq!(start.age(clocks.now()), Duration::from_secs(3));
}
