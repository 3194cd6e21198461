//! The limits that apply to a request: its deadline, its source, and the rate limits reported in its response.
//!
//! `RateLimit-Policy` and `RateLimit` follow draft-ietf-httpapi-ratelimit-headers-10.

use axum::extract::{FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::timeout_at;
use utoipa::openapi::path::Operation;
use wallet_core::auth::{Quota, QuotaLevel, SourceNetwork};
use wallet_core::ports::deadline::Deadline;
use wallet_http::openapi::add_codes;
use wallet_http::openapi::signature::Schemas;
use wallet_http::{ApiError, Describe, ErrorCode, RequestDeadline, Source};

/// A rate limit and its state after a request.
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

/// The rate limits that the response to a request reports.
#[derive(Clone, Debug, Default)]
struct Report(Arc<Mutex<Vec<ReportedLimit>>>);

/// The limits of a request, an argument of handlers.
pub struct RequestLimits {
    /// The instant at which the response must be sent.
    pub deadline: Deadline,
    /// The network that the request comes from.
    pub source: SourceNetwork,
    report: Report,
}

impl RequestLimits {
    /// Reports the level of a quota in the response. A later report with the same name and period replaces it.
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
        let mut limits = self.report.0.lock().unwrap_or_else(PoisonError::into_inner);
        limits.retain(|other| (other.name, other.window) != (limit.name, limit.window));
        limits.push(limit);
    }
}

impl<S: Send + Sync> FromRequestParts<S> for RequestLimits {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let RequestDeadline(deadline) = RequestDeadline::from_request_parts(parts, state).await?;
        let Source(source) = Source::from_request_parts(parts, state).await?;
        let report = parts.extensions.get::<Report>().cloned().unwrap_or_default();
        Ok(Self {
            deadline,
            source,
            report,
        })
    }
}

impl Describe for RequestLimits {
    fn describe(operation: &mut Operation, _: &mut Schemas) {
        add_codes(operation, &[ErrorCode::TooManyRequests, ErrorCode::ServiceUnavailable]);
    }
}

/// Ends every request at its deadline with a 503, whatever call it waits for, and adds the rate limit headers.
pub(crate) async fn enforce(request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let Ok(RequestDeadline(deadline)) = RequestDeadline::from_request_parts(&mut parts, &()).await;
    let report = Report::default();
    parts.extensions.insert(report.clone());
    let response = next.run(Request::from_parts(parts, body));
    let mut response = match timeout_at(deadline.instant().into(), response).await {
        Ok(response) => response,
        Err(_) => timed_out().into_response(),
    };
    report.write(response.headers_mut());
    response
}

fn timed_out() -> ApiError {
    tracing::error!("storage did not respond before the deadline of the request");
    let message = "The storage did not respond in time; please try again.";
    ApiError::new(ErrorCode::ServiceUnavailable, message)
}

impl Report {
    fn write(&self, headers: &mut HeaderMap) {
        let limits = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if limits.is_empty() {
            return;
        }
        insert(headers, "ratelimit-policy", limits.iter().map(ReportedLimit::policy));
        insert(headers, "ratelimit", limits.iter().map(ReportedLimit::state));
    }
}

/// Inserts a list of structured fields (RFC 9651).
fn insert(headers: &mut HeaderMap, name: &'static str, items: impl Iterator<Item = String>) {
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
