//! Who is asked next, and when it is time to give up.

use super::pool::Pool;
use crate::client::{Deadline, within};
use crate::failure::Failure;
use std::time::Duration;
use tokio::time::Instant;
use wallet_core::ports::upstream::UpstreamError;

/// Attempts of one question altogether.
const AT_MOST: usize = 3;

/// The first retry waits up to this long, each further one up to twice as long as the one before.
const FIRST_WAIT: Duration = Duration::from_millis(100);
const LONGEST_WAIT: Duration = Duration::from_secs(1);

/// The attempts of one question.
pub(super) struct Attempts<'a, S: ?Sized> {
    pool: &'a Pool<S>,
    deadline: Deadline,
    made: usize,
    retries: u32,
    /// What came of each upstream so far.
    tried: Vec<Tried>,
    failures: Vec<Failure>,
}

/// An attempt to be made.
pub(super) struct Attempt {
    /// The place of the upstream in the pool.
    pub(super) which: usize,
    /// Until when.
    pub(super) deadline: Deadline,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Tried {
    /// Not asked yet.
    Not,
    /// It failed in a way that may be over soon.
    MayAgain,
    /// There is no use in asking it again.
    Done,
}

impl<'a, S: ?Sized + Send + Sync + 'static> Attempts<'a, S> {
    /// No attempt has been made.
    pub(super) fn new(pool: &'a Pool<S>, deadline: Deadline) -> Self {
        Self {
            pool,
            deadline,
            made: 0,
            retries: 0,
            tried: vec![Tried::Not; pool.members().len()],
            failures: Vec::new(),
        }
    }

    /// The next attempt: at the first upstream that was not asked yet, else once more at one that was, after a while.
    pub(super) async fn next(&mut self) -> Option<Attempt> {
        if self.made == AT_MOST || self.left().is_zero() {
            return None;
        }
        let which = match self.untried() {
            Some(which) => which,
            None => self.again().await?,
        };
        self.made += 1;
        let deadline = within(self.deadline, self.share(which));
        Some(Attempt { which, deadline })
    }

    /// Notes that an upstream gave no usable answer.
    pub(super) fn failed(&mut self, which: usize, failure: Failure) {
        if matches!(failure, Failure::Paused { .. }) {
            // Nothing was sent.
            self.made -= 1;
        }
        self.tried[which] = match failure {
            Failure::NotSent { .. }
            | Failure::Lost { .. }
            | Failure::TimedOut
            | Failure::Refused { retry_after: None, .. } => Tried::MayAgain,
            Failure::Refused { .. }
            | Failure::Unusable { .. }
            | Failure::Declined { .. }
            | Failure::Paused { .. }
            | Failure::Behind { .. } => Tried::Done,
        };
        self.failures.push(failure);
    }

    /// Notes that an upstream answered, and another is asked all the same.
    pub(super) fn answered(&mut self, which: usize) {
        self.tried[which] = Tried::Done;
    }

    /// Whether an upstream failed, or could not be asked.
    pub(super) fn have_failed(&self) -> bool {
        !self.failures.is_empty()
    }

    /// Why there is no answer.
    pub(super) fn outcome(self) -> UpstreamError {
        Failure::outcome_of(self.failures)
    }

    fn untried(&mut self) -> Option<usize> {
        for which in 0..self.tried.len() {
            if self.tried[which] == Tried::Not {
                match self.pool.admit(which) {
                    Ok(()) => return Some(which),
                    Err(failure) => {
                        self.tried[which] = Tried::Done;
                        self.failures.push(failure);
                    }
                }
            }
        }
        None
    }

    /// An upstream that may be asked again, after the wait for it.
    async fn again(&mut self) -> Option<usize> {
        let which = self.tried.iter().position(|tried| *tried == Tried::MayAgain)?;
        let wait = full_jitter(self.retries);
        self.retries += 1;
        if wait >= self.left() || !self.pool.may_retry() {
            return None;
        }
        tokio::time::sleep(wait).await;
        // Others may have found out meanwhile that there is no use in it.
        self.pool.admit(which).ok()?;
        Some(which)
    }

    /// The time for an attempt: a fair share of what is left, so that one that hangs leaves time for the others.
    fn share(&self, which: usize) -> Duration {
        let untried = self.tried.iter().enumerate();
        let untried = untried
            .filter(|(other, tried)| *other != which && **tried == Tried::Not)
            .count();
        let parts = 1 + untried.min(AT_MOST - self.made);
        let parts = u32::try_from(parts).unwrap_or(u32::MAX);
        self.pool.attempt_time().min(self.left() / parts)
    }

    fn left(&self) -> Duration {
        Instant::from_std(self.deadline.moment()).saturating_duration_since(Instant::now())
    }
}

/// A wait between nothing and a bound that doubles with each retry, so that callers who failed together do not come back
/// together.
fn full_jitter(retries: u32) -> Duration {
    let bound = FIRST_WAIT
        .saturating_mul(2_u32.saturating_pow(retries))
        .min(LONGEST_WAIT);
    bound.mul_f64(fastrand::f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_lie_below_a_bound_that_doubles() {
        for (retries, bound) in [(0, 100), (1, 200), (2, 400), (4, 1000), (40, 1000)] {
            let bound = Duration::from_millis(bound);
            let waits: Vec<_> = (0..200).map(|_| full_jitter(retries)).collect();
            assert!(waits.iter().all(|wait| *wait < bound), "{retries}");
            // The chance that one of 200 lies in neither half is 2^-199.
            assert!(waits.iter().any(|wait| *wait < bound / 2), "{retries}");
            assert!(waits.iter().any(|wait| *wait > bound / 2), "{retries}");
        }
    }
}
