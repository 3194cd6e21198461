//! Throttling of login attempts per user name.

use crate::auth::Username;
use crate::ports::store::StoreError;
use crate::ports::system::Timestamp;
use async_trait::async_trait;
use std::time::Duration;

/// The decision on a request for one login attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admission {
    /// The attempt may proceed. It counts as failed until the caller reports its outcome with
    /// [`Throttle::succeeded`] or [`Throttle::failed`].
    Admitted,
    /// The attempt is rejected unchecked and does not count. The caller must wait for this time.
    Wait(Duration),
    /// Other attempts for this name are in progress, and their outcome decides on this one. It does not count;
    /// retry after a short wait.
    Busy,
}

/// Counts consecutive failures per user name, existing or not, consistently across all instances.
#[async_trait]
pub trait Throttle: Send + Sync {
    /// Reserves one attempt before the password is checked, so that parallel attempts gain nothing.
    ///
    /// The wait after the n-th failure is [`crate::auth::wait_after_failures`].
    async fn admit(&self, username: &Username, now: Timestamp) -> Result<Admission, StoreError>;

    /// Reports that the admitted attempt was correct, which resets the count.
    async fn succeeded(&self, username: &Username) -> Result<(), StoreError>;

    /// Reports that the admitted attempt was incorrect. It is already counted; the call releases
    /// attempts that wait for it.
    async fn failed(&self, username: &Username) -> Result<(), StoreError>;
}
