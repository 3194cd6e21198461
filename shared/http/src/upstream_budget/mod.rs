//! The budget of upstream requests of each caller (docs/decisions/api.md#budget-of-upstream-requests).
//!
//! A handler with access to upstreams takes [`UpstreamBudget`] instead of a bearer, and reserves the maximum cost of
//! the request before the first upstream request: the number of upstream requests that it can take.

mod levels;

pub(crate) use levels::Budgets;
pub use levels::UpstreamRequests;

use crate::authorize::{Authorizer, Bearer, Read, RequiredPermission};
use crate::error::{ApiError, ErrorCode};
use crate::openapi::add_codes;
use crate::openapi::signature::{Describe, Schemas};
use crate::rate_limits::RateLimits;
use axum::extract::{FromRef, FromRequestParts};
use http::request::Parts;
use levels::{Outcome, Part};
use std::fmt;
use std::iter::Sum;
use std::ops::Add;
use std::sync::Arc;
use std::time::Duration;
use utoipa::openapi::path::Operation;
use wallet_core::auth::{PermissionClaims, Quota, QuotaLevel, Subject};

/// The name of the budget in the headers.
const REQUESTS: &str = "upstream-requests";

/// The name of the budget of `send` in the headers.
const SENDS: &str = "sends";

/// The delay after a scan that would exceed the number of scans at the same time.
const SCAN_DELAY: Duration = Duration::from_secs(1);

/// The budget of the bearer of a permission token with the permission `P`, an argument of handlers with access to
/// upstreams.
///
/// Rejects as [`Bearer`] does.
pub struct UpstreamBudget<P = Read> {
    bearer: Bearer<P>,
    authorizer: Authorizer,
    /// `None` in a router served without `mount`.
    budgets: Option<Arc<Budgets>>,
    limits: RateLimits,
}

impl<P> UpstreamBudget<P> {
    /// Returns the claims of the token.
    pub fn claims(&self) -> &PermissionClaims {
        &self.bearer.claims
    }

    /// Reserves a cost.
    ///
    /// # Errors
    /// 429 `too_many_requests` if the budget of the caller is used up, 400 `invalid_request` if the cost exceeds a
    /// whole budget.
    pub fn spend(&self, cost: Cost) -> Result<(), ApiError> {
        self.take(Part::Requests, REQUESTS, cost)
    }

    /// Reserves a broadcast with this number of look-ups from the budget of broadcasts, which reads do not use.
    ///
    /// # Errors
    /// 429 `too_many_requests` if the caller has used that budget.
    pub fn spend_send(&self, look_ups: usize) -> Result<(), ApiError> {
        self.take(Part::Sends, SENDS, Cost::requests(look_ups.saturating_add(1)))
    }

    /// Reserves a cost of which scans of extended keys are a part. The scans end when the result is dropped.
    ///
    /// # Errors
    /// As [`Self::spend`], and 429 `too_many_requests` if too many keys of the caller are scanned at the same time.
    pub fn spend_scans(&self, cost: Cost, keys: u32) -> Result<Scans<'_>, ApiError> {
        let is_possible = |budgets: &Arc<Budgets>| budgets.start_scans(&self.claims().subject, keys);
        if !self.budgets.as_ref().is_none_or(is_possible) {
            let message = "Other requests of the caller scan extended keys; repeat the request when they have ended.";
            return Err(ApiError::new(ErrorCode::TooManyRequests, message).retry_after(SCAN_DELAY));
        }
        let scans = Scans {
            budgets: self.budgets.as_deref(),
            subject: &self.claims().subject,
            keys,
        };
        self.spend(cost)?;
        Ok(scans)
    }

    /// Takes what a request has cost beyond the reserved cost, also from an empty budget.
    pub fn settle(&self, reserved: Cost, actual: Cost) {
        let (more, now) = (actual.beyond(reserved), self.authorizer.now());
        let budgets = self.budgets.as_ref().filter(|_| more > Cost::default());
        let charged = budgets.and_then(|budgets| budgets.charge(&self.claims().subject, more, now));
        if let Some((quota, level)) = charged {
            self.limits.report(REQUESTS, quota, level);
        }
    }

    fn take(&self, part: Part, name: &'static str, cost: Cost) -> Result<(), ApiError> {
        let Some(budgets) = &self.budgets else { return Ok(()) };
        let report = |quota: Quota, level: QuotaLevel| self.limits.report(name, quota, level);
        match budgets.take(&self.claims().subject, part, cost, self.authorizer.now()) {
            Outcome::Unlimited => Ok(()),
            Outcome::Taken(quota, level) => {
                report(quota, level);
                Ok(())
            }
            Outcome::Exhausted(quota, level, wait) => {
                report(quota, level);
                let message = "The caller has used its budget of requests to the networks; repeat the request later.";
                Err(ApiError::new(ErrorCode::TooManyRequests, message).retry_after(wait))
            }
            Outcome::TooExpensive(quota) => Err(ApiError::invalid_request(format!(
                "The request can take {} requests to the networks, and a caller has {} per minute: send a lower gap or \
                 limit, or fewer entries.",
                cost.get(),
                quota.count(),
            ))),
        }
    }
}

/// Scans of extended keys that run.
pub struct Scans<'a> {
    budgets: Option<&'a Budgets>,
    subject: &'a Subject,
    keys: u32,
}

impl Drop for Scans<'_> {
    fn drop(&mut self) {
        if let Some(budgets) = self.budgets {
            budgets.end_scans(self.subject, self.keys);
        }
    }
}

impl<P> fmt::Debug for UpstreamBudget<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UpstreamBudget").finish_non_exhaustive()
    }
}

impl fmt::Debug for Scans<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scans")
            .field("keys", &self.keys)
            .finish_non_exhaustive()
    }
}

impl<S, P> FromRequestParts<S> for UpstreamBudget<P>
where
    S: Send + Sync,
    P: RequiredPermission,
    Authorizer: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let bearer = Bearer::from_request_parts(parts, state).await?;
        let Ok(limits) = RateLimits::from_request_parts(parts, state).await;
        Ok(Self {
            bearer,
            authorizer: Authorizer::from_ref(state),
            budgets: parts.extensions.get().cloned(),
            limits,
        })
    }
}

impl<P> Describe for UpstreamBudget<P> {
    fn describe(operation: &mut Operation, schemas: &mut Schemas) {
        Bearer::<P>::describe(operation, schemas);
        add_codes(operation, &[ErrorCode::TooManyRequests]);
    }
}

/// The number of upstream requests that a request can take, by the protocol that needs most of them.
///
/// | Request | Cost |
/// |---|---|
/// | send, which has a second budget | 1, and 1 for each transaction or account that is looked up |
/// | status | 1 |
/// | a fact: a nonce, an account, a token | 2 |
/// | prices | 2, and 1 for each asset |
/// | past prices | 2, and 1 for each month of an asset, at most 60 |
/// | estimate, bump, gas limit, utxo list, paths, hash of a Stellar transaction | 5, and 1 for each input or operation |
/// | address info | 5, and 1 for each 10 transactions of the limit; on Stellar without an index, 1 for each request for transfers |
/// | extended key | 2 × gap + 1, and 1 for each 10 transactions of the limit |
/// | batch | the sum of the entries |
/// | test of deliveries | 5 |
/// | replay of events | 2, and 1 for each 50 deliveries |
/// | deep health check | 5, or the number of upstreams |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cost(u32);

/// The number of transactions of an upstream's page, at the least.
const PAGE: u32 = 10;

impl Cost {
    /// The cost of a request for the status of a transaction.
    pub const STATUS: Self = Self(1);

    /// The cost of a request for a single fact, such as a price, a nonce or the existence of an account.
    pub const FACT: Self = Self(2);

    /// The cost of a request that combines several facts, such as an estimate.
    pub const SEVERAL_FACTS: Self = Self(5);

    /// Returns the cost of an address and at most this number of transactions.
    pub const fn address(limit: u32) -> Self {
        Self(5 + limit.div_ceil(PAGE))
    }

    /// Returns the cost of an unused extended key with this gap, and at most this number of transactions.
    pub const fn key(gap: u32, limit: u32) -> Self {
        Self(gap.saturating_mul(2).saturating_add(1 + limit.div_ceil(PAGE)))
    }

    /// Returns the cost of this number of requests to upstreams.
    pub fn requests(count: usize) -> Self {
        Self(u32::try_from(count).unwrap_or(u32::MAX))
    }

    /// Returns the number of upstream requests.
    pub const fn get(self) -> u32 {
        self.0
    }

    /// Returns the part that exceeds the given cost.
    #[must_use]
    pub const fn beyond(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl Add for Cost {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Sum for Cost {
    fn sum<I: Iterator<Item = Self>>(costs: I) -> Self {
        costs.fold(Self::default(), Self::add)
    }
}
