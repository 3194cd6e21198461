//! Quotas of requests: token buckets.

use crate::auth::lifetimes::CLOCK_LEEWAY;
use crate::ports::system::Timestamp;
use std::str::FromStr;
use std::time::Duration;

/// The maximum period of a quota: 31 days.
const LONGEST_PERIOD: u64 = 31 * 24 * 60 * 60;

/// A token bucket: `count` requests at once, which are available again after `period`, evenly spread.
///
/// The state of a bucket is the time at which it will be full: each request moves that time an interval into the
/// future.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quota {
    count: u32,
    period: u32,
}

/// The error for a string that is not a quota.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be COUNT/SECONDS, such as 200/600, with at most 1000 requests per second and 31 days")]
pub struct QuotaError;

/// The level of a bucket at an instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuotaLevel {
    /// The number of requests that are available now.
    pub remaining: u32,
    /// The time until the bucket is full.
    pub full_in: Duration,
    /// The time until a request is available.
    pub next_in: Duration,
}

impl Quota {
    /// Returns the quota of `count` requests per `period` seconds, or an error if the numbers are out of range.
    pub fn new(count: u32, period: u32) -> Result<Self, QuotaError> {
        let valid = (1..=u64::from(period) * 1000).contains(&u64::from(count)) && u64::from(period) <= LONGEST_PERIOD;
        valid.then_some(Self { count, period }).ok_or(QuotaError)
    }

    /// Returns the quota of constant numbers: `count` requests, at least 1, per `period` seconds.
    pub const fn per(count: u32, period: u32) -> Self {
        assert!(count > 0 && period > 0, "a quota has no zero");
        Self { count, period }
    }

    /// Returns the maximum number of requests at once.
    pub const fn count(self) -> u32 {
        self.count
    }

    /// Returns the time in which an empty bucket fills.
    pub const fn period(self) -> Duration {
        Duration::from_secs(self.period as u64)
    }

    /// Returns the time in which a request becomes available, in whole milliseconds.
    pub fn interval(self) -> Duration {
        Duration::from_millis(u64::from(self.period) * 1000 / u64::from(self.count))
    }

    /// Returns the latest time at which a bucket may be full for a request to be available at `now`.
    pub fn latest_full_at(self, now: Timestamp) -> Timestamp {
        self.latest_full_at_for(1, now)
    }

    /// Returns the latest time at which a bucket may be full for this number of requests, at most all, to be available
    /// at `now`.
    pub fn latest_full_at_for(self, requests: u32, now: Timestamp) -> Timestamp {
        now.after(self.interval() * self.count.saturating_sub(requests))
    }

    /// Returns the time at which the bucket that is full at `full_at` will be full after this number of requests at
    /// `now`.
    pub fn full_at_after(self, requests: u32, full_at: Timestamp, now: Timestamp) -> Timestamp {
        full_at.max(now).after(self.interval().saturating_mul(requests))
    }

    /// Returns the earliest time of filling that no requests before `now` yield. Such a time shows that the clock was
    /// set back since, and counts as a full bucket.
    pub fn impossible_after(self, now: Timestamp) -> Timestamp {
        now.after(self.period() + CLOCK_LEEWAY)
    }

    /// Returns the level of the bucket that is full at `full_at`.
    pub fn level(self, full_at: Timestamp, now: Timestamp) -> QuotaLevel {
        let full_at = if full_at > self.impossible_after(now) {
            now
        } else {
            full_at
        };
        let full_in = full_at.since(now);
        let used = full_in.as_millis().div_ceil(self.interval().as_millis().max(1));
        let used = u32::try_from(used).unwrap_or(u32::MAX);
        QuotaLevel {
            remaining: self.count.saturating_sub(used),
            full_in,
            next_in: full_at.since(self.latest_full_at(now)),
        }
    }
}

/// Parses `COUNT/SECONDS`.
impl FromStr for Quota {
    type Err = QuotaError;

    fn from_str(text: &str) -> Result<Self, QuotaError> {
        let (count, period) = text.split_once('/').ok_or(QuotaError)?;
        let number = |digits: &str| digits.trim().parse::<u32>().map_err(|_| QuotaError);
        Self::new(number(count)?, number(period)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_secs(1_000);

    #[test]
    fn quota_is_a_count_and_a_number_of_seconds() {
        let quota: Quota = "200/600".parse().unwrap();
        assert_eq!((quota.count(), quota.period()), (200, Duration::from_mins(10)));
        assert_eq!(quota.interval(), Duration::from_secs(3));
        assert_eq!(" 50 / 5 ".parse(), Quota::new(50, 5));
        for invalid in [
            "",
            "200",
            "0/600",
            "200/0",
            "-1/5",
            "200/600/3",
            "1001/1",
            "1/99999999",
            "a/b",
        ] {
            assert_eq!(invalid.parse::<Quota>(), Err(QuotaError), "{invalid:?}");
        }
    }

    #[test]
    fn several_requests_are_taken_at_once() {
        let quota = Quota::new(10, 5).unwrap();
        let after = |requests, full_at| quota.full_at_after(requests, full_at, NOW);
        assert_eq!(after(0, NOW), NOW);
        assert_eq!(after(4, Timestamp::from_secs(0)), NOW.after(Duration::from_secs(2)));
        assert_eq!(after(4, after(4, NOW)), NOW.after(Duration::from_secs(4)));
        assert_eq!(after(u32::MAX, NOW), NOW.after(Duration::from_millis(500) * u32::MAX));
        assert_eq!(quota.latest_full_at_for(10, NOW), NOW);
        assert_eq!(quota.latest_full_at_for(4, NOW), NOW.after(Duration::from_secs(3)));
        assert_eq!(quota.latest_full_at_for(1, NOW), quota.latest_full_at(NOW));
    }

    #[test]
    fn level_follows_from_the_time_at_which_the_bucket_is_full() {
        let quota = Quota::new(10, 5).unwrap();
        let level = |millis| quota.level(NOW.after(Duration::from_millis(millis)), NOW);
        assert_eq!((level(0).remaining, level(0).next_in), (10, Duration::ZERO));
        assert_eq!(level(1).remaining, 9);
        assert_eq!((level(4_500).remaining, level(4_500).next_in), (1, Duration::ZERO));
        assert_eq!(level(5_000).remaining, 0);
        assert_eq!(level(5_000).next_in, Duration::from_millis(500));
        assert_eq!(level(5_000).full_in, Duration::from_secs(5));
        assert_eq!(quota.latest_full_at(NOW), NOW.after(Duration::from_millis(4_500)));
        // Five seconds, and the difference of two clocks.
        assert_eq!(level(35_000).remaining, 0);
        assert_eq!(level(35_001).remaining, 10);
    }
}
