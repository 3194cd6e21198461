//! The repetition of calls.

use super::error::{CallError, SessionError};
use bon::Builder;
use std::time::Duration;
use wallet_core::error::ErrorCode;

/// When and how often a call is repeated.
///
/// A call is repeated if the service marks the error as retriable and the status is 429 or at least 500, after
/// `Retry-After` or else after a growing delay. Without a response, only calls are repeated when a second execution has
/// the same effect. `transaction_not_found` and `pending_transactions` are retriable as well, but only a later block
/// changes them, so the caller decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Builder)]
#[builder(on(String, into))]
#[non_exhaustive]
pub struct RetryPolicy {
    /// The maximum number of attempts, at least 1.
    #[builder(default = RetryPolicy::default().attempts)]
    pub attempts: u32,
    /// The maximum duration of an attempt.
    #[builder(default = RetryPolicy::default().attempt_timeout)]
    pub attempt_timeout: Duration,
    /// The delay after the first attempt without `Retry-After`. The delay doubles with each attempt.
    #[builder(default = RetryPolicy::default().first_delay)]
    pub first_delay: Duration,
    /// The maximum delay. With a longer `Retry-After`, the error is returned.
    #[builder(default = RetryPolicy::default().maximum_delay)]
    pub maximum_delay: Duration,
}

impl Default for RetryPolicy {
    fn default() -> Self {
        Self {
            attempts: 3,
            // The services end their attempts at upstreams after 25 s.
            attempt_timeout: Duration::from_secs(30),
            first_delay: Duration::from_millis(300),
            maximum_delay: Duration::from_secs(10),
        }
    }
}

impl RetryPolicy {
    /// A policy without repetitions.
    pub const NEVER: Self = Self {
        attempts: 1,
        attempt_timeout: Duration::from_secs(30),
        first_delay: Duration::ZERO,
        maximum_delay: Duration::ZERO,
    };

    /// Returns the delay before the next attempt, or `None` if there is none. `attempt` is the number of the failed
    /// attempt, from 1.
    pub fn delay(&self, error: &CallError, attempt: u32, is_repeatable: bool) -> Option<Duration> {
        if attempt >= self.attempts {
            return None;
        }
        match error {
            CallError::Response(response) => {
                let is_transient = response.status == 429 || response.status >= 500;
                if !response.retriable || !is_transient {
                    return None;
                }
                // The outcome of a timeout is unknown.
                if response.code == ErrorCode::UpstreamTimeout && !is_repeatable {
                    return None;
                }
                match response.retry_after {
                    Some(delay) => (delay <= self.maximum_delay).then_some(delay),
                    None => Some(self.growing_delay(attempt)),
                }
            }
            CallError::NoResponse { .. } => is_repeatable.then(|| self.growing_delay(attempt)),
            // A gateway responds in a different form while the service is unreachable.
            CallError::Undocumented { status, .. } => {
                (is_repeatable && matches!(status, 502..=504)).then(|| self.growing_delay(attempt))
            }
            CallError::Encoding { .. } | CallError::Session(_) => None,
        }
    }

    /// Returns the delay after an attempt, with a random part so that many clients do not return together.
    fn growing_delay(&self, attempt: u32) -> Duration {
        let factor = 2_u32.saturating_pow(attempt.saturating_sub(1));
        let full = self.first_delay.saturating_mul(factor).min(self.maximum_delay);
        full.mul_f64(0.5 + fastrand::f64() / 2.0)
    }
}

/// The longest delay of a loop without `Retry-After`, and with the header.
const LOOP_DELAYS: (Duration, Duration) = (Duration::from_secs(30), Duration::from_mins(10));

/// Returns the delay before the next attempt of a loop without a last attempt, after a number of failures in a row, from 1.
/// `None` for an error that a repetition does not change.
pub fn delay_of_loop(error: &CallError, failures: u32) -> Option<Duration> {
    let requested = match error {
        CallError::NoResponse { .. } | CallError::Undocumented { status: 502..=504, .. } => None,
        CallError::Response(response)
            if response.retriable && (matches!(response.status, 101 | 429) || response.status >= 500) =>
        {
            response.retry_after
        }
        CallError::Session(SessionError::Call(call)) => return delay_of_loop(call, failures),
        CallError::Response(_)
        | CallError::Undocumented { .. }
        | CallError::Encoding { .. }
        | CallError::Session(_) => {
            return None;
        }
    };
    let (usual, longest) = LOOP_DELAYS;
    let policy = RetryPolicy {
        first_delay: Duration::from_secs(1),
        maximum_delay: usual,
        ..RetryPolicy::NEVER
    };
    let requested = requested.unwrap_or_default().min(longest);
    Some(policy.growing_delay(failures).max(requested))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transport::{Response, TransportError};
    use serde_json::json;

    const POLICY: RetryPolicy = RetryPolicy {
        attempts: 4,
        attempt_timeout: Duration::from_secs(1),
        first_delay: Duration::from_millis(100),
        maximum_delay: Duration::from_secs(2),
    };

    fn error(status: u16, code: &str, retriable: bool, retry_after: Option<u64>) -> CallError {
        let body = json!({
            "requestId": "r", "error": { "code": code, "message": "M.", "retriable": retriable },
        });
        let header = retry_after.map(|seconds| ("retry-after".to_owned(), seconds.to_string()));
        let response = Response {
            status,
            headers: header.into_iter().collect(),
            body: body.to_string().into_bytes(),
        };
        CallError::of_response("/p", &response)
    }

    #[test]
    fn only_transient_retriable_errors_are_repeated() {
        let is_repeated =
            |status, code, retriable| POLICY.delay(&error(status, code, retriable, None), 1, true).is_some();
        assert!(is_repeated(429, "too_many_requests", true));
        assert!(is_repeated(503, "upstream_unavailable", true));
        assert!(is_repeated(504, "upstream_timeout", true));
        assert!(is_repeated(503, "a_later_code", true));
        assert!(!is_repeated(400, "invalid_address", false));
        assert!(!is_repeated(500, "internal_error", false));
        assert!(!is_repeated(404, "transaction_not_found", true));
        assert!(!is_repeated(409, "pending_transactions", true));
    }

    #[test]
    fn requested_delay_is_kept_or_ends_the_call() {
        let delay = |seconds| POLICY.delay(&error(429, "too_many_requests", true, Some(seconds)), 1, true);
        assert_eq!(delay(2), Some(Duration::from_secs(2)));
        assert_eq!(delay(3), None);
    }

    #[test]
    fn attempts_are_limited_and_delays_grow() {
        let delay = |attempt| POLICY.delay(&error(503, "service_unavailable", true, None), attempt, true);
        for (attempt, maximum) in [(1, 100), (2, 200), (3, 400)] {
            let delay = delay(attempt).expect("another attempt");
            assert!(
                delay.as_millis() >= maximum / 2 && delay.as_millis() <= maximum,
                "{delay:?}"
            );
        }
        assert_eq!(delay(4), None);
    }

    #[test]
    fn calls_with_another_second_effect_are_not_repeated_without_a_response() {
        let lost = || CallError::NoResponse {
            path: String::new(),
            source: TransportError("closed".into()),
        };
        assert!(POLICY.delay(&lost(), 1, true).is_some());
        assert_eq!(POLICY.delay(&lost(), 1, false), None);
        let timeout = error(504, "upstream_timeout", true, None);
        assert_eq!(POLICY.delay(&timeout, 1, false), None);
    }
}
