//! Leaves an upstream alone that fails time after time.
//!
//! Closed, it lets everything pass and counts. It opens after [`IN_A_ROW`] failures in a row, or when half of the last
//! [`RECENT`] calls failed. Open, it lets one call through every [`OPEN_FOR`], and closes when a call succeeds.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// So many failures in a row open it.
const IN_A_ROW: u32 = 5;
/// Of so many calls, half failing opens it.
const RECENT: u32 = 20;
/// How long it stays open before it lets a call through to try.
const OPEN_FOR: Duration = Duration::from_secs(10);

/// How an upstream's last calls ended, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Condition {
    /// None has failed since the last that succeeded.
    Good,
    /// The last one failed.
    Failing,
    /// Too many failed.
    Open,
}

/// What an upstream's last calls came to.
#[derive(Debug, Default)]
pub struct Breaker(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    in_a_row: u32,
    /// The last calls, the newest in the lowest bit; a failure is a one.
    recent: u32,
    /// How many of the bits have been written.
    counted: u32,
    /// Since when nothing passes: since it opened, or since the last call that it let through to try.
    shut: Option<Instant>,
}

impl Breaker {
    /// Lets a call pass, or says in how long one may. A call that passes an open breaker is the one to try: the next may
    /// pass [`OPEN_FOR`] later, should nobody ever hear what became of this one.
    pub fn pass(&self) -> Result<(), Duration> {
        let mut state = self.state();
        match state.left() {
            Some(left) if left > Duration::ZERO => Err(left),
            Some(_) => {
                state.shut = Some(Instant::now());
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// In how long a call may pass, when none may now.
    pub fn shut(&self) -> Option<Duration> {
        self.state().left().filter(|left| *left > Duration::ZERO)
    }

    /// How the last calls ended.
    pub fn condition(&self) -> Condition {
        let state = self.state();
        match (state.shut, state.in_a_row) {
            (Some(_), _) => Condition::Open,
            (None, 0) => Condition::Good,
            (None, _) => Condition::Failing,
        }
    }

    /// Notes a success; true when that closed it.
    pub fn succeeded(&self) -> bool {
        let mut state = self.state();
        state.count(false);
        state.in_a_row = 0;
        state.shut.take().is_some()
    }

    /// Notes a failure; true when that opened it.
    pub fn failed(&self) -> bool {
        let mut state = self.state();
        if state.shut.is_some() {
            return false;
        }
        state.count(true);
        state.in_a_row += 1;
        let half = state.counted == RECENT && state.recent.count_ones() * 2 >= RECENT;
        let opens = half || state.in_a_row >= IN_A_ROW;
        if opens {
            *state = State {
                shut: Some(Instant::now()),
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

    /// How long it stays shut, `None` when it is closed.
    fn left(&self) -> Option<Duration> {
        self.shut.map(|since| OPEN_FOR.saturating_sub(since.elapsed()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::time::advance;

    fn opened_by(calls: impl IntoIterator<Item = bool>) -> Option<usize> {
        let breaker = Breaker::default();
        calls
            .into_iter()
            .position(|good| if good { breaker.succeeded() } else { breaker.failed() })
    }

    fn open() -> Breaker {
        let breaker = Breaker::default();
        let opened = [(); 5].map(|()| breaker.failed());
        assert_eq!(opened, [false, false, false, false, true]);
        breaker
    }

    #[tokio::test(start_paused = true)]
    async fn five_failures_in_a_row_open_it() {
        assert_eq!(opened_by([false; 5]), Some(4));
        assert_eq!(
            opened_by([false, false, false, false, true, false, false, false, false]),
            None
        );
    }

    #[tokio::test(start_paused = true)]
    async fn half_of_the_last_twenty_failing_opens_it() {
        let every_other = (0..40).map(|call| call % 2 == 1);
        assert_eq!(opened_by(every_other), Some(20), "the first failure after twenty calls");
        let every_third = (0..300).map(|call| call % 3 != 0);
        assert_eq!(opened_by(every_third), None);
    }

    #[tokio::test(start_paused = true)]
    async fn open_it_lets_one_call_through_every_ten_seconds() {
        let breaker = open();
        assert_eq!(breaker.pass(), Err(OPEN_FOR));
        advance(Duration::from_secs(4)).await;
        assert_eq!(breaker.shut(), Some(Duration::from_secs(6)));
        advance(Duration::from_secs(6)).await;
        assert_eq!((breaker.shut(), breaker.pass()), (None, Ok(())));
        assert_eq!(breaker.pass(), Err(OPEN_FOR), "one is on its way");
        assert!(!breaker.failed(), "it was open already");
        advance(OPEN_FOR).await;
        assert_eq!(breaker.pass(), Ok(()), "whatever became of the first");
    }

    #[tokio::test(start_paused = true)]
    async fn a_success_closes_it_and_forgets_the_failures() {
        let breaker = open();
        assert_eq!(breaker.condition(), Condition::Open);
        advance(OPEN_FOR).await;
        assert_eq!(breaker.pass(), Ok(()));
        assert!(breaker.succeeded());
        assert_eq!(breaker.condition(), Condition::Good);
        assert_eq!((breaker.shut(), breaker.pass()), (None, Ok(())));
        assert_eq!([(); 5].map(|()| breaker.failed()), [false, false, false, false, true]);
    }
}
