//! Circuit breaker of an upstream.
//!
//! When closed, the breaker admits and counts all calls. The breaker opens after [`IN_A_ROW`] consecutive failures, or
//! if half of the last [`RECENT`] calls failed. When open, the breaker admits a trial call per [`OPEN_FOR`], and closes
//! once a call succeeds.

use crate::client::{Deadline, after};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// Consecutive failures that open the breaker.
const IN_A_ROW: u32 = 5;
/// Number of recent calls of which half must fail to open the breaker.
const RECENT: u32 = 20;
/// Time for which the breaker stays open before a trial call.
const OPEN_FOR: Duration = Duration::from_secs(10);

/// Returns true if a call that starts now has half of the time of an attempt before the deadline. Otherwise a timeout is due to
/// the caller's deadline and not to the upstream.
pub(super) fn has_time(deadline: Deadline, attempt: Duration) -> bool {
    deadline >= after(attempt / 2)
}

/// Results of an upstream's last calls, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CallHealth {
    /// No call has failed since the last success.
    Healthy,
    /// The last call failed.
    Failing,
    /// The breaker is open after too many failures.
    Open,
}

/// Circuit breaker over an upstream's recent calls.
#[derive(Debug, Default)]
pub struct CircuitBreaker(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    in_a_row: u32,
    /// Recent calls, the latest in the lowest bit; a set bit is a failure.
    recent: u32,
    /// Number of bits written.
    counted: u32,
    /// Start of the current blocking period: the opening, or the last trial call.
    blocked_since: Option<Instant>,
}

impl CircuitBreaker {
    /// Admits a call, or returns the time until the next admission. A call that an open breaker admits is the
    /// trial call. The next trial is admitted [`OPEN_FOR`] later, even if the result of this trial is never
    /// recorded.
    pub fn pass(&self) -> Result<(), Duration> {
        let mut state = self.state();
        match state.remaining() {
            Some(remaining) if remaining > Duration::ZERO => Err(remaining),
            Some(_) => {
                state.blocked_since = Some(Instant::now());
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Checks that the breaker is closed, or returns the time until the next trial call.
    pub fn check_closed(&self) -> Result<(), Duration> {
        self.state().remaining().map_or(Ok(()), Err)
    }

    /// Returns the time until the next trial call if none is admitted now.
    pub fn retry_after(&self) -> Option<Duration> {
        self.state().remaining().filter(|remaining| *remaining > Duration::ZERO)
    }

    /// Returns the health of the last calls.
    pub fn health(&self) -> CallHealth {
        let state = self.state();
        match (state.blocked_since, state.in_a_row) {
            (Some(_), _) => CallHealth::Open,
            (None, 0) => CallHealth::Healthy,
            (None, _) => CallHealth::Failing,
        }
    }

    /// Records a success; returns true if the breaker closed.
    pub fn succeeded(&self) -> bool {
        let mut state = self.state();
        state.count(false);
        state.in_a_row = 0;
        state.blocked_since.take().is_some()
    }

    /// Records a failure; returns true if the breaker opened.
    pub fn failed(&self) -> bool {
        let mut state = self.state();
        if state.blocked_since.is_some() {
            return false;
        }
        state.count(true);
        state.in_a_row += 1;
        let half = state.counted == RECENT && state.recent.count_ones() * 2 >= RECENT;
        let opens = half || state.in_a_row >= IN_A_ROW;
        if opens {
            *state = State {
                blocked_since: Some(Instant::now()),
                ..State::default()
            };
        }
        opens
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn count(&mut self, failure: bool) {
        self.recent = (self.recent << 1 | u32::from(failure)) & ((1 << RECENT) - 1);
        self.counted = (self.counted + 1).min(RECENT);
    }

    /// Returns the remaining blocking time, `None` if the breaker is closed.
    fn remaining(&self) -> Option<Duration> {
        self.blocked_since.map(|since| OPEN_FOR.saturating_sub(since.elapsed()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::time::advance;

    fn opened_by(calls: impl IntoIterator<Item = bool>) -> Option<usize> {
        let breaker = CircuitBreaker::default();
        calls.into_iter().position(|succeeds| {
            if succeeds {
                breaker.succeeded()
            } else {
                breaker.failed()
            }
        })
    }

    fn open() -> CircuitBreaker {
        let breaker = CircuitBreaker::default();
        let opened = [(); 5].map(|()| breaker.failed());
        assert_eq!(opened, [false, false, false, false, true]);
        breaker
    }

    #[tokio::test(start_paused = true)]
    async fn five_consecutive_failures_open_it() {
        assert_eq!(opened_by([false; 5]), Some(4));
        assert_eq!(
            opened_by([false, false, false, false, true, false, false, false, false]),
            None
        );
    }

    #[tokio::test(start_paused = true)]
    async fn ten_failures_in_twenty_calls_open_it() {
        let every_other = (0..40).map(|call| call % 2 == 1);
        assert_eq!(opened_by(every_other), Some(20), "the first failure after twenty calls");
        let every_third = (0..300).map(|call| call % 3 != 0);
        assert_eq!(opened_by(every_third), None);
    }

    #[tokio::test(start_paused = true)]
    async fn open_breaker_admits_one_call_every_ten_seconds() {
        let breaker = open();
        assert_eq!(breaker.pass(), Err(OPEN_FOR));
        advance(Duration::from_secs(4)).await;
        assert_eq!(breaker.retry_after(), Some(Duration::from_secs(6)));
        advance(Duration::from_secs(6)).await;
        assert_eq!((breaker.retry_after(), breaker.pass()), (None, Ok(())));
        assert_eq!(breaker.pass(), Err(OPEN_FOR), "a trial call is in flight");
        assert!(!breaker.failed(), "it was already open");
        advance(OPEN_FOR).await;
        assert_eq!(breaker.pass(), Ok(()), "regardless of the first trial's outcome");
    }

    #[tokio::test(start_paused = true)]
    async fn success_closes_it_and_clears_the_failures() {
        let breaker = open();
        assert_eq!(breaker.health(), CallHealth::Open);
        advance(OPEN_FOR).await;
        assert_eq!(breaker.pass(), Ok(()));
        assert!(breaker.succeeded());
        assert_eq!(breaker.health(), CallHealth::Healthy);
        assert_eq!((breaker.retry_after(), breaker.pass()), (None, Ok(())));
        assert_eq!([(); 5].map(|()| breaker.failed()), [false, false, false, false, true]);
    }
}
