//! State of a refreshing value: its last value and its last attempt.

use crate::clock_reading::ClockReading;
use crate::policy::Policy;
use futures::future::{BoxFuture, Shared};
use std::time::Duration;

/// Request in flight or completed. It runs as a separate task: its callers may leave, and it still runs to its
/// end and releases its resources (a permit, a connection being opened).
pub type Flight<T, E> = Shared<BoxFuture<'static, Result<T, E>>>;

/// Maximum duration of a request unless the function was frozen: every request has ended by then.
const MAX_FLIGHT: Duration = Duration::from_secs(30);

/// Last value and last attempt.
pub struct State<T, E> {
    pub last: Option<Stored<T>>,
    attempt: Option<Attempt<T, E>>,
    /// True if the last completed attempt failed.
    pub failing: bool,
    /// Number of attempts so far, which identifies the last one.
    attempts: u64,
}

/// Result of the last successful attempt.
#[derive(Clone)]
pub struct Stored<T> {
    pub value: T,
    /// Start of its request.
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
    /// Returns the request in flight. One that a freeze has interrupted is ignored.
    pub fn in_flight(&self, now: ClockReading) -> Option<Flight<T, E>> {
        let attempt = self.attempt.as_ref().filter(|attempt| attempt.ended.is_none())?;
        (attempt.began.age(now) < MAX_FLIGHT).then(|| attempt.flight.clone())
    }

    /// Returns the last attempt if it has completed and the policy does not permit another one yet.
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

    /// Stores the result of an attempt, unless the value was invalidated or another attempt has started since.
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
