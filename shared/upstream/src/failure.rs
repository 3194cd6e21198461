//! The ways in which a call to an upstream can fail.

use std::time::Duration;
use wallet_core::ports::upstream::UpstreamError;

/// Why a call gave nothing usable, told apart by what the upstream may have done with the request.
///
/// A read does not care; for a broadcast the difference decides between "try again" and "look it up".
/// The causes are for the log: they never contain an address of an upstream, since that may hold a key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The request never left: name resolution, connection or TLS failed, or no time was left.
    #[error("not sent: {cause}")]
    NotSent {
        /// What went wrong.
        cause: String,
    },
    /// The upstream said that it did not handle the request: rate limited (429) or overloaded (503).
    #[error("refused with status {status}")]
    Refused {
        /// The HTTP status.
        status: u16,
        /// How long it asked us to wait.
        retry_after: Option<Duration>,
    },
    /// The request left and the connection broke, or a gateway lost the upstream behind it (408, 502, 504, 524).
    #[error("lost: {cause}")]
    Lost {
        /// What went wrong.
        cause: String,
    },
    /// The request left and no whole answer came in time.
    #[error("no answer in time")]
    TimedOut,
    /// An answer came that cannot be used.
    #[error("unusable answer: {cause}")]
    Unusable {
        /// What is wrong with it.
        cause: String,
    },
    /// The upstream cannot answer this very question, by limits of its own: an address with too long a history, an answer
    /// beyond our size limit. Another upstream may; this one is none the worse for other questions.
    #[error("declined: {cause}")]
    Declined {
        /// The limit.
        cause: String,
    },
    /// The request was not sent, because the upstream is left alone for now: it failed too often, asked for a pause, or
    /// is busy with other requests of ours.
    #[error("paused for {} s more", wait.as_secs())]
    Paused {
        /// How long it will be left alone.
        wait: Duration,
    },
    /// The upstream has not followed its chain, by its own word or by its newest block, or it follows another one.
    #[error("behind: {cause}")]
    Behind {
        /// What tells.
        cause: String,
    },
}

impl Failure {
    /// An unusable answer.
    pub fn unusable(cause: impl std::fmt::Display) -> Self {
        Self::Unusable {
            cause: cause.to_string(),
        }
    }
}

impl Failure {
    /// What the failures of all upstreams that were asked one question come to (docs/decisions/0431).
    ///
    /// An answer that cannot be used says more than silence, and silence more than a closed door. Of several waits the
    /// shortest counts: one upstream is enough. Without any failure there was no time to ask.
    pub fn outcome_of(failures: Vec<Self>) -> UpstreamError {
        let wait = failures.iter().filter_map(Self::wait).min();
        let worst = failures.into_iter().max_by_key(Self::rank);
        match worst.map(UpstreamError::from) {
            None => UpstreamError::Timeout,
            Some(UpstreamError::Unavailable { cause, .. }) => UpstreamError::Unavailable {
                cause,
                retry_after: wait,
            },
            Some(error) => error,
        }
    }

    /// How much the failure says: a greater number more.
    fn rank(&self) -> u8 {
        match self {
            Self::NotSent { .. }
            | Self::Lost { .. }
            | Self::Refused { .. }
            | Self::Paused { .. }
            | Self::Behind { .. } => 0,
            Self::TimedOut => 1,
            Self::Unusable { .. } | Self::Declined { .. } => 2,
        }
    }

    /// How long the upstream is to be left alone, where that is known.
    fn wait(&self) -> Option<Duration> {
        match self {
            Self::Paused { wait } => Some(*wait),
            Self::Refused { retry_after, .. } => *retry_after,
            _ => None,
        }
    }
}

impl From<Failure> for UpstreamError {
    fn from(failure: Failure) -> Self {
        let text = failure.to_string();
        match failure {
            Failure::NotSent { .. } | Failure::Lost { .. } | Failure::Behind { .. } => Self::Unavailable {
                cause: text,
                retry_after: None,
            },
            Failure::Paused { wait } => Self::Unavailable {
                cause: text,
                retry_after: Some(wait),
            },
            Failure::Refused { retry_after, .. } => Self::Unavailable {
                cause: text,
                retry_after,
            },
            Failure::TimedOut => Self::Timeout,
            Failure::Unusable { cause } => Self::Unusable { cause },
            Failure::Declined { .. } => Self::Unusable { cause: text },
        }
    }
}

/// The longest piece of an upstream's text that goes into the log, in characters.
const LOGGED_TEXT: usize = 200;

/// An upstream's text made fit for the log: cut, and with everything but printable ASCII escaped,
/// so that it can neither forge a log line nor flood it.
pub fn for_log(text: &str) -> String {
    text.chars().take(LOGGED_TEXT).flat_map(char::escape_default).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_for_the_log_is_short_and_printable() {
        assert_eq!(for_log("a\nb\u{1b}[31m\u{202e}"), r"a\nb\u{1b}[31m\u{202e}");
        assert_eq!(for_log(&"x".repeat(10_000)).len(), LOGGED_TEXT);
    }
}
