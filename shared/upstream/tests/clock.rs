//! A clock that stands.

use std::sync::Arc;
use wallet_core::ports::system::{Clock, Timestamp};

/// A clock that always tells the same moment.
pub struct StoppedClock(pub Timestamp);

impl StoppedClock {
    /// For what does not look at the time.
    pub fn at_zero() -> Arc<dyn Clock> {
        Self::at(Timestamp::default())
    }

    /// For what does.
    pub fn at(moment: Timestamp) -> Arc<dyn Clock> {
        Arc::new(Self(moment))
    }
}

impl Clock for StoppedClock {
    fn now(&self) -> Timestamp {
        self.0
    }
}
