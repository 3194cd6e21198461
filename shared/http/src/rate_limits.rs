//! The rate limits that the response to a request reports, and the gateway's throttle of single endpoints, which must not
//! be circumvented by a different spelling of the path.
//!
//! `RateLimit-Policy` and `RateLimit` follow draft-ietf-httpapi-ratelimit-headers-10.
//!
//! The gateway matches routes before decoding the path and passes the decoded path on. A path with `%63` for `c`
//! thus reaches an endpoint through the catch-all route of the service, with the throttle of that route.

use crate::error::{ApiError, ErrorCode};
use crate::telemetry;
use axum::extract::{FromRequestParts, MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::request::Parts;
use http::{HeaderMap, HeaderName, HeaderValue};
use lambda_http::request::RequestContext;
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

/// A service with endpoints that have separate routes at the gateway.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Throttled {
    /// The name of the service.
    pub(crate) service: &'static str,
    /// The endpoints: method and path relative to the base path.
    pub(crate) routes: &'static [&'static str],
}

impl Throttled {
    /// Returns true if the request matched the catch-all route although the endpoint has a separate route. `path` is
    /// relative to the base path.
    fn is_circumvented(&self, method: &str, path: &str, route_key: &str) -> bool {
        let catch_all = format!("ANY /{}/v1/{{proxy+}}", self.service);
        let endpoint = format!("{method} {path}");
        route_key == catch_all && self.routes.contains(&endpoint.as_str())
    }
}

/// Records the route of a request for the log, and rejects a request that circumvents the throttle of the endpoint with
/// 404. Requests that do not come from the gateway pass.
pub(crate) async fn check_path(State(throttled): State<Throttled>, request: Request, next: Next) -> Response {
    if let Some(route) = request.extensions().get::<MatchedPath>() {
        telemetry::record_route(route);
    }
    let context = request.extensions().get::<RequestContext>();
    if let Some(RequestContext::ApiGatewayV2(context)) = context
        && let Some(route_key) = &context.route_key
        && throttled.is_circumvented(request.method().as_str(), request.uri().path(), route_key)
    {
        return not_found().await.into_response();
    }
    next.run(request).await
}

/// Rejects a path with an empty segment before its end with 404: a nested router would take `/v1//api` for `/v1/api`.
pub(crate) async fn reject_empty_segments(request: Request, next: Next) -> Response {
    if request.uri().path().trim_end_matches('/').contains("//") {
        return not_found().await.into_response();
    }
    next.run(request).await
}

/// Returns the error for a path that does not exist.
pub(crate) async fn not_found() -> ApiError {
    ApiError::new(
        ErrorCode::NotFound,
        "This path does not exist; see openapi.json of the service.",
    )
}
