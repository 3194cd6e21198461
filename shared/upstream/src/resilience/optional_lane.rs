//! Lane of optional requests to an upstream: those whose results only complete a response
//! (docs/decisions/0438).
//!
//! They have few separate permits. A failure stops optional requests for a while, and never affects other
//! requests to the upstream.

use crate::client::Deadline;
use crate::failure::Failure;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::time::{Instant, timeout_at};

/// Concurrent optional requests to one upstream.
const PERMITS: usize = 2;

/// Minimum time without optional requests after one has failed.
const REST: Duration = Duration::from_secs(30);

/// Lane of one upstream.
#[derive(Debug)]
pub(super) struct OptionalLane {
    permits: Semaphore,
    rests_until: Mutex<Option<Instant>>,
}

impl Default for OptionalLane {
    fn default() -> Self {
        Self {
            permits: Semaphore::new(PERMITS),
            rests_until: Mutex::new(None),
        }
    }
}

impl OptionalLane {
    /// Sends the request, unless one failed a short time ago. `admit` checks if the upstream takes requests.
    pub(super) async fn call<T>(
        &self,
        deadline: Deadline,
        admit: impl Fn() -> Result<(), Failure>,
        call: impl Future<Output = Result<T, Failure>>,
    ) -> Result<T, Failure> {
        self.check()?;
        let end = Instant::from_std(deadline.instant());
        // The semaphore is never closed, so an error means that the wait timed out.
        let Ok(Ok(_permit)) = timeout_at(end, self.permits.acquire()).await else {
            return Err(Failure::Paused { wait: REST });
        };
        self.check()?;
        admit()?;
        let response = timeout_at(end, call).await.unwrap_or(Err(Failure::TimedOut));
        match &response {
            Ok(_) | Err(Failure::Declined { .. } | Failure::TooLong { .. } | Failure::OutOfTime { .. }) => {}
            Err(Failure::Throttled { retry_after, .. }) => self.rest(retry_after.unwrap_or_default()),
            Err(_) => self.rest(Duration::ZERO),
        }
        response
    }

    /// Checks that optional requests are not stopped.
    pub(super) fn check(&self) -> Result<(), Failure> {
        let until = *self.rests_until.lock().unwrap_or_else(PoisonError::into_inner);
        let wait = until.map(|until| until.saturating_duration_since(Instant::now()));
        match wait {
            Some(wait) if wait > Duration::ZERO => Err(Failure::Paused { wait }),
            _ => Ok(()),
        }
    }

    fn rest(&self, requested: Duration) {
        let until = Instant::now() + requested.max(REST);
        let mut rests = self.rests_until.lock().unwrap_or_else(PoisonError::into_inner);
        *rests = Some(rests.map_or(until, |earlier| earlier.max(until)));
    }
}
