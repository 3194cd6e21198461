//! What the texts of refusals mean: they come with status 200.

use std::time::Duration;
use wallet_upstream::failure::{Failure, for_log};

/// The pause after too many calls in a second.
const SECOND: Duration = Duration::from_secs(1);
/// The pause after too many wrong keys: the server wants so much.
const KEYS_PAUSE: Duration = Duration::from_secs(30);
/// The pause after too many calls in a day. It may be over sooner than the day: plans are changed.
const DAY_PAUSE: Duration = Duration::from_mins(10);

/// The failure that a refusal stands for. Words change, so that a part of them is enough, in any case.
pub(super) fn refusal(text: &str) -> Failure {
    let words = text.to_ascii_lowercase();
    let says = |parts: &[&str]| parts.iter().any(|part| words.contains(part));
    let refused = |pause| Failure::Refused {
        status: 429,
        retry_after: Some(pause),
    };
    if says(&["too many invalid api key"]) {
        refused(KEYS_PAUSE)
    } else if says(&["daily", "per day"]) && says(&["limit", "calls"]) {
        refused(DAY_PAUSE)
    } else if says(&["rate limit", "calls per sec", "too many requests", "limit reached"]) {
        refused(SECOND)
    } else if says(&["timeout", "timed out", "result window is too large", "smaller result"]) {
        Failure::Declined { cause: for_log(text) }
    } else {
        Failure::unusable(for_log(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_pause(text: &str, pause: Duration) {
        let expected = Failure::Refused {
            status: 429,
            retry_after: Some(pause),
        };
        assert_eq!(refusal(text), expected, "{text}");
    }

    #[test]
    fn limits_ask_for_a_pause() {
        for text in [
            "NOTOK: Max rate limit reached, please use API Key for higher rate limit",
            "NOTOK: Max rate limit reached",
            "NOTOK: Max calls per sec rate limit reached (3/sec)",
            "Too Many Requests: ",
        ] {
            check_pause(text, SECOND);
        }
        check_pause(
            "NOTOK: Max daily rate limit reached. 110000 (100%) of 100000 day/limit",
            DAY_PAUSE,
        );
        check_pause(
            "NOTOK: Too many invalid api key attempts, please try again later",
            KEYS_PAUSE,
        );
    }

    #[test]
    fn what_is_too_much_to_ask_is_declined() {
        for text in [
            "Query Timeout occured. Please select a smaller result dataset: ",
            "NOTOK: Result window is too large, PageNo x Offset size must be less than or equal to 10000",
        ] {
            assert!(matches!(refusal(text), Failure::Declined { .. }), "{text}");
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
            "Invalid address format: ",
            "Something went wrong.: ",
            "",
        ] {
            assert!(matches!(refusal(text), Failure::Unusable { .. }), "{text}");
        }
    }
}
