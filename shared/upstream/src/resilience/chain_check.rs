//! State of the verification that an upstream follows the configured chain and network
//! (docs/decisions/upstreams.md#verified-chains-of-upstreams).

use crate::failure::Failure;
use futures::future::BoxFuture;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use wallet_refresh::{Clocks, Flight, Policy, Refreshing};

/// Interval after which an upstream of another chain is verified again.
const RECHECK: Duration = Duration::from_mins(5);

/// Result of the verification of one upstream.
pub(super) struct ChainCheck {
    result: Refreshing<bool, Failure>,
    /// Set once the upstream is verified, which is final for this process.
    is_verified: Arc<AtomicBool>,
}

/// Verification in flight or completed, `None` if the upstream is verified.
pub(super) type ChainRequest = Option<Flight<bool, Failure>>;

impl ChainCheck {
    /// Creates the state of an upstream that is not verified.
    pub(super) fn new(clocks: Clocks) -> Self {
        Self {
            result: Refreshing::new(clocks, Policy::fresh_for(RECHECK)),
            is_verified: Arc::default(),
        }
    }

    /// Takes the upstream for verified.
    pub(super) fn trust(&self) {
        self.is_verified.store(true, Ordering::Relaxed);
    }

    /// Returns true if the last verification showed that the upstream follows another chain.
    pub(super) fn is_of_another_chain(&self) -> bool {
        !self.is_verified.load(Ordering::Relaxed) && self.result.fresh() == Some(Ok(false))
    }

    /// Returns the verification, which starts now unless the upstream is verified or one is in flight.
    pub(super) fn join(&self, request: impl FnOnce() -> BoxFuture<'static, Result<bool, Failure>>) -> ChainRequest {
        if self.is_verified.load(Ordering::Relaxed) {
            return None;
        }
        let verified = Arc::clone(&self.is_verified);
        let start = || -> BoxFuture<'static, _> {
            let request = request();
            Box::pin(async move {
                let follows = request.await?;
                verified.store(follows, Ordering::Relaxed);
                Ok(follows)
            })
        };
        Some(self.result.join(start))
    }
}
