//! How long a request may take.

use crate::system::SystemClock;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::Response;
use std::convert::Infallible;
use std::time::{Duration, Instant};
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::system::{Clock, Timestamp};

/// The time for one request. The gateway in front of the functions gives up after 30 s.
pub(crate) const REQUEST_TIME: Duration = Duration::from_secs(25);

/// What an answer needs to leave the function before Lambda freezes or ends it.
const PARTING_TIME: Duration = Duration::from_secs(1);

/// The deadline of the request: 25 s after its arrival, or a second before Lambda ends the function.
pub struct Within(pub Deadline);

impl<S: Sync> FromRequestParts<S> for Within {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let set = parts.extensions.get::<Deadline>().copied();
        // `mount` sets it; a router that is served bare begins to count here.
        Ok(Self(set.unwrap_or_else(|| Deadline::at(Instant::now() + REQUEST_TIME))))
    }
}

/// Sets the deadline of a request as it arrives.
pub(crate) async fn set(State(time): State<Duration>, mut request: Request, next: Next) -> Response {
    let lambda = request.extensions().get::<lambda_http::Context>();
    let time = lambda.map_or(time, |context| {
        time.min(left_until(context.deadline, SystemClock.now()))
    });
    request.extensions_mut().insert(Deadline::at(Instant::now() + time));
    next.run(request).await
}

/// The time that is left for work when Lambda ends the function at this moment, in milliseconds since the Unix epoch.
fn left_until(end: u64, now: Timestamp) -> Duration {
    Timestamp::from_millis(end).since(now).saturating_sub(PARTING_TIME)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_of_lambdas_time_is_kept_for_the_answer() {
        let now = Timestamp::from_secs(1_000);
        assert_eq!(left_until(1_005_500, now), Duration::from_millis(4_500));
        assert_eq!(left_until(1_000_900, now), Duration::ZERO);
        assert_eq!(left_until(0, now), Duration::ZERO);
    }
}
