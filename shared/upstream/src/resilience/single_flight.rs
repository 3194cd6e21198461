//! Coalesces identical requests and caches their result for a while.

use super::moment::{Clocks, Moment};
use crate::client::Deadline;
use futures::FutureExt;
use futures::future::{BoxFuture, Shared};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::{Instant, timeout_at};
use tracing::Instrument as _;

/// Request in flight or completed. It runs as a separate task: its callers may leave, and it still runs to its
/// end and releases its resources (a permit of a gate, a connection being opened).
pub type Flight<T, E> = Shared<BoxFuture<'static, Result<T, E>>>;

/// Maximum duration of a flight unless the function was frozen: every request to an upstream has ended by then.
const MAX_FLIGHT: Duration = Duration::from_secs(30);

/// Coalesces concurrent calls into one request.
pub struct SingleFlight<T, E> {
    clocks: Clocks,
    /// Lifetime of a successful result, from the start of the request.
    fresh_for: Duration,
    /// Lifetime of a failure, from the start of the request.
    failed_for: Duration,
    state: Mutex<State<T, E>>,
}

struct State<T, E> {
    flight: Option<(Moment, Flight<T, E>)>,
    /// Latest successful result, kept once another flight has started.
    last: Option<(Moment, T)>,
}

impl<T, E> SingleFlight<T, E>
where
    T: Clone + Send + 'static,
    E: Clone + Send + 'static,
{
    /// Creates an empty cache whose results and failures live this long.
    pub fn new(clocks: Clocks, fresh_for: Duration, failed_for: Duration) -> Self {
        Self {
            clocks,
            fresh_for,
            failed_for,
            state: Mutex::new(State {
                flight: None,
                last: None,
            }),
        }
    }

    /// Returns the result of [`Self::join`], or `late` at the deadline: the caller that started the request may
    /// have had more time.
    pub async fn answer(
        &self,
        deadline: Deadline,
        late: E,
        request: impl FnOnce() -> BoxFuture<'static, Result<T, E>>,
    ) -> Result<T, E> {
        let flight = self.join(request);
        let end = Instant::from_std(deadline.instant());
        timeout_at(end, flight).await.unwrap_or(Err(late))
    }

    /// Returns the flight in progress, or the last one while its result is fresh; otherwise starts a new one.
    pub fn join(&self, request: impl FnOnce() -> BoxFuture<'static, Result<T, E>>) -> Flight<T, E> {
        let now = self.clocks.now();
        let mut state = self.state();
        if let Some((began, flight)) = &state.flight {
            let fresh_for = match arrived(flight) {
                Some(Ok(_)) => self.fresh_for,
                Some(Err(_)) => self.failed_for,
                None => MAX_FLIGHT,
            };
            if began.age(now) < fresh_for {
                return flight.clone();
            }
        }
        state.keep_last();
        let task = tokio::spawn(request().in_current_span());
        let result = task.map(|ended| ended.expect("the task is never cancelled, and the adapters do not panic"));
        let flight = result.boxed().shared();
        state.flight = Some((now, flight.clone()));
        flight
    }

    /// Returns the result of the last flight while it is fresh, successful or not.
    pub fn fresh(&self) -> Option<Result<T, E>> {
        let now = self.clocks.now();
        let state = self.state();
        let (began, flight) = state.flight.as_ref()?;
        let result = arrived(flight)?;
        let fresh_for = if result.is_ok() {
            self.fresh_for
        } else {
            self.failed_for
        };
        (began.age(now) < fresh_for).then_some(result)
    }

    /// Returns the latest successful result that was requested at most this long ago.
    pub fn last(&self, at_most: Duration) -> Option<T> {
        let now = self.clocks.now();
        let mut state = self.state();
        state.keep_last();
        let (began, result) = state.last.as_ref()?;
        (began.age(now) < at_most).then(|| result.clone())
    }

    fn state(&self) -> MutexGuard<'_, State<T, E>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T: Clone, E: Clone> State<T, E> {
    /// Stores the result of the flight if it succeeded.
    fn keep_last(&mut self) {
        if let Some((began, flight)) = &self.flight
            && let Some(Ok(result)) = arrived(flight)
        {
            self.last = Some((*began, result));
        }
    }
}

/// Returns the result if the flight has completed.
fn arrived<T: Clone, E: Clone>(flight: &Flight<T, E>) -> Option<Result<T, E>> {
    flight.clone().now_or_never()
}

#[cfg(test)]
mod tests {
    use super::super::moment::tests::HandClock;
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};
    use tokio::time::{advance, sleep};

    const LIFETIME: Duration = Duration::from_secs(10);

    /// Counts requests. Each takes a second and returns its number.
    struct Fixture {
        wall: Arc<HandClock>,
        requests: Arc<AtomicU32>,
        flights: SingleFlight<u32, &'static str>,
    }

    impl Fixture {
        fn new() -> Self {
            let wall = Arc::new(HandClock::default());
            Self {
                flights: SingleFlight::new(Clocks::new(wall.clone()), LIFETIME, Duration::ZERO),
                wall,
                requests: Arc::default(),
            }
        }

        fn request(&self, fails: bool) -> Flight<u32, &'static str> {
            let requests = self.requests.clone();
            self.flights.join(|| {
                Box::pin(async move {
                    let number = requests.fetch_add(1, Ordering::Relaxed) + 1;
                    sleep(Duration::from_secs(1)).await;
                    if fails { Err("no") } else { Ok(number) }
                })
            })
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
        assert_eq!(fixture.flights.fresh(), None);
        assert_eq!(fixture.request(false).await, Ok(2));
    }

    #[tokio::test(start_paused = true)]
    async fn result_is_fresh_for_ten_seconds_from_the_request() {
        let fixture = Fixture::new();
        assert_eq!(fixture.request(false).await, Ok(1));
        advance(Duration::from_millis(8_900)).await;
        assert_eq!(
            (fixture.request(false).await, fixture.flights.fresh()),
            (Ok(1), Some(Ok(1)))
        );
        advance(Duration::from_millis(100)).await;
        assert_eq!(fixture.flights.fresh(), None);
        assert_eq!(fixture.request(false).await, Ok(2));
    }

    #[tokio::test(start_paused = true)]
    async fn result_from_before_a_freeze_is_not_fresh() {
        let fixture = Fixture::new();
        assert_eq!(fixture.request(false).await, Ok(1));
        fixture.wall.set(300);
        assert_eq!(fixture.flights.fresh(), None);
        assert_eq!(fixture.request(false).await, Ok(2));
    }

    #[tokio::test(start_paused = true)]
    async fn request_continues_after_all_callers_have_left() {
        let fixture = Fixture::new();
        let timed_out = tokio::time::timeout(Duration::from_millis(10), fixture.request(false)).await;
        assert!(timed_out.is_err());
        sleep(Duration::from_secs(1)).await;
        assert_eq!(fixture.flights.fresh(), Some(Ok(1)));
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
    async fn last_result_outlives_a_failure_up_to_the_given_age() {
        let fixture = Fixture::new();
        assert_eq!(fixture.request(false).await, Ok(1));
        advance(LIFETIME).await;
        assert_eq!(fixture.request(true).await, Err("no"));
        assert_eq!(fixture.flights.last(Duration::from_mins(2)), Some(1));
        assert_eq!(fixture.flights.last(LIFETIME), None);
    }
}
