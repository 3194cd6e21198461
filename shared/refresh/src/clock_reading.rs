//! Ages that include the time for which a function was frozen.

use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;
use wallet_core::ports::system::{Clock, Timestamp};

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
