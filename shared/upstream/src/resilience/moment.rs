//! Ages that count the time a function was frozen.

use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;
use wallet_core::ports::system::{Clock, Timestamp};

/// A moment on both clocks. The steady one may stand still while a function is frozen, the wall clock may be set back.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    steady: Instant,
    wall: Timestamp,
}

impl Moment {
    /// How long before `now` this moment was: what the clock says that has moved further. Too old is a needless question
    /// to an upstream, too young is stale data taken for new.
    pub fn age(self, now: Self) -> Duration {
        let steady = now.steady.saturating_duration_since(self.steady);
        steady.max(now.wall.since(self.wall))
    }

    /// The wall clock's side.
    pub fn wall(self) -> Timestamp {
        self.wall
    }
}

/// Both clocks.
#[derive(Clone)]
pub struct Clocks(Arc<dyn Clock>);

impl Clocks {
    /// The steady clock of the runtime, and this one.
    pub fn new(wall: Arc<dyn Clock>) -> Self {
        Self(wall)
    }

    /// The current moment.
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

    /// A wall clock that stands where the test put it.
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
    async fn an_age_is_that_of_the_clock_that_moved_further() {
        let wall = Arc::new(HandClock::default());
        wall.set(1000);
        let clocks = Clocks::new(wall.clone());
        let start = clocks.now();
        tokio::time::advance(Duration::from_secs(3)).await;
        assert_eq!(start.age(clocks.now()), Duration::from_secs(3));
        // Frozen for five minutes: the steady clock stood still.
        wall.set(1300);
        assert_eq!(start.age(clocks.now()), Duration::from_mins(5));
        // Set back: the steady clock still tells.
        wall.set(10);
        assert_eq!(start.age(clocks.now()), Duration::from_secs(3));
    }
}
