//! The limits that apply to a request: the deadline, the source, and the rate limits reported in the response.

use axum::extract::{FromRequestParts, Request};
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::convert::Infallible;
use std::time::Duration;
use tokio::time::timeout_at;
use utoipa::openapi::path::Operation;
use wallet_core::auth::{Quota, QuotaLevel, SourceNetwork};
use wallet_core::ports::deadline::Deadline;
use wallet_http::openapi::add_codes;
use wallet_http::openapi::signature::Schemas;
use wallet_http::{ApiError, Describe, ErrorCode, RateLimits, RequestDeadline, Source};

/// The limits of a request, an argument of handlers.
pub struct RequestLimits {
    /// The instant at which the response must be sent.
    pub deadline: Deadline,
    /// The network that the request comes from.
    pub source: SourceNetwork,
    reported: RateLimits,
}

impl RequestLimits {
    /// Reports the level of a quota in the response. A later report with the same name and period replaces an earlier
    /// report.
    pub fn report(&self, name: &'static str, quota: Quota, level: QuotaLevel) {
        self.reported.report(name, quota, level);
    }

    /// Reports a limit of consecutive attempts that requires a wait.
    pub fn report_wait(&self, name: &'static str, count: u32, wait: Duration) {
        self.reported.report_wait(name, count, wait);
    }
}

impl<S: Send + Sync> FromRequestParts<S> for RequestLimits {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let RequestDeadline(deadline) = RequestDeadline::from_request_parts(parts, state).await?;
        let Source(source) = Source::from_request_parts(parts, state).await?;
        let reported = RateLimits::from_request_parts(parts, state).await?;
        Ok(Self {
            deadline,
            source,
            reported,
        })
    }
}

impl Describe for RequestLimits {
    fn describe(operation: &mut Operation, _: &mut Schemas) {
        add_codes(operation, &[ErrorCode::TooManyRequests, ErrorCode::ServiceUnavailable]);
    }
}

/// Ends every request at the deadline with a 503, regardless of the call in progress.
pub(crate) async fn enforce(request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let Ok(RequestDeadline(deadline)) = RequestDeadline::from_request_parts(&mut parts, &()).await;
    let response = next.run(Request::from_parts(parts, body));
    match timeout_at(deadline.instant().into(), response).await {
        Ok(response) => response,
        Err(_) => timed_out().into_response(),
    }
}

fn timed_out() -> ApiError {
    tracing::error!("storage did not respond before the deadline of the request");
    let message = "The storage did not respond in time; please try again.";
    ApiError::new(ErrorCode::ServiceUnavailable, message)
}
