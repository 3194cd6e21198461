//! Ages that include the time for which a function was frozen.

use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;
use wallet_core::ports::system::{Clock, Timestamp};

/// Reading of both clocks. The steady clock may stop while a function is frozen; the wall clock may be set
/// back.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    steady: Instant,
    wall: Timestamp,
}

impl Moment {
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
    pub fn now(&self) -> Moment {
        Moment {
            steady: Instant::now(),
            wall: self.0.now(),
        }
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    /// Wall clock that the test sets.
    #[derive(Debug, Default)]
    pub struct HandClock(AtomicU64);

    impl HandClock {
        pub fn set(&self, seconds: u64) {
            self.0.store(seconds, Ordering::Relaxed);
        }
    }

    impl Clock for HandClock {
        fn now(&self) -> Timestamp {
            Timestamp::from_secs(self.0.load(Ordering::Relaxed))
        }
    }

    #[tokio::test(start_paused = true)]
    async fn age_follows_the_clock_that_moved_further() {
        let wall = Arc::new(HandClock::default());
        wall.set(1000);
        let clocks = Clocks::new(wall.clone());
        let start = clocks.now();
        tokio::time::advance(Duration::from_secs(3)).await;
        assert_eq!(start.age(clocks.now()), Duration::from_secs(3));
        // Frozen for five minutes: the steady clock stopped.
        wall.set(1300);
        assert_eq!(start.age(clocks.now()), Duration::from_mins(5));
        // Set back: the steady clock still advances.
        wall.set(10);
        assert_eq!(start.age(clocks.now()), Duration::from_secs(3));
    }
}
