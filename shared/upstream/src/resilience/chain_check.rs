//! Verification that an upstream follows the configured chain and network (docs/decisions/0434).

use super::member::Member;
use super::source::Source;
use crate::client::{Deadline, after};
use crate::failure::Failure;
use futures::future::BoxFuture;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::time::{Instant, timeout_at};
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

    fn join(&self, request: impl FnOnce() -> BoxFuture<'static, Result<bool, Failure>>) -> ChainRequest {
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

impl<S: Source + ?Sized> Member<S> {
    /// Returns the verification, which starts now unless the upstream is verified or one is in flight. It is shared, so
    /// it has the time of an attempt whatever the deadline of a caller. `before` is awaited first if the adapter learns
    /// the chain from the head.
    pub(super) fn request_chain(&self, before: impl Future<Output = ()> + Send + 'static) -> ChainRequest {
        let deadline = after(self.attempt_time());
        let (kind, host) = (self.kind.name(), self.host.clone());
        let source = Arc::clone(self.shared_source());
        self.chain_check().join(|| {
            Box::pin(async move {
                if source.head_has_chain() {
                    before.await;
                }
                let follows = source.follows_chain(deadline).await?;
                if !follows {
                    tracing::error!(kind, %host, "upstream follows another chain or network, and is not used");
                }
                Ok(follows)
            })
        })
    }

    /// Awaits a verification until the deadline. Its failure counts against this upstream only.
    pub(super) async fn verify(&self, request: ChainRequest, deadline: Deadline) -> Result<(), Failure> {
        let Some(request) = request else { return Ok(()) };
        match timeout_at(Instant::from_std(deadline.instant()), request).await {
            Ok(Ok(true)) => Ok(()),
            Ok(Ok(false)) => Err(another_chain()),
            Ok(Err(failure)) => {
                self.failed(&failure);
                Err(failure)
            }
            Err(_) => Err(Failure::TimedOut),
        }
    }

    /// Checks before a submission that the upstream follows the chain. After a failure nothing was sent.
    pub(crate) async fn verify_before_submission(&self, deadline: Deadline) -> Result<(), Failure> {
        let verified = self.verify(self.request_chain(async {}), deadline).await;
        verified.map_err(|failure| match failure {
            Failure::Lagging { .. } | Failure::Paused { .. } | Failure::Throttled { status: 429, .. } => failure,
            other => Failure::NotSent {
                cause: format!("chain not verified: {other}"),
            },
        })
    }

    /// Returns the failure of an upstream that is known to follow another chain.
    pub(super) fn admit_chain(&self) -> Result<(), Failure> {
        if self.chain_check().is_of_another_chain() {
            Err(another_chain())
        } else {
            Ok(())
        }
    }
}

fn another_chain() -> Failure {
    Failure::Lagging {
        cause: "it follows another chain or network".to_owned(),
    }
}
