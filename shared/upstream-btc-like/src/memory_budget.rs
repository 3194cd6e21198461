//! Memory for long responses of Electrum servers: a history is one line of up to 8 MB.

use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;
use wallet_upstream::client::Limits;

/// Size of the budget, as a multiple of the maximum size of a response over HTTP. A response is in memory twice while
/// it is parsed.
const FACTOR: usize = 6;

/// Size of a unit in bytes.
const UNIT: usize = 1024;

/// Maximum time for which a response waits for memory. Others are released within less, once they are parsed.
const WAIT: Duration = Duration::from_secs(1);

/// Budget that all connections of a process share.
#[derive(Clone, Debug)]
pub(crate) struct MemoryBudget(Arc<Semaphore>);

/// Part of the budget that one response uses, until it is dropped.
#[derive(Debug, Default)]
pub(crate) struct Share(Option<OwnedSemaphorePermit>);

impl Share {
    /// Returns true if it has no part of the budget.
    pub(crate) const fn is_empty(&self) -> bool {
        self.0.is_none()
    }
}

impl MemoryBudget {
    /// Creates the budget for upstreams with these limits.
    pub(crate) fn of(limits: &Limits) -> Self {
        Self(Arc::new(Semaphore::new(
            limits.body.saturating_mul(FACTOR).div_ceil(UNIT),
        )))
    }

    /// Extends a share by this number of bytes. Returns false if the budget is used up.
    pub(crate) async fn extend(&self, share: &mut Share, bytes: usize) -> bool {
        let Ok(units) = u32::try_from(bytes.div_ceil(UNIT)) else {
            return false;
        };
        // The semaphore is never closed, so an error means that the wait timed out.
        let Ok(Ok(more)) = timeout(WAIT, Arc::clone(&self.0).acquire_many_owned(units)).await else {
            return false;
        };
        match &mut share.0 {
            Some(permit) => permit.merge(more),
            None => share.0 = Some(more),
        }
        true
    }

    #[cfg(test)]
    pub(crate) fn available(&self) -> usize {
        self.0.available_permits() * UNIT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget() -> MemoryBudget {
        MemoryBudget::of(&Limits {
            body: 100 * UNIT,
            ..Limits::default()
        })
    }

    #[tokio::test(start_paused = true)]
    async fn shares_never_exceed_the_budget() {
        let budget = budget();
        let (mut one, mut other) = (Share::default(), Share::default());
        assert!(budget.extend(&mut one, 200 * UNIT).await);
        assert!(budget.extend(&mut one, 100 * UNIT).await);
        assert!(budget.extend(&mut other, 250 * UNIT - 1).await);
        assert_eq!(budget.available(), 50 * UNIT);
        assert!(!budget.extend(&mut other, 51 * UNIT).await);
        drop(one);
        assert!(budget.extend(&mut other, 51 * UNIT).await);
        drop(other);
        assert_eq!(budget.available(), 600 * UNIT);
    }

    #[tokio::test(start_paused = true)]
    async fn released_memory_is_available_to_a_waiting_response() {
        let budget = budget();
        let mut first = Share::default();
        assert!(budget.extend(&mut first, 600 * UNIT).await);
        let mut second = Share::default();
        let (extended, ()) = tokio::join!(budget.extend(&mut second, UNIT), async {
            tokio::time::sleep(WAIT / 2).await;
            drop(first);
        });
        assert!(extended);
    }
}
