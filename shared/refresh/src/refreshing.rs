//! [`Refreshing`].

use crate::clock_reading::Clocks;
use crate::interrupted::Interrupted;
use crate::policy::Policy;
use crate::state::{Flight, State, Stored};
use futures::FutureExt;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::{Instant, timeout, timeout_at};
use tracing::Instrument as _;
use wallet_core::ports::deadline::Deadline;

/// Value with its state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading<T> {
    /// The value.
    pub value: T,
    /// True if the value is older than the policy intends because requests fail or take too long.
    pub stale: bool,
}

/// Value that is requested when it is needed, cached, and used for a while if further requests fail.
///
/// Concurrent callers share one request. If it panics, they all receive [`Interrupted::interrupted`]. `T` and `E` are
/// cloned per caller, so large ones belong into an `Arc`.
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

    /// Creates a cell with a value for callers that cannot wait; the first other caller requests a newer one.
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

    /// Returns the value by the policy, with its state.
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
            // Its result may predate the call.
            let _ = flight.await;
        }
        let flight = {
            let mut state = self.state();
            // A request of a concurrent caller started after the earlier one had ended.
            let concurrent = state.in_flight(self.clocks.now());
            concurrent.unwrap_or_else(|| self.start(&mut state, fetch))
        };
        flight.await
    }

    /// Returns the request in flight, or the last one while the policy permits no other; otherwise starts one.
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

    /// Returns the result of the last request, successful or not, while the policy permits no other.
    pub fn fresh(&self) -> Option<Result<T, E>> {
        let settled = self.state().settled(&self.policy, self.clocks.now());
        settled.map(|(_, result)| result)
    }

    /// Returns the last value if it was requested less than this time ago.
    pub fn last(&self, at_most: Duration) -> Option<T> {
        let now = self.clocks.now();
        let state = self.state();
        let last = state.last.as_ref()?;
        (last.began.age(now) < at_most).then(|| last.value.clone())
    }

    /// Marks the value as outdated: every later call sees the result of a request that starts after this one, or a
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
                // A panic is a failure of this attempt: it would otherwise count as in flight, and the callers that
                // share it would not be woken.
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
