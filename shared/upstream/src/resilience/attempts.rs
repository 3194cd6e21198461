//! Upstream selection, retries and the end of a request.

use super::Source;
use super::lane::Lane;
use super::pool::{Attempt, Pool};
use crate::client::{Deadline, within};
use crate::failure::Failure;
use std::time::Duration;
use tokio::time::Instant;
use wallet_core::ports::upstream::UpstreamError;

/// Maximum number of attempts per request.
const MAX_ATTEMPTS: usize = 3;

/// Maximum delay before the first retry. The delay doubles with each retry.
const FIRST_DELAY: Duration = Duration::from_millis(100);
const MAX_DELAY: Duration = Duration::from_secs(1);

/// Returns true for the upstreams that a request may use.
pub(super) type Selection<'a, S> = &'a (dyn Fn(&S) -> bool + Sync);

/// Attempts of a request.
pub(super) struct Attempts<'a, S: ?Sized> {
    pool: &'a Pool<S>,
    lane: Lane,
    deadline: Deadline,
    made: usize,
    retries: u32,
    /// False once no attempt is made at an upstream that was queried before.
    may_retry: bool,
    /// State of each upstream so far.
    states: Vec<AttemptState>,
    failures: Vec<Failure>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum AttemptState {
    /// Not queried yet.
    Not,
    /// Failed in a way that may be temporary.
    MayAgain,
    /// A further attempt would be useless.
    Done,
}

impl<'a, S: Source + ?Sized> Attempts<'a, S> {
    /// Creates the attempts at the upstreams of a selection.
    pub(super) fn new(pool: &'a Pool<S>, selection: Selection<'_, S>, lane: Lane, deadline: Deadline) -> Self {
        let members = pool.members().iter();
        let states = members.map(|member| {
            if selection(member.source()) {
                AttemptState::Not
            } else {
                AttemptState::Done
            }
        });
        Self {
            pool,
            lane,
            deadline,
            made: 0,
            retries: 0,
            may_retry: true,
            states: states.collect(),
            failures: Vec::new(),
        }
    }

    /// Returns the next attempt: at the first upstream not queried yet, otherwise a delayed retry.
    pub(super) async fn next(&mut self) -> Option<Attempt> {
        if self.made == MAX_ATTEMPTS || self.remaining().is_zero() {
            return None;
        }
        let which = match self.untried() {
            Some(which) => which,
            None => self.again().await?,
        };
        self.made += 1;
        let deadline = within(self.deadline, self.share(which));
        let lane = self.lane;
        Some(Attempt { which, deadline, lane })
    }

    /// Records that an upstream returned no usable response.
    pub(super) fn failed(&mut self, which: usize, failure: Failure) {
        if matches!(failure, Failure::Paused { .. }) {
            // Nothing was sent.
            self.made -= 1;
        }
        self.states[which] = match failure {
            Failure::NotSent { .. }
            | Failure::Lost { .. }
            | Failure::TimedOut
            | Failure::Throttled { retry_after: None, .. } => AttemptState::MayAgain,
            Failure::Throttled { .. }
            | Failure::ServerError { .. }
            | Failure::Unusable { .. }
            | Failure::Declined { .. }
            | Failure::RejectedRequest { .. }
            | Failure::TooLong { .. }
            | Failure::OutOfTime { .. }
            | Failure::Paused { .. }
            | Failure::Lagging { .. } => AttemptState::Done,
        };
        self.failures.push(failure);
    }

    /// Records that an upstream responded although the search continues.
    pub(super) fn responded(&mut self, which: usize) {
        self.states[which] = AttemptState::Done;
    }

    /// Ends the retries: only upstreams that were not queried yet are left.
    pub(super) const fn end_retries(&mut self) {
        self.may_retry = false;
    }

    /// Returns true if an upstream failed or was not available.
    pub(super) fn have_failed(&self) -> bool {
        !self.failures.is_empty()
    }

    /// Returns the error for the request.
    pub(super) fn outcome(self) -> UpstreamError {
        Failure::outcome_of(self.failures)
    }

    fn untried(&mut self) -> Option<usize> {
        for which in 0..self.states.len() {
            if self.states[which] == AttemptState::Not {
                match self.pool.admit(which, self.lane) {
                    Ok(()) => return Some(which),
                    Err(failure) => {
                        self.states[which] = AttemptState::Done;
                        self.failures.push(failure);
                    }
                }
            }
        }
        None
    }

    /// Returns an upstream for a retry, after the backoff.
    async fn again(&mut self) -> Option<usize> {
        let which = self.states.iter().position(|state| *state == AttemptState::MayAgain)?;
        let delay = full_jitter(self.retries);
        self.retries += 1;
        if !self.may_retry || delay >= self.remaining() || !self.pool.may_retry() {
            return None;
        }
        tokio::time::sleep(delay).await;
        // A concurrent request may have shown that the upstream is down.
        self.pool.admit(which, self.lane).ok()?;
        Some(which)
    }

    /// Returns the time for an attempt: a fair share of the remaining time, so that an upstream that hangs
    /// leaves time for the remaining upstreams.
    fn share(&self, which: usize) -> Duration {
        let untried = self.states.iter().enumerate();
        let untried = untried
            .filter(|(other, state)| *other != which && **state == AttemptState::Not)
            .count();
        let parts = 1 + untried.min(MAX_ATTEMPTS - self.made);
        let parts = u32::try_from(parts).unwrap_or(u32::MAX);
        self.pool.attempt_time().min(self.remaining() / parts)
    }

    fn remaining(&self) -> Duration {
        Instant::from_std(self.deadline.instant()).saturating_duration_since(Instant::now())
    }
}

/// Returns a random delay below a bound that doubles with each retry, so that callers that failed together do
/// not retry together.
fn full_jitter(retries: u32) -> Duration {
    let bound = FIRST_DELAY.saturating_mul(2_u32.saturating_pow(retries)).min(MAX_DELAY);
    bound.mul_f64(fastrand::f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_stay_below_a_bound_that_doubles() {
        for (retries, bound) in [(0, 100), (1, 200), (2, 400), (4, 1000), (40, 1000)] {
            let bound = Duration::from_millis(bound);
            let delays: Vec<_> = (0..200).map(|_| full_jitter(retries)).collect();
            assert!(delays.iter().all(|delay| *delay < bound), "{retries}");
            // The probability that all of 200 delays fall in the same half is 2^-199.
            assert!(delays.iter().any(|delay| *delay < bound / 2), "{retries}");
            assert!(delays.iter().any(|delay| *delay > bound / 2), "{retries}");
        }
    }
}
