//! Lanes of requests to an upstream, and the lane of optional requests: those whose results only complete a response
//! (docs/decisions/upstreams.md#optional-requests).
//!
//! Optional requests have few separate permits. A failure stops optional requests of its topic for a while, and never
//! affects other requests to the upstream. A call of a contract that takes too long stops none, since any caller can
//! choose such a contract, nor does a call that the caller's deadline ends before half of the time of an attempt.

use super::breaker::has_time;
use crate::client::Deadline;
use crate::failure::Failure;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::time::{Instant, timeout_at};

/// The purpose of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// The response depends on this request.
    Required,
    /// The request only completes a response: a failure affects only requests of the same topic
    /// (docs/decisions/upstreams.md#optional-requests).
    Optional(Topic),
}

/// The topic of optional requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Topic {
    /// Contracts that a caller chooses.
    Contracts,
    /// The code of a recipient.
    Code,
    /// Transactions that a caller chooses.
    Simulations,
    /// Receipts of the transactions of a history.
    Receipts,
    /// Lists that a history omits.
    Lists,
    /// Effects of transactions.
    Effects,
    /// Trades of an account.
    Trades,
    /// Offers of a market.
    Market,
    /// Times at which a server first saw transactions.
    FirstSeen,
    /// Pending transactions of an address.
    Pool,
    /// L1 fees of pending transactions.
    L1Fees,
    /// Replacements that servers report or show.
    Replacements,
    /// Spenders of outputs, and transactions by their nonce.
    Spenders,
    /// Blocks with all transactions, for notifications.
    Blocks,
    /// Traces of the transactions of a block.
    Traces,
    /// Logs of the events of contracts.
    Logs,
    /// Records of names in contracts that a caller chooses.
    Names,
}

/// Concurrent optional requests to an upstream.
const PERMITS: usize = 2;

/// Minimum time without optional requests of a topic after a failure.
const REST: Duration = Duration::from_secs(30);

/// Lane of an upstream.
#[derive(Debug)]
pub(super) struct OptionalLane {
    /// Time for an attempt.
    attempt: Duration,
    permits: Semaphore,
    rests_until: Mutex<HashMap<Topic, Instant>>,
}

impl OptionalLane {
    /// Creates the lane of an upstream whose attempts have this time.
    pub(super) fn new(attempt: Duration) -> Self {
        Self {
            attempt,
            permits: Semaphore::new(PERMITS),
            rests_until: Mutex::default(),
        }
    }

    /// Sends the request, unless a request of the topic failed a short time ago. `admit` checks if the upstream takes
    /// requests.
    pub(super) async fn call<T>(
        &self,
        topic: Topic,
        deadline: Deadline,
        admit: impl Fn() -> Result<(), Failure>,
        call: impl Future<Output = Result<T, Failure>>,
    ) -> Result<T, Failure> {
        self.check(topic)?;
        let end = Instant::from_std(deadline.instant());
        // The semaphore is never closed, so an error means that the wait timed out.
        let Ok(Ok(_permit)) = timeout_at(end, self.permits.acquire()).await else {
            return Err(Failure::Paused { wait: REST });
        };
        self.check(topic)?;
        admit()?;
        if end <= Instant::now() {
            return Err(Failure::TimedOut);
        }
        let had_time = has_time(deadline, self.attempt);
        let response = timeout_at(end, call).await.unwrap_or(Err(Failure::TimedOut));
        match &response {
            Err(Failure::TimedOut) if !had_time => {}
            Ok(_)
            | Err(
                Failure::Declined { .. }
                | Failure::RejectedRequest { .. }
                | Failure::TooLong { .. }
                | Failure::OutOfTime { .. },
            ) => {}
            Err(failure)
                if matches!(topic, Topic::Contracts | Topic::Simulations | Topic::Names) && is_slow(failure) => {}
            Err(Failure::Throttled { retry_after, .. }) => self.rest(topic, retry_after.unwrap_or_default()),
            Err(_) => self.rest(topic, Duration::ZERO),
        }
        response
    }

    /// Checks that optional requests of this topic are not stopped.
    pub(super) fn check(&self, topic: Topic) -> Result<(), Failure> {
        let rests = self.rests_until.lock().unwrap_or_else(PoisonError::into_inner);
        let until = rests.get(&topic);
        let wait = until.map(|until| until.saturating_duration_since(Instant::now()));
        match wait {
            Some(wait) if wait > Duration::ZERO => Err(Failure::Paused { wait }),
            _ => Ok(()),
        }
    }

    fn rest(&self, topic: Topic, requested: Duration) {
        let until = Instant::now() + requested.max(REST);
        let mut rests = self.rests_until.lock().unwrap_or_else(PoisonError::into_inner);
        let rest = rests.entry(topic).or_insert(until);
        *rest = until.max(*rest);
    }
}

/// Returns true if the response took too long, for the upstream or for a gateway in front.
const fn is_slow(failure: &Failure) -> bool {
    matches!(failure, Failure::TimedOut | Failure::Lost { .. })
}
