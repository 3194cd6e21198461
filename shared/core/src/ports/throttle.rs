//! Counts of login attempts and of requests.

use crate::auth::{AttemptRule, MerchantId, Quota, QuotaLevel, SourceNetwork, Username};
use crate::ports::accounts::AccountId;
use crate::ports::store::StoreError;
use crate::ports::system::Timestamp;
use async_trait::async_trait;
use std::time::Duration;
use uuid::Uuid;

/// The step of a login that an attempt belongs to. Each step has separate counts and known networks: a client that has
/// only the password resets no count of the codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoginStep {
    /// The password.
    Password,
    /// The code of the second factor.
    SecondFactor,
}

/// A count of consecutive failed login attempts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Counter {
    /// The attempts for a user name, existing or not, from a network.
    Network(LoginStep, Username, SourceNetwork),
    /// The attempts for a user name, existing or not, from all networks without a login of that user.
    Name(LoginStep, Username),
    /// The attempts with the device token of this id.
    Device(Uuid),
    /// The attempts of the session of this account under this token id, with passwords and codes.
    Session(AccountId, Uuid),
    /// The attempts of all sessions of this account.
    Account(LoginStep, AccountId),
    /// The attempts with the security token of this id (claim `jti`).
    SecurityToken(String),
}

impl Counter {
    /// Returns the rule of the count.
    pub const fn rule(&self) -> AttemptRule {
        match self {
            Self::Network(..) | Self::Device(_) => AttemptRule::CLIENT,
            Self::Name(..) => AttemptRule::NAME,
            Self::Session(..) => AttemptRule::SESSION,
            Self::SecurityToken(_) => AttemptRule::SECURITY_TOKEN,
            Self::Account(..) => AttemptRule::ACCOUNT,
        }
    }

    /// Returns true if a success resets the count. Otherwise the count is the total of failures, so that a client that
    /// knows the password gains no codes.
    pub const fn is_reset_by_success(&self) -> bool {
        !matches!(self, Self::Session(..) | Self::SecurityToken(_))
    }
}

/// The decision on a request for a login attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admission {
    /// The attempt may proceed. The attempt counts as failed until the caller reports the outcome with
    /// [`Throttle::succeeded`], [`Throttle::failed`] or [`Throttle::released`].
    Admitted,
    /// The attempt is rejected unchecked and does not count. The caller must wait for this time.
    Wait(Duration),
    /// Earlier attempts of this count are in progress, and their outcome decides on this attempt, which does not count;
    /// retry after a short wait.
    Busy,
    /// The storage throttles the traffic on this count. The attempt is rejected unchecked and does not count; retry
    /// after a second.
    Throttled,
}

/// A token bucket for requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bucket {
    /// The requests that share the bucket.
    pub key: BucketKey,
    /// The size of the bucket and the time until the bucket is full.
    pub quota: Quota,
}

/// The requests that share a bucket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BucketKey {
    /// Failed logins from a network.
    FailedLogins(SourceNetwork),
    /// Registrations from a network.
    RegistrationsFrom(SourceNetwork),
    /// Registrations by a merchant.
    RegistrationsBy(MerchantId),
}

/// The outcome of taking a request out of a bucket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Take {
    /// The request was available. Contains the level after the request.
    Taken(QuotaLevel),
    /// No request is available.
    Empty(QuotaLevel),
}

/// Counts attempts and requests, consistently across all instances.
#[async_trait]
pub trait Throttle: Send + Sync {
    /// Reserves an attempt before the password is checked, so that parallel attempts gain nothing.
    ///
    /// The wait after the n-th failure is [`AttemptRule::wait_after`].
    async fn admit(&self, counter: &Counter, now: Timestamp) -> Result<Admission, StoreError>;

    /// Reports that an attempt was correct, which resets the count.
    async fn succeeded(&self, counter: &Counter) -> Result<(), StoreError>;

    /// Reports that the admitted attempt was incorrect. The attempt is already counted; the call releases
    /// waiting attempts. Returns the number of failures, without attempts in progress.
    async fn failed(&self, counter: &Counter) -> Result<u32, StoreError>;

    /// Reports that the attempt admitted at `admitted_at` was not checked and no longer counts.
    async fn released(&self, counter: &Counter, admitted_at: Timestamp) -> Result<(), StoreError>;

    /// Takes a request out of a bucket.
    async fn take(&self, bucket: &Bucket, now: Timestamp) -> Result<Take, StoreError>;

    /// Puts a request back into a bucket.
    async fn give_back(&self, bucket: &Bucket) -> Result<(), StoreError>;

    /// Returns the level of a bucket.
    async fn level(&self, bucket: &Bucket, now: Timestamp) -> Result<QuotaLevel, StoreError>;

    /// Records until `until` that a user has completed a step of the login from a network.
    async fn remember(
        &self,
        step: LoginStep,
        username: &Username,
        network: SourceNetwork,
        until: Timestamp,
    ) -> Result<(), StoreError>;

    /// Returns true if the completion of the step by the user from the network is recorded at `now`.
    async fn is_known(
        &self,
        step: LoginStep,
        username: &Username,
        network: SourceNetwork,
        now: Timestamp,
    ) -> Result<bool, StoreError>;
}
