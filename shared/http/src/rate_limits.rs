//! The rate limits that the response to a request reports.
//!
//! `RateLimit-Policy` and `RateLimit` follow draft-ietf-httpapi-ratelimit-headers-10.

use axum::extract::{FromRequestParts, Request};
use axum::middleware::Next;
use axum::response::Response;
use http::request::Parts;
use http::{HeaderMap, HeaderName, HeaderValue};
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use wallet_core::auth::{Quota, QuotaLevel};

/// The header with the state of the limits.
pub(crate) const RATE_LIMIT: HeaderName = HeaderName::from_static("ratelimit");

/// The header with the limits.
pub(crate) const RATE_LIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");

/// A rate limit and the state of the limit after a request.
#[derive(Clone, Copy, Debug)]
struct ReportedLimit {
    name: &'static str,
    count: u32,
    /// In seconds; `None` for a limit without a fixed period.
    window: Option<u64>,
    remaining: u32,
    /// The time until the limit resets.
    reset: Duration,
}

/// The rate limits that the response to a request reports, an argument of handlers.
#[derive(Clone, Debug, Default)]
pub struct RateLimits(Arc<Mutex<Vec<ReportedLimit>>>);

impl RateLimits {
    /// Reports the level of a quota in the response. A later report with the same name and period replaces an earlier
    /// report.
    pub fn report(&self, name: &'static str, quota: Quota, level: QuotaLevel) {
        self.replace(ReportedLimit {
            name,
            count: quota.count(),
            window: Some(quota.period().as_secs()),
            remaining: level.remaining,
            reset: level.full_in,
        });
    }

    /// Reports a limit of consecutive attempts that requires a wait.
    pub fn report_wait(&self, name: &'static str, count: u32, wait: Duration) {
        self.replace(ReportedLimit {
            name,
            count,
            window: None,
            remaining: 0,
            reset: wait,
        });
    }

    fn replace(&self, limit: ReportedLimit) {
        let mut limits = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        limits.retain(|other| (other.name, other.window) != (limit.name, limit.window));
        limits.push(limit);
    }

    fn write(&self, headers: &mut HeaderMap) {
        let limits = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if limits.is_empty() {
            return;
        }
        insert(headers, RATE_LIMIT_POLICY, limits.iter().map(ReportedLimit::policy));
        insert(headers, RATE_LIMIT, limits.iter().map(ReportedLimit::state));
    }
}

impl<S: Sync> FromRequestParts<S> for RateLimits {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        // `mount` sets the extension; a router served without `mount` reports nothing.
        Ok(parts.extensions.get().cloned().unwrap_or_default())
    }
}

/// Adds the reported limits to the response.
pub(crate) async fn add_headers(mut request: Request, next: Next) -> Response {
    let limits = RateLimits::default();
    request.extensions_mut().insert(limits.clone());
    let mut response = next.run(request).await;
    limits.write(response.headers_mut());
    response
}

/// Inserts a list of structured fields (RFC 9651).
fn insert(headers: &mut HeaderMap, name: HeaderName, items: impl Iterator<Item = String>) {
    if let Ok(value) = HeaderValue::from_str(&items.collect::<Vec<_>>().join(", ")) {
        headers.insert(name, value);
    }
}

impl ReportedLimit {
    fn policy(&self) -> String {
        let window = self.window.map(|seconds| format!(";w={seconds}")).unwrap_or_default();
        format!("\"{}\";q={}{window}", self.name, self.count)
    }

    fn state(&self) -> String {
        let seconds = self.reset.as_millis().div_ceil(1000);
        format!("\"{}\";r={};t={seconds}", self.name, self.remaining)
    }
}
