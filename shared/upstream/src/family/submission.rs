//! One transaction at one upstream.

use crate::broadcast::{Broadcaster, SubmitOutcome};
use crate::client::{Deadline, after};
use crate::failure::Failure;
use crate::resilience::{Member, Source};
use async_trait::async_trait;
use std::time::Duration;
use tokio::time::sleep;

/// Adapter that accepts transactions of type `T`. Each call is one attempt.
#[async_trait]
pub trait Submit<T>: Source {
    /// Submits a transaction's bytes.
    async fn submit(&self, transaction: &T, deadline: Deadline) -> Result<SubmitOutcome, Failure>;

    /// Returns true if the upstream has a transaction, in a block or pending.
    async fn knows(&self, transaction: &T, deadline: Deadline) -> Result<bool, Failure>;

    /// Returns the delay after which a transaction that was not found is looked up once more, `None` if the
    /// first result is final.
    fn look_up_delay(&self, _transaction: &T) -> Option<Duration> {
        None
    }
}

/// One transaction at one upstream of a pool.
pub(super) struct Submission<'a, S: ?Sized, T> {
    pub(super) upstream: &'a Member<S>,
    pub(super) transaction: &'a T,
}

impl<S: Submit<T> + ?Sized, T: Sync> Submission<'_, S, T> {
    async fn look_up(&self, deadline: Deadline) -> Result<bool, Failure> {
        let look_up = self.upstream.source().knows(self.transaction, deadline);
        self.upstream.call(deadline, look_up).await
    }
}

#[async_trait]
impl<S: Submit<T> + ?Sized, T: Sync> Broadcaster for Submission<'_, S, T> {
    async fn submit(&self, deadline: Deadline) -> Result<SubmitOutcome, Failure> {
        let deadline = self.upstream.attempt(deadline);
        self.upstream.verify_before_submission(deadline).await?;
        let submit = self.upstream.source().submit(self.transaction, deadline);
        self.upstream.call(deadline, submit).await
    }

    async fn knows(&self, deadline: Deadline) -> Result<bool, Failure> {
        let found = self.look_up(deadline).await?;
        let delay = self.upstream.source().look_up_delay(self.transaction);
        let delay = delay.filter(|delay| !found && deadline > after(*delay));
        let Some(delay) = delay else { return Ok(found) };
        sleep(delay).await;
        self.look_up(deadline).await
    }

    fn is_down(&self) -> bool {
        self.upstream.retry_after().is_some()
    }
}
