//! The deadline of a request.

use crate::system::SystemClock;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::Response;
use std::convert::Infallible;
use std::time::Duration;
use tokio::time::Instant;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::system::{Clock, Timestamp};

/// The time limit of one request. The gateway in front of the functions times out after 30 s.
pub(crate) const REQUEST_TIME: Duration = Duration::from_secs(25);

/// The time reserved for the response to leave the function before Lambda freezes or ends it.
const PARTING_TIME: Duration = Duration::from_secs(1);

/// The deadline of the request: 25 s after its arrival, or a second before Lambda ends the function.
pub struct RequestDeadline(pub Deadline);

impl<S: Sync> FromRequestParts<S> for RequestDeadline {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let set = parts.extensions.get::<Deadline>().copied();
        // `mount` sets the deadline; in a router served without it, the time starts here.
        Ok(Self(set.unwrap_or_else(|| in_time(REQUEST_TIME))))
    }
}

/// The deadline of a request whose response has the errors of upstreams in its entries, or names what they do not provide.
pub struct EntryDeadline(pub Deadline);

impl<S: Sync> FromRequestParts<S> for EntryDeadline {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let RequestDeadline(deadline) = RequestDeadline::from_request_parts(parts, state).await?;
        Ok(Self(deadline))
    }
}

/// Sets the deadline of a request on arrival.
pub(crate) async fn set(State(time): State<Duration>, mut request: Request, next: Next) -> Response {
    let lambda = request.extensions().get::<lambda_http::Context>();
    let remaining = lambda.and_then(|context| remaining_until(context.deadline, SystemClock.now()));
    let time = remaining.map_or(time, |remaining| time.min(remaining));
    request.extensions_mut().insert(in_time(time));
    next.run(request).await
}

/// Returns the deadline at this time from now, on the clock of the runtime, which a test can pause.
fn in_time(time: Duration) -> Deadline {
    Deadline::at((Instant::now() + time).into_std())
}

/// Returns the remaining time for work if Lambda ends the function at `end`, in milliseconds since the Unix epoch. Lambda
/// starts no request after its end, but `cargo lambda watch` sends a constant in the past: `None`, for no limit.
fn remaining_until(end: u64, now: Timestamp) -> Option<Duration> {
    let end = Timestamp::from_millis(end);
    (end > now).then(|| end.since(now).saturating_sub(PARTING_TIME))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_second_before_the_lambda_deadline_is_reserved_for_the_response() {
        let now = Timestamp::from_secs(1_000);
        assert_eq!(remaining_until(1_005_500, now), Some(Duration::from_millis(4_500)));
        assert_eq!(remaining_until(1_000_900, now), Some(Duration::ZERO));
    }

    #[test]
    fn deadline_in_the_past_is_no_limit() {
        let now = Timestamp::from_secs(1_000);
        for constant in [0, 600_000, 1_000_000] {
            assert_eq!(remaining_until(constant, now), None);
        }
    }
}
