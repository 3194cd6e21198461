//! The count of wrong guesses for a user name.

use crate::auth::Username;
use crate::ports::store::StoreError;
use crate::ports::system::Timestamp;
use async_trait::async_trait;
use std::time::Duration;

/// The answer to a request for one guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admission {
    /// The guess may be looked at. It counts as failed at once; tell what came of it by
    /// [`Throttle::succeeded`] or [`Throttle::failed`].
    Admitted,
    /// Wait this long; the guess is refused unseen and does not count.
    Wait(Duration),
    /// Guesses at this name are being looked at right now, and what they come to decides about this one:
    /// ask again in a moment. It does not count.
    Busy,
}

/// Counts failures in a row per user name, existing or not, so that all instances agree.
#[async_trait]
pub trait Throttle: Send + Sync {
    /// Reserves one guess before the password is looked at, so that parallel guesses gain nothing.
    /// The wait after the n-th failure is [`crate::auth::wait_after_failures`].
    async fn admit(&self, username: &Username, now: Timestamp) -> Result<Admission, StoreError>;

    /// The admitted guess was right: the count starts anew.
    async fn succeeded(&self, username: &Username) -> Result<(), StoreError>;

    /// The admitted guess was wrong: nobody need wait for it any longer. It is counted already.
    async fn failed(&self, username: &Username) -> Result<(), StoreError>;
}
