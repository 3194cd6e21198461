//! A fixed clock.

use std::sync::Arc;
use wallet_core::ports::system::{Clock, Timestamp};

/// A clock that always returns the same time.
pub struct FixedClock(pub Timestamp);

impl FixedClock {
    /// Returns a clock for code that does not depend on the time.
    pub fn at_zero() -> Arc<dyn Clock> {
        Self::at(Timestamp::default())
    }

    /// Returns a clock for code that depends on the time.
    pub fn at(time: Timestamp) -> Arc<dyn Clock> {
        Arc::new(Self(time))
    }
}

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        self.0
    }
}
