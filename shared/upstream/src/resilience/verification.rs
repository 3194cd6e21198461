//! Verification of the chain of a member of a pool (docs/decisions/upstreams.md#verified-chains-of-upstreams).

use super::chain_check::ChainRequest;
use super::member::Member;
use super::source::Source;
use crate::client::{Deadline, after};
use crate::failure::Failure;
use std::sync::Arc;
use tokio::time::{Instant, timeout_at};

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
