//! Wait times after failed login attempts.

use super::lifetimes::{CLOCK_LEEWAY, SESSION_LIFETIME};
use std::time::Duration;

/// The maximum wait after a failure, unless the count is closed.
const LONGEST_WAIT: Duration = Duration::from_mins(15);

/// The time without attempts after which a count of failures is reset, except for that of a session.
pub const ATTEMPTS_RESET_AFTER: Duration = Duration::from_hours(24);

/// The rule of a count of consecutive failures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttemptRule {
    /// The first failure that is followed by a wait.
    first_wait_at: u32,
    /// The failure after which no attempt is admitted until the count is reset. `None` for no limit.
    closed_at: Option<u32>,
    /// The time without attempts after which the count is reset.
    reset_after: Duration,
}

impl AttemptRule {
    /// The rule for one user name from one source network, and for one device.
    pub const CLIENT: Self = Self {
        first_wait_at: 5,
        closed_at: None,
        reset_after: ATTEMPTS_RESET_AFTER,
    };

    /// The rule for one user name from all networks from which it has not logged in.
    pub const NAME: Self = Self {
        first_wait_at: 20,
        closed_at: Some(100),
        reset_after: ATTEMPTS_RESET_AFTER,
    };

    /// The rule for one security token: after ten failures none of its attempts is checked.
    pub const SECURITY_TOKEN: Self = Self {
        first_wait_at: 10,
        closed_at: Some(10),
        reset_after: ATTEMPTS_RESET_AFTER,
    };

    /// The same for one session. Pauses between attempts gain nothing: the count remains as long as a session can.
    pub const SESSION: Self = Self {
        reset_after: SESSION_LIFETIME,
        ..Self::SECURITY_TOKEN
    };

    /// The rule for all sessions of one account.
    pub const ACCOUNT: Self = Self {
        first_wait_at: 20,
        closed_at: None,
        reset_after: ATTEMPTS_RESET_AFTER,
    };

    /// Returns the time without attempts after which the count is reset.
    pub const fn reset_after(self) -> Duration {
        self.reset_after
    }

    /// Returns true if this many consecutive failures close the count.
    pub fn is_closed_after(self, failures: u32) -> bool {
        self.closed_at.is_some_and(|limit| failures >= limit)
    }

    /// Returns the wait before the next attempt after this many consecutive failures: one second after the first
    /// failure with a wait, doubling with each further one up to 15 minutes, and [`Self::reset_after`] if the count
    /// is closed.
    pub fn wait_after(self, failures: u32) -> Duration {
        if self.is_closed_after(failures) {
            return self.reset_after;
        }
        let Some(doublings) = failures.checked_sub(self.first_wait_at) else {
            return Duration::ZERO;
        };
        let seconds = 1_u64.checked_shl(doublings).unwrap_or(u64::MAX);
        Duration::from_secs(seconds).min(LONGEST_WAIT)
    }

    /// Returns true if the rule yields a wait of this length. A longer one shows that the clock was set back since.
    pub fn is_possible(self, wait: Duration) -> bool {
        let longest = self.closed_at.map_or(LONGEST_WAIT, |_| self.reset_after);
        wait <= longest + CLOCK_LEEWAY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wait_starts_with_the_fifth_failure_and_doubles_up_to_15_minutes() {
        let wait = |failures| AttemptRule::CLIENT.wait_after(failures).as_secs();
        let seconds: Vec<_> = (0..=16).map(wait).collect();
        assert_eq!(
            seconds,
            [0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]
        );
        assert_eq!(wait(68), 900);
        assert_eq!(wait(69), 900);
        assert_eq!(wait(u32::MAX), 900);
    }

    #[test]
    fn waits_beyond_the_longest_one_are_impossible() {
        let leeway = Duration::from_secs(30);
        for (rule, longest) in [
            (AttemptRule::CLIENT, LONGEST_WAIT),
            (AttemptRule::NAME, ATTEMPTS_RESET_AFTER),
            (AttemptRule::SESSION, SESSION_LIFETIME),
        ] {
            assert!(rule.is_possible(longest + leeway));
            assert!(!rule.is_possible(longest + leeway + Duration::from_millis(1)));
        }
    }

    #[test]
    fn session_is_closed_after_ten_failures_and_an_account_waits_from_the_twentieth() {
        let session = AttemptRule::SESSION;
        assert_eq!(session.wait_after(9), Duration::ZERO);
        assert_eq!(session.wait_after(10), SESSION_LIFETIME);
        assert_eq!(AttemptRule::SECURITY_TOKEN.wait_after(10), ATTEMPTS_RESET_AFTER);
        assert!(!session.is_closed_after(9) && session.is_closed_after(10));
        let account = |failures| AttemptRule::ACCOUNT.wait_after(failures).as_secs();
        assert_eq!([account(19), account(20), account(21), account(1000)], [0, 1, 2, 900]);
        assert!(!AttemptRule::ACCOUNT.is_closed_after(u32::MAX));
    }

    #[test]
    fn name_waits_from_the_twentieth_failure_and_closes_at_the_hundredth() {
        let wait = |failures| AttemptRule::NAME.wait_after(failures).as_secs();
        assert_eq!([wait(0), wait(19), wait(20), wait(21), wait(30)], [0, 0, 1, 2, 900]);
        assert_eq!(wait(99), 900);
        assert_eq!([wait(100), wait(u32::MAX)], [86_400, 86_400]);
    }
}
