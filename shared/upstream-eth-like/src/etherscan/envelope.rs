//! Envelope of every response, and the classification of error texts, which come with status 200.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use std::time::Duration;
use wallet_upstream::{Failure, UpstreamResponse, for_log};

#[derive(Debug)]
pub(super) struct Envelope {
    /// The result, `None` if there is none.
    result: Option<Box<RawValue>>,
    /// True if the server reports that internal transfers are not completely processed yet.
    pub(super) is_partial: bool,
}

/// Wire format. Responses of the module `proxy` are those of a node and have no status.
#[derive(Deserialize)]
struct Wire {
    status: Option<String>,
    message: Option<String>,
    result: Option<Box<RawValue>>,
}

impl Envelope {
    /// Reads the envelope of a response; an error becomes a failure.
    pub(super) fn open(response: &UpstreamResponse) -> Result<Self, Failure> {
        let wire: Wire = response.json()?;
        if response.is_success() {
            Self::decode(wire)
        } else {
            Err(response.failure(for_log(&wire.text())))
        }
    }

    fn decode(wire: Wire) -> Result<Self, Failure> {
        match wire.status.as_deref() {
            Some("1") | None if wire.result.is_some() => Ok(Self {
                result: wire.result,
                is_partial: false,
            }),
            Some("2") => Ok(Self {
                result: wire.result,
                is_partial: true,
            }),
            Some("0") if wire.is_empty_list() => Ok(Self {
                result: None,
                is_partial: false,
            }),
            _ => Err(error_failure(&wire.text())),
        }
    }

    /// Parses a response from the text.
    #[cfg(any(test, feature = "fuzzing"))]
    pub(super) fn parse(text: &str) -> Result<Self, Failure> {
        Self::decode(serde_json::from_str(text).map_err(Failure::unusable)?)
    }

    /// Returns the rows of a list.
    pub(super) fn rows<Row: DeserializeOwned>(&self) -> Result<Vec<Row>, Failure> {
        self.read().map(Option::unwrap_or_default)
    }

    /// Deserialises the result, `None` if there is none.
    pub(super) fn read<T: DeserializeOwned>(&self) -> Result<Option<T>, Failure> {
        let Some(result) = &self.result else { return Ok(None) };
        serde_json::from_str(result.get()).map_err(|error| Failure::unusable(for_log(&error.to_string())))
    }
}

impl Wire {
    /// Returns true if the response is an empty list: "No transactions found" and similar, without rows.
    fn is_empty_list(&self) -> bool {
        let message = self.message.as_deref().unwrap_or_default().to_ascii_lowercase();
        let rows = self.result.as_ref().map_or("null", |rows| rows.get());
        message.starts_with("no ") && message.ends_with(" found") && matches!(rows, "[]" | "null")
    }

    /// Returns the message and the reason, which is in the result or in the message.
    fn text(&self) -> String {
        let reason = self
            .result
            .as_ref()
            .and_then(|text| serde_json::from_str(text.get()).ok());
        let reason: String = reason.unwrap_or_default();
        format!("{}: {reason}", self.message.as_deref().unwrap_or_default())
    }
}

/// Returns true for the failure of a request of a list that the server does not have.
pub(super) fn is_unknown_action(failure: &Failure) -> bool {
    failure.to_string().to_ascii_lowercase().contains("action")
}

/// Backoff after too many calls in a second.
const CALLS_BACKOFF: Duration = Duration::from_secs(1);
/// Backoff after too many invalid keys, as required by the server.
const KEYS_BACKOFF: Duration = Duration::from_secs(30);
/// Backoff after too many calls in a day. The backoff is shorter than a day, since the plan may be changed.
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
