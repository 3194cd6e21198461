//! Classification of error texts, which come with status 200.

use std::time::Duration;
use wallet_upstream::failure::{Failure, for_log};

/// Backoff after too many calls in a second.
const CALLS_BACKOFF: Duration = Duration::from_secs(1);
/// Backoff after too many invalid keys, as required by the server.
const KEYS_BACKOFF: Duration = Duration::from_secs(30);
/// Backoff after too many calls in a day. It is shorter than a day, since the plan may be changed.
const DAY_BACKOFF: Duration = Duration::from_mins(10);

/// Converts an error text to a failure. Texts change, so parts of them are matched, ignoring case.
pub(super) fn error_failure(text: &str) -> Failure {
    let lower = text.to_ascii_lowercase();
    let contains = |parts: &[&str]| parts.iter().any(|part| lower.contains(part));
    let throttled = |backoff| Failure::Throttled {
        status: 429,
        retry_after: Some(backoff),
    };
    if contains(&["too many invalid api key"]) {
        throttled(KEYS_BACKOFF)
    } else if contains(&["daily", "per day"]) && contains(&["limit", "calls"]) {
        throttled(DAY_BACKOFF)
    } else if contains(&["rate limit", "calls per sec", "too many requests", "limit reached"]) {
        throttled(CALLS_BACKOFF)
    } else if contains(&["timeout", "timed out", "result window is too large", "smaller result"]) {
        Failure::Declined { cause: for_log(text) }
    } else if contains(&["invalid address", "invalid txn hash", "invalid parameter"]) {
        Failure::RejectedRequest { cause: for_log(text) }
    } else {
        Failure::unusable(for_log(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_backoff(text: &str, backoff: Duration) {
        let expected = Failure::Throttled {
            status: 429,
            retry_after: Some(backoff),
        };
        assert_eq!(error_failure(text), expected, "{text}");
    }

    #[test]
    fn rate_limits_require_a_backoff() {
        for text in [
            "NOTOK: Max rate limit reached, please use API Key for higher rate limit",
            "NOTOK: Max rate limit reached",
            "NOTOK: Max calls per sec rate limit reached (3/sec)",
            "Too Many Requests: ",
        ] {
            check_backoff(text, CALLS_BACKOFF);
        }
        check_backoff(
            "NOTOK: Max daily rate limit reached. 110000 (100%) of 100000 day/limit",
            DAY_BACKOFF,
        );
        check_backoff(
            "NOTOK: Too many invalid api key attempts, please try again later",
            KEYS_BACKOFF,
        );
    }

    #[test]
    fn oversized_requests_are_declined() {
        for text in [
            "Query Timeout occured. Please select a smaller result dataset: ",
            "NOTOK: Result window is too large, PageNo x Offset size must be less than or equal to 10000",
        ] {
            assert!(matches!(error_failure(text), Failure::Declined { .. }), "{text}");
        }
    }

    /// Texts of Etherscan and of Blockscout.
    #[test]
    fn invalid_parameter_is_a_rejected_request() {
        for text in [
            "NOTOK: Error! Invalid address format",
            "Invalid address format: ",
            "Invalid address hash: ",
            "Invalid parameter(s): ",
        ] {
            assert!(matches!(error_failure(text), Failure::RejectedRequest { .. }), "{text}");
        }
    }

    #[test]
    fn anything_else_is_unusable() {
        for text in [
            "NOTOK: Invalid API Key",
            "NOTOK: Missing/Invalid API Key",
            "NOTOK: Missing or unsupported chainid parameter (required for v2 api), please see the documentation",
            "NOTOK: Free API access is not supported for this chain.",
            "NOTOK: Error! Missing Or invalid Action name",
            "Something went wrong.: ",
            "",
        ] {
            assert!(matches!(error_failure(text), Failure::Unusable { .. }), "{text}");
        }
    }
}
