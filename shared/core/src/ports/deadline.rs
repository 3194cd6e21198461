//! Deadlines of requests.

use std::time::Instant;

/// The instant at which the caller stops waiting. The deadline is set when a request arrives and bounds every
/// upstream call made for that request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Deadline(Instant);

impl Deadline {
    /// Creates a deadline at this instant.
    pub const fn at(instant: Instant) -> Self {
        Self(instant)
    }

    /// Returns the deadline after `percent` percent of the remaining time, to leave time for a later
    /// step.
    #[must_use]
    pub fn percent(self, percent: u32, now: Instant) -> Self {
        let left = self.0.saturating_duration_since(now);
        Self(now + left * percent / 100)
    }

    /// Returns the instant of the deadline.
    pub const fn instant(self) -> Instant {
        self.0
    }
}
