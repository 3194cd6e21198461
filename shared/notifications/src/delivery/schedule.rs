//! The times of the attempts of a delivery, and the meaning of a response.

use crate::event::EventId;
use sha2::{Digest, Sha256};
use std::str::FromStr;
use std::time::{Duration, UNIX_EPOCH};
use wallet_core::ports::system::Timestamp;

/// The delays before the attempts of a delivery, each counted from the end of the previous attempt; the first from the
/// event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule(Vec<Duration>);

/// Reasons why a setting is not a schedule. Positions start at 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScheduleError {
    /// The value at this position is not a whole number of seconds.
    #[error("the delay before attempt {0} is not a whole number of seconds; expected a list such as 0,5,300")]
    NotSeconds(usize),
    /// The delay at this position is longer than a week.
    #[error("the delay before attempt {0} is longer than a week, 604800 seconds")]
    TooLong(usize),
    /// The list is longer than the maximum.
    #[error("a delivery has at most 30 attempts")]
    TooMany,
}

/// The outcome of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome<'a> {
    /// The receiver responded.
    Response {
        /// The status code.
        status: u16,
        /// The header `Retry-After`.
        retry_after: Option<&'a str>,
    },
    /// No response within the time limit, no connection, or no permitted address.
    NoResponse,
}

/// The consequence of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The receiver has accepted the event.
    Delivered,
    /// The attempt failed. The next attempt is due at this time.
    Retry(Timestamp),
    /// The last attempt failed. The event stays in the log, and the webhook is shown as failing.
    Failing,
    /// The receiver accepts no further events (410): the webhook is disabled.
    Disabled,
}

impl Next {
    /// Returns the name in metrics.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Delivered => "delivered",
            Self::Retry(_) => "retry",
            Self::Failing => "failing",
            Self::Disabled => "disabled",
        }
    }
}

/// The schedule that Standard Webhooks recommends: 76 hours in total.
impl Default for Schedule {
    fn default() -> Self {
        let seconds = [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
        Self(seconds.map(Duration::from_secs).to_vec())
    }
}

/// Parses seconds separated by commas: `0,5,300`.
impl FromStr for Schedule {
    type Err = ScheduleError;

    fn from_str(text: &str) -> Result<Self, ScheduleError> {
        let delays = text.split(',').take(Self::MAX_ATTEMPTS + 1).enumerate();
        let delays: Vec<_> = delays
            .map(|(index, delay)| read_delay(delay.trim(), index + 1))
            .collect::<Result<_, _>>()?;
        (delays.len() <= Self::MAX_ATTEMPTS)
            .then_some(Self(delays))
            .ok_or(ScheduleError::TooMany)
    }
}

fn read_delay(text: &str, position: usize) -> Result<Duration, ScheduleError> {
    let seconds = digits(text).ok_or(ScheduleError::NotSeconds(position))?;
    let delay = Duration::from_secs(seconds);
    (delay <= Schedule::MAX_DELAY)
        .then_some(delay)
        .ok_or(ScheduleError::TooLong(position))
}

/// Parses decimal digits only, without a sign. A number beyond 64 bits is the maximum.
fn digits(text: &str) -> Option<u64> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().unwrap_or(u64::MAX))
}

impl Schedule {
    const MAX_ATTEMPTS: usize = 30;

    const MAX_DELAY: Duration = Duration::from_hours(7 * 24);

    /// The longest wait that `Retry-After` can request: that before the last attempt by default. A receiver cannot hold an
    /// event until the log has lost it.
    const MAX_RETRY_AFTER: Duration = Duration::from_hours(24);

    /// The longest deviation from the schedule.
    const MAX_JITTER: Duration = Duration::from_mins(10);

    /// Returns the time of the first attempt of an event that was written to the log at `at`.
    pub fn first(&self, at: Timestamp) -> Timestamp {
        self.0.first().map_or(at, |delay| at.after(*delay))
    }

    /// Returns the consequence of an attempt that ended at `now`. `attempts` is the number of attempts so far, with this
    /// attempt.
    ///
    /// `Retry-After` of 429, 502, 503 and 504 can delay the next attempt up to 24 hours. It never advances the attempt:
    /// otherwise a receiver under load would use up all attempts in seconds.
    pub fn after(&self, attempts: usize, outcome: Outcome<'_>, event: &EventId, now: Timestamp) -> Next {
        let requested = match outcome {
            Outcome::Response { status: 200..=299, .. } => return Next::Delivered,
            Outcome::Response { status: 410, .. } => return Next::Disabled,
            Outcome::Response {
                status: 429 | 502..=504,
                retry_after: Some(text),
            } => retry_after(text, now),
            _ => None,
        };
        let Some(delay) = self.0.get(attempts) else {
            return Next::Failing;
        };
        let requested = requested.unwrap_or_default().min(Self::MAX_RETRY_AFTER);
        let wait = requested.max(*delay);
        Next::Retry(now.after(wait + jitter(wait, attempts, event)))
    }
}

/// Returns up to a tenth of the wait and up to ten minutes, as a function of event and attempt: events that failed together
/// do not return together, and a calculation that is repeated has the same result.
fn jitter(wait: Duration, attempts: usize, event: &EventId) -> Duration {
    let digest = Sha256::new()
        .chain_update((attempts as u64).to_be_bytes())
        .chain_update(&event.0)
        .finalize();
    let share = digest
        .iter()
        .take(2)
        .fold(0, |share, byte| share << 8 | u32::from(*byte));
    (wait / 10).min(Schedule::MAX_JITTER) * share / (1 << 16)
}

/// Parses `Retry-After`: seconds, or an HTTP date (RFC 9110 §10.2.3). A past date is no wait. Returns `None` for other
/// texts.
fn retry_after(text: &str, now: Timestamp) -> Option<Duration> {
    if let Some(seconds) = digits(text.trim()) {
        return Some(Duration::from_secs(seconds));
    }
    let date = httpdate::parse_http_date(text).ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some(date.saturating_sub(Duration::from_millis(now.as_millis())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Sun, 06 Nov 1994 08:49:37 GMT, the date in the examples of RFC 9110.
    const NOW: Timestamp = Timestamp::from_secs(784_111_777);

    fn event(number: u32) -> EventId {
        EventId(format!("{number:032x}"))
    }

    /// Returns the wait in seconds after the second of three attempts with the delays 0, 5 and 60 seconds, without jitter.
    fn wait(status: u16, retry_after: Option<&str>) -> u64 {
        let schedule: Schedule = "0,5,60".parse().unwrap();
        let Next::Retry(at) = schedule.after(2, Outcome::Response { status, retry_after }, &event(1), NOW) else {
            panic!("{status} is not retried");
        };
        let planned = (0..=Schedule::MAX_RETRY_AFTER.as_secs()).map(Duration::from_secs);
        let mut planned = planned.filter(|planned| NOW.after(*planned + jitter(*planned, 2, &event(1))) == at);
        planned.next().expect("a wait in whole seconds").as_secs()
    }

    fn next(schedule: &Schedule, attempts: usize, status: u16) -> Next {
        let outcome = Outcome::Response {
            status,
            retry_after: None,
        };
        schedule.after(attempts, outcome, &event(1), NOW)
    }

    /// The example schedule of Standard Webhooks has the time since the start: the last is 75:35:05.
    #[test]
    fn default_is_the_schedule_of_standard_webhooks() {
        let schedule = Schedule::default();
        let total: Duration = schedule.0.iter().sum();
        assert_eq!((schedule.0.len(), total.as_secs()), (10, 75 * 3600 + 35 * 60 + 5));
        assert_eq!(
            "0, 5,300,1800,7200,18000,36000,50400,72000,86400".parse(),
            Ok(schedule.clone())
        );
        assert_eq!(schedule.first(NOW), NOW);
        assert_eq!(
            "3".parse::<Schedule>().map(|schedule| schedule.first(NOW)),
            Ok(NOW.after(Duration::from_secs(3)))
        );
    }

    #[test]
    fn invalid_settings_are_rejected_with_the_position() {
        for (text, error) in [
            ("", ScheduleError::NotSeconds(1)),
            ("0,5,", ScheduleError::NotSeconds(3)),
            ("0;5", ScheduleError::NotSeconds(1)),
            ("0,+5", ScheduleError::NotSeconds(2)),
            ("0,-5", ScheduleError::NotSeconds(2)),
            ("0,1.5", ScheduleError::NotSeconds(2)),
            ("0,5s", ScheduleError::NotSeconds(2)),
            ("0,604801", ScheduleError::TooLong(2)),
            ("0,99999999999999999999999", ScheduleError::TooLong(2)),
        ] {
            assert_eq!(text.parse::<Schedule>(), Err(error), "{text}");
        }
        assert!(vec!["604800"; 30].join(",").parse::<Schedule>().is_ok());
        assert_eq!(vec!["1"; 31].join(",").parse::<Schedule>(), Err(ScheduleError::TooMany));
    }

    #[test]
    fn statuses_have_the_meaning_of_the_standard() {
        let schedule = Schedule::default();
        for status in [200, 202, 204, 299] {
            assert_eq!(next(&schedule, 1, status), Next::Delivered, "{status}");
            assert_eq!(next(&schedule, 10, status), Next::Delivered, "{status}");
        }
        assert_eq!(
            (next(&schedule, 1, 410), next(&schedule, 10, 410)),
            (Next::Disabled, Next::Disabled)
        );
        for status in [
            0, 100, 199, 300, 301, 307, 308, 400, 401, 404, 409, 429, 500, 502, 503, 504, 599, 999,
        ] {
            assert!(matches!(next(&schedule, 9, status), Next::Retry(_)), "{status}");
            assert_eq!(next(&schedule, 10, status), Next::Failing, "{status}");
        }
        assert!(matches!(
            schedule.after(1, Outcome::NoResponse, &event(1), NOW),
            Next::Retry(_)
        ));
        assert_eq!(schedule.after(10, Outcome::NoResponse, &event(1), NOW), Next::Failing);
        assert_eq!(
            schedule.after(usize::MAX, Outcome::NoResponse, &event(1), NOW),
            Next::Failing
        );
    }

    #[test]
    fn retry_after_delays_and_never_advances_an_attempt() {
        for (text, seconds) in [
            ("120", 120),
            (" 61 ", 61),
            ("1", 60),
            ("0", 60),
            ("86401", 86_400),
            ("99999999999999999999999", 86_400),
            ("Sun, 06 Nov 1994 08:51:37 GMT", 120),
            ("Sunday, 06-Nov-94 08:51:37 GMT", 120),
            ("Sun Nov  6 08:51:37 1994", 120),
            ("Sun, 06 Nov 1994 08:49:37 GMT", 60),
            ("Thu, 01 Jan 1970 00:00:00 GMT", 60),
            ("Fri, 31 Dec 9999 23:59:59 GMT", 86_400),
            ("", 60),
            ("soon", 60),
            ("-1", 60),
            ("1.5", 60),
            ("+120", 60),
        ] {
            for status in [429, 502, 503, 504] {
                assert_eq!(wait(status, Some(text)), seconds, "{text}");
            }
            assert_eq!(
                (wait(500, Some(text)), wait(301, Some(text)), wait(503, None)),
                (60, 60, 60)
            );
        }
    }

    #[test]
    fn retry_after_of_the_last_attempt_has_no_effect() {
        let outcome = Outcome::Response {
            status: 503,
            retry_after: Some("5"),
        };
        assert_eq!(Schedule::default().after(10, outcome, &event(1), NOW), Next::Failing);
    }

    #[test]
    fn events_that_failed_together_return_apart() {
        let hour = Duration::from_hours(1);
        let mut waits: Vec<_> = (0..1000).map(|number| jitter(hour, 3, &event(number))).collect();
        waits.sort_unstable();
        waits.dedup();
        assert!(waits.len() > 900, "{} different waits", waits.len());
        assert!(waits[0] < Duration::from_secs(10) && waits[waits.len() - 1] > Duration::from_secs(350));
    }

    proptest! {
        #[test]
        fn jitter_is_bounded_and_repeatable(seconds in 0_u64..=604_800, attempts in 1_usize..30, number: u32) {
            let wait = Duration::from_secs(seconds);
            let added = jitter(wait, attempts, &event(number));
            prop_assert!(added <= wait / 10 && added <= Duration::from_mins(10));
            prop_assert_eq!(added, jitter(wait, attempts, &event(number)));
        }

        #[test]
        fn every_response_has_a_bounded_consequence(attempts: usize, status: u16, text in ".*", now: u64) {
            let now = Timestamp::from_millis(now);
            let outcome = Outcome::Response { status, retry_after: Some(&text) };
            if let Next::Retry(at) = Schedule::default().after(attempts, outcome, &event(1), now) {
                prop_assert!(at >= now && at <= now.after(Duration::from_hours(25)));
            }
        }
    }
}
