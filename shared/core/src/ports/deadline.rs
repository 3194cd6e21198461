//! Until when an answer is worth having.

use std::time::Instant;

/// The moment at which whoever asked stops waiting. One is set when a request arrives, and everything that is fetched for
/// the request keeps to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Deadline(Instant);

impl Deadline {
    /// The deadline at this moment.
    pub const fn at(moment: Instant) -> Self {
        Self(moment)
    }

    /// The deadline after this many percent of the time that is left, for what must leave time for something else.
    #[must_use]
    pub fn percent(self, percent: u32, now: Instant) -> Self {
        let left = self.0.saturating_duration_since(now);
        Self(now + left * percent / 100)
    }

    /// The moment.
    pub const fn moment(self) -> Instant {
        self.0
    }
}
