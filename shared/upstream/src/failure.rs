//! Failures of upstream calls.

use std::time::Duration;
use wallet_core::ports::upstream::UpstreamError;
use wallet_refresh::Interrupted;

/// Failure of an upstream call, classified by the possible effect of the request at the upstream.
///
/// Reads do not depend on this; for a broadcast the kind decides between a retry and a look-up. The causes are for
/// the log. They never contain the URL of an upstream, since that may hold a key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The request was not sent: name resolution, connection or TLS failed, or no time was left.
    #[error("not sent: {cause}")]
    NotSent {
        /// Cause of the failure.
        cause: String,
    },
    /// The upstream reported that the request was not processed: rate limited (429) or overloaded (503).
    #[error("rejected with status {status}")]
    Throttled {
        /// HTTP status.
        status: u16,
        /// Delay that the upstream requires.
        retry_after: Option<Duration>,
    },
    /// The request was sent and the connection broke, or a gateway lost the connection behind it (408, 502, 504, 524).
    #[error("lost: {cause}")]
    Lost {
        /// Cause of the failure.
        cause: String,
    },
    /// The request was sent and no complete response arrived in time.
    #[error("timed out")]
    TimedOut,
    /// The upstream reported an internal error instead of a result: a status of 5xx without a specific meaning, or
    /// the error of a server behind the gateway.
    #[error("server error: {cause}")]
    ServerError {
        /// Reported error.
        cause: String,
    },
    /// The response is invalid or cannot be used.
    #[error("unusable response: {cause}")]
    Unusable {
        /// Defect of the response.
        cause: String,
    },
    /// The upstream cannot serve this particular request because of a limit: the address has too long a
    /// history. A second upstream may serve the request, and this upstream still serves different requests.
    #[error("declined: {cause}")]
    Declined {
        /// The limit.
        cause: String,
    },
    /// The upstream rejects this particular request: a status of 4xx, or an error that states invalid parameters. A
    /// caller can cause this, and never counts as a failure of the upstream
    /// (docs/decisions/upstreams.md#rejected-requests).
    #[error("rejected request: {cause}")]
    RejectedRequest {
        /// Status and text of the response.
        cause: String,
    },
    /// The response is longer than the limit. A caller can cause this, for example with a contract that returns
    /// megabytes, and never counts as a failure of the upstream, like [`Failure::Declined`].
    #[error("too long: {cause}")]
    TooLong {
        /// The limit.
        cause: String,
    },
    /// The response requires more requests than the attempt has time for. This does not count as a failure of the
    /// upstream, since the caller determines their number.
    #[error("out of time: {cause}")]
    OutOfTime {
        /// The incomplete part.
        cause: String,
    },
    /// The request was not sent because the upstream is backed off: too many failures, a required delay, or
    /// the concurrency limit.
    #[error("paused for {} s more", wait.as_secs())]
    Paused {
        /// Remaining backoff.
        wait: Duration,
    },
    /// The upstream lags behind the chain, as reported or shown by the latest block, or follows
    /// a different chain.
    #[error("lagging: {cause}")]
    Lagging {
        /// Evidence of the lag.
        cause: String,
    },
}

impl Failure {
    /// Creates a failure for an unusable response.
    pub fn unusable(cause: impl std::fmt::Display) -> Self {
        Self::Unusable {
            cause: cause.to_string(),
        }
    }
}

impl Interrupted for Failure {
    fn interrupted() -> Self {
        Self::unusable("the request panicked or was cancelled")
    }
}

impl Failure {
    /// Returns true if the upstream did not serve the request, false for a response that cannot be trusted.
    pub const fn is_unavailability(&self) -> bool {
        !matches!(
            self,
            Self::Unusable { .. } | Self::RejectedRequest { .. } | Self::Lagging { .. }
        )
    }

    /// Returns true if the upstream responded with 429 or 5xx.
    pub fn is_overload(&self) -> bool {
        match self {
            Self::Throttled { .. } | Self::ServerError { .. } => true,
            // 502 and 504, not a broken connection.
            Self::Lost { cause } => cause.starts_with("status 5"),
            _ => false,
        }
    }

    /// Combines the failures of all upstreams for a request into an error
    /// (docs/decisions/upstreams.md#failover-of-reads).
    ///
    /// An unusable response outranks a timeout, and a timeout outranks unavailability. The shortest of several
    /// delays counts: a single upstream is enough. Without any failure, no time was left for a request.
    pub fn outcome_of(failures: Vec<Self>) -> UpstreamError {
        let retry_after = failures.iter().filter_map(Self::wait).min();
        let worst = failures.into_iter().max_by_key(Self::rank);
        match worst.map(UpstreamError::from) {
            None => UpstreamError::Timeout,
            Some(UpstreamError::Unavailable { cause, .. }) => UpstreamError::Unavailable { cause, retry_after },
            Some(error) => error,
        }
    }

    /// Returns the rank of the failure; a higher rank determines the error.
    fn rank(&self) -> u8 {
        match self {
            Self::NotSent { .. }
            | Self::Lost { .. }
            | Self::Throttled { .. }
            | Self::Paused { .. }
            | Self::Lagging { .. } => 0,
            Self::TimedOut | Self::OutOfTime { .. } => 1,
            Self::ServerError { .. }
            | Self::Unusable { .. }
            | Self::Declined { .. }
            | Self::RejectedRequest { .. }
            | Self::TooLong { .. } => 2,
        }
    }

    /// Returns the remaining or required backoff, if known.
    fn wait(&self) -> Option<Duration> {
        match self {
            Self::Paused { wait } => Some(*wait),
            Self::Throttled { retry_after, .. } => *retry_after,
            _ => None,
        }
    }
}

impl From<Failure> for UpstreamError {
    fn from(failure: Failure) -> Self {
        let text = failure.to_string();
        match failure {
            Failure::NotSent { .. } | Failure::Lost { .. } | Failure::Lagging { .. } => Self::Unavailable {
                cause: text,
                retry_after: None,
            },
            Failure::Paused { wait } => Self::Unavailable {
                cause: text,
                retry_after: Some(wait),
            },
            Failure::Throttled { retry_after, .. } => Self::Unavailable {
                cause: text,
                retry_after,
            },
            Failure::TimedOut | Failure::OutOfTime { .. } => Self::Timeout,
            Failure::Unusable { cause } => Self::Unusable { cause },
            Failure::ServerError { .. }
            | Failure::Declined { .. }
            | Failure::RejectedRequest { .. }
            | Failure::TooLong { .. } => Self::Unusable { cause: text },
        }
    }
}

/// Maximum length of upstream text in the log, in characters.
const MAX_LOGGED: usize = 200;

/// Makes upstream text safe for the log: truncates it and escapes everything but printable ASCII, so that it
/// can neither forge a log line nor flood the log.
pub fn for_log(text: &str) -> String {
    text.chars().take(MAX_LOGGED).flat_map(char::escape_default).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn log_text_is_short_and_printable() {
        assert_eq!(for_log("a\nb\u{1b}[31m\u{202e}"), r"a\nb\u{1b}[31m\u{202e}");
        assert_eq!(for_log(&"x".repeat(10_000)).len(), MAX_LOGGED);
    }
}
