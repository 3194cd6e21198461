//! The budget of upstream requests of each caller (docs/decisions/api.md#budget-of-upstream-requests).
//!
//! A handler with access to upstreams takes [`UpstreamBudget`] instead of a bearer, and reserves the maximum cost of
//! the request before the first upstream request.

mod cost;
mod levels;

pub use cost::Cost;
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
