//! [`Refreshing`].

use crate::policy::{ClockReading, Clocks, Interrupted, Policy};
use futures::FutureExt;
use futures::future::{BoxFuture, Shared};
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::{Instant, timeout, timeout_at};
use tracing::Instrument as _;
use wallet_core::ports::deadline::Deadline;

/// Value with the state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading<T> {
    /// The value.
    pub value: T,
    /// True if the value is older than the policy intends because requests fail or take too long.
    pub stale: bool,
}

/// Value that is requested when needed, cached, and used for a while if further requests fail.
///
/// Concurrent callers share a request. After a panic, all receive [`Interrupted::interrupted`]. `T` and `E` are
/// cloned per caller, so large values belong into an `Arc`.
pub struct Refreshing<T, E> {
    clocks: Clocks,
    policy: Policy,
    state: Arc<Mutex<State<T, E>>>,
}

impl<T, E> Refreshing<T, E>
where
    T: Clone + Send + Sync + 'static,
    E: Clone + Interrupted + Send + Sync + 'static,
{
    /// Creates a cell without a value.
    pub fn new(clocks: Clocks, policy: Policy) -> Self {
        Self {
            clocks,
            policy,
            state: Arc::default(),
        }
    }

    /// Creates a cell with a value for callers that cannot wait; the first waiting caller requests a newer value.
    pub fn starting_with(value: T, clocks: Clocks, policy: Policy) -> Self {
        let cell = Self::new(clocks, policy);
        cell.state().last = Some(Stored {
            value,
            began: cell.clocks.now(),
            invalidated: false,
        });
        cell
    }

    /// Returns the value by the policy. `fetch` must not use this cell.
    pub async fn get<F>(&self, fetch: impl FnOnce() -> F) -> Result<T, E>
    where
        F: Future<Output = Result<T, E>> + Send + 'static,
    {
        self.read(fetch).await.map(|reading| reading.value)
    }

    /// Returns the value by the policy, or `late` at the deadline: the caller that started the request may have had
    /// more time.
    pub async fn get_until<F>(&self, deadline: Deadline, late: E, fetch: impl FnOnce() -> F) -> Result<T, E>
    where
        F: Future<Output = Result<T, E>> + Send + 'static,
    {
        let end = Instant::from_std(deadline.instant());
        timeout_at(end, self.get(fetch)).await.unwrap_or(Err(late))
    }

    /// Returns the value by the policy, with the state.
    pub async fn read<F>(&self, fetch: impl FnOnce() -> F) -> Result<Reading<T>, E>
    where
        F: Future<Output = Result<T, E>> + Send + 'static,
    {
        let now = self.clocks.now();
        let (older, failing) = {
            let state = self.state();
            let usable = |last: &&Stored<T>| last.began.age(now) < self.policy.stale_for;
            (state.last.as_ref().filter(usable).cloned(), state.failing)
        };
        let flight = self.join(fetch);
        let fresh = |value| Reading { value, stale: false };
        let Some(older) = older else {
            return flight.await.map(fresh);
        };
        if !older.invalidated && older.began.age(now) < self.policy.background_for {
            return Ok(Reading {
                value: older.value,
                stale: failing,
            });
        }
        match timeout(self.policy.wait, flight).await {
            Ok(Ok(value)) => Ok(fresh(value)),
            Ok(Err(_)) | Err(_) => Ok(Reading {
                value: older.value,
                stale: true,
            }),
        }
    }

    /// Returns the result of a request that starts after this call, regardless of the policy.
    pub async fn get_new<F>(&self, fetch: impl FnOnce() -> F) -> Result<T, E>
    where
        F: Future<Output = Result<T, E>> + Send + 'static,
    {
        let earlier = self.state().in_flight(self.clocks.now());
        if let Some(flight) = earlier {
            // The result may predate the call.
            let _ = flight.await;
        }
        let flight = {
            let mut state = self.state();
            // A request of a concurrent caller started after the end of the earlier request.
            let concurrent = state.in_flight(self.clocks.now());
            concurrent.unwrap_or_else(|| self.start(&mut state, fetch))
        };
        flight.await
    }

    /// Returns the request in flight, or the last request while the policy permits no new request; otherwise starts a
    /// request.
    pub fn join<F>(&self, fetch: impl FnOnce() -> F) -> Flight<T, E>
    where
        F: Future<Output = Result<T, E>> + Send + 'static,
    {
        let now = self.clocks.now();
        let mut state = self.state();
        let settled = || state.settled(&self.policy, now).map(|(flight, _)| flight);
        match state.in_flight(now).or_else(settled) {
            Some(flight) => flight,
            None => self.start(&mut state, fetch),
        }
    }

    /// Returns the result of the last request, successful or not, while the policy permits no new request.
    pub fn fresh(&self) -> Option<Result<T, E>> {
        let settled = self.state().settled(&self.policy, self.clocks.now());
        settled.map(|(_, result)| result)
    }

    /// Returns the last value if requested less than this time ago.
    pub fn last(&self, at_most: Duration) -> Option<T> {
        let now = self.clocks.now();
        let state = self.state();
        let last = state.last.as_ref()?;
        (last.began.age(now) < at_most).then(|| last.value.clone())
    }

    /// Marks the value as outdated: every later call sees the result of a request that starts later, or a
    /// stale value.
    pub fn invalidate(&self) {
        self.state().invalidate();
    }

    fn start<F>(&self, state: &mut State<T, E>, fetch: impl FnOnce() -> F) -> Flight<T, E>
    where
        F: Future<Output = Result<T, E>> + Send + 'static,
    {
        let id = state.next_attempt();
        let began = self.clocks.now();
        let (shared, clocks, request) = (Arc::clone(&self.state), self.clocks.clone(), fetch());
        let task = tokio::spawn(
            async move {
                // A panic is a failure of this attempt: otherwise the attempt would count as in flight, and the callers
                // that share the attempt would not be woken.
                let ended = AssertUnwindSafe(request).catch_unwind().await;
                let result = ended.unwrap_or_else(|_| Err(E::interrupted()));
                locked(&shared).end(id, clocks.now(), &result);
                result
            }
            .in_current_span(),
        );
        let result = task.map(|ended| ended.unwrap_or_else(|_| Err(E::interrupted())));
        let flight = result.boxed().shared();
        state.start(began, flight.clone());
        flight
    }

    fn state(&self) -> MutexGuard<'_, State<T, E>> {
        locked(&self.state)
    }
}

fn locked<T, E>(state: &Mutex<State<T, E>>) -> MutexGuard<'_, State<T, E>> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Request in flight or completed. The request runs as a separate task: callers may leave, and the request still runs
/// to the end and releases all resources (a permit, a connection being opened).
pub type Flight<T, E> = Shared<BoxFuture<'static, Result<T, E>>>;

/// Maximum duration of a request unless the function was frozen: every request has ended by then.
const MAX_FLIGHT: Duration = Duration::from_secs(30);

/// Last value and last attempt.
pub struct State<T, E> {
    pub last: Option<Stored<T>>,
    attempt: Option<Attempt<T, E>>,
    /// True if the last completed attempt failed.
    pub failing: bool,
    /// Number of attempts so far, which identifies the last attempt.
    attempts: u64,
}

/// Result of the last successful attempt.
#[derive(Clone)]
pub struct Stored<T> {
    pub value: T,
    /// Start of the request.
    pub began: ClockReading,
    /// True if the value is known to be outdated.
    pub invalidated: bool,
}

struct Attempt<T, E> {
    began: ClockReading,
    flight: Flight<T, E>,
    /// End and result; `None` while the request is in flight.
    ended: Option<(ClockReading, Result<T, E>)>,
}

impl<T, E> Default for State<T, E> {
    fn default() -> Self {
        Self {
            last: None,
            attempt: None,
            failing: false,
            attempts: 0,
        }
    }
}

impl<T: Clone, E: Clone> State<T, E> {
    /// Returns the request in flight. A request that a freeze has interrupted is ignored.
    pub fn in_flight(&self, now: ClockReading) -> Option<Flight<T, E>> {
        let attempt = self.attempt.as_ref().filter(|attempt| attempt.ended.is_none())?;
        (attempt.began.age(now) < MAX_FLIGHT).then(|| attempt.flight.clone())
    }

    /// Returns the last attempt if completed and the policy does not permit a new attempt yet.
    pub fn settled(&self, policy: &Policy, now: ClockReading) -> Option<(Flight<T, E>, Result<T, E>)> {
        let attempt = self.attempt.as_ref()?;
        let (ended, result) = attempt.ended.as_ref()?;
        let age = attempt.began.age(now);
        let is_settled = match result {
            Ok(_) => age < policy.fresh_for || age < policy.min_interval,
            Err(_) => age < policy.min_interval || ended.age(now) < policy.backoff,
        };
        is_settled.then(|| (attempt.flight.clone(), result.clone()))
    }

    /// Returns the identifier of an attempt that starts now.
    pub fn next_attempt(&mut self) -> u64 {
        self.attempts += 1;
        self.attempts
    }

    /// Stores an attempt that starts now.
    pub fn start(&mut self, began: ClockReading, flight: Flight<T, E>) {
        self.attempt = Some(Attempt {
            began,
            flight,
            ended: None,
        });
    }

    /// Stores the result of an attempt, unless the value was invalidated or a new attempt has started since.
    pub fn end(&mut self, id: u64, now: ClockReading, result: &Result<T, E>) {
        if id != self.attempts {
            return;
        }
        let Some(attempt) = &mut self.attempt else { return };
        attempt.ended = Some((now, result.clone()));
        self.failing = result.is_err();
        if let Ok(value) = result {
            self.last = Some(Stored {
                value: value.clone(),
                began: attempt.began,
                invalidated: false,
            });
        }
    }

    /// Marks the last value as outdated and ignores the result of a request in flight. The backoff after a failure
    /// remains.
    pub fn invalidate(&mut self) {
        if let Some(last) = &mut self.last {
            last.invalidated = true;
        }
        let failed = |attempt: &Attempt<T, E>| matches!(attempt.ended, Some((_, Err(_))));
        if !self.attempt.as_ref().is_some_and(failed) {
            self.attempt = None;
            self.attempts += 1;
        }
    }
}
