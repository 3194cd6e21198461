//! When a value is requested again: the policy, the clocks that measure ages, and requests without a result.

use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::{Clock, Timestamp};
use wallet_core::ports::upstream::UpstreamError;

/// When a value is used and when a new request is sent. Ages count from the start of the request.
#[derive(Clone, Copy, Debug)]
pub struct Policy {
    /// Age below which a value is used without a new request.
    pub fresh_for: Duration,
    /// Age below which an older value is returned immediately, while a request runs in the background.
    pub background_for: Duration,
    /// Age below which an older value is returned if the request fails or takes longer than `wait`.
    pub stale_for: Duration,
    /// Maximum time for which a caller waits for a request despite an older value.
    pub wait: Duration,
    /// Minimum interval between the starts of two requests.
    pub min_interval: Duration,
    /// Minimum time between the end of a failed request and the next request.
    pub backoff: Duration,
}

impl Policy {
    /// Returns the policy of values that are never used when older than this. A failed request is repeated by the
    /// next caller.
    pub const fn fresh_for(fresh_for: Duration) -> Self {
        Self {
            fresh_for,
            background_for: Duration::ZERO,
            stale_for: Duration::ZERO,
            wait: Duration::MAX,
            min_interval: Duration::ZERO,
            backoff: Duration::ZERO,
        }
    }
}

/// Reading of both clocks. The steady clock may stop while a function is frozen; the wall clock may be set back.
#[derive(Clone, Copy, Debug)]
pub struct ClockReading {
    steady: Instant,
    wall: Timestamp,
}

impl ClockReading {
    /// Returns the time from this reading to `now` by the clock that has moved further. Overestimating the age
    /// costs an unnecessary request to an upstream; underestimating it would take stale data for fresh.
    pub fn age(self, now: Self) -> Duration {
        let steady = now.steady.saturating_duration_since(self.steady);
        steady.max(now.wall.since(self.wall))
    }

    /// Returns the wall clock's reading.
    pub fn wall(self) -> Timestamp {
        self.wall
    }
}

/// Steady clock of the runtime and a wall clock.
#[derive(Clone)]
pub struct Clocks(Arc<dyn Clock>);

impl Clocks {
    /// Combines the steady clock of the runtime with this wall clock.
    pub fn new(wall: Arc<dyn Clock>) -> Self {
        Self(wall)
    }

    /// Reads both clocks.
    pub fn now(&self) -> ClockReading {
        ClockReading {
            steady: Instant::now(),
            wall: self.0.now(),
        }
    }
}

/// The cause, for the log only; the panic is logged where it happens.
const CAUSE: &str = "the request panicked or was cancelled";

/// Error of requests that can end without a result.
pub trait Interrupted {
    /// Returns the error of a request that panicked, or that the end of the runtime cancelled.
    fn interrupted() -> Self;
}

impl Interrupted for UpstreamError {
    fn interrupted() -> Self {
        Self::Unusable {
            cause: CAUSE.to_owned(),
        }
    }
}

impl Interrupted for StoreError {
    fn interrupted() -> Self {
        Self::new(CAUSE)
    }
}
