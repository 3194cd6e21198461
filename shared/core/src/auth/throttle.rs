//! Wait times after failed login attempts, and the source networks that they are counted for.

use crate::auth::lifetimes::{CLOCK_LEEWAY, SESSION_LIFETIME};
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
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
    /// The rule for a user name from a source network, and for a device.
    pub const CLIENT: Self = Self {
        first_wait_at: 5,
        closed_at: None,
        reset_after: ATTEMPTS_RESET_AFTER,
    };

    /// The rule for a user name from all networks without a login of that user.
    pub const NAME: Self = Self {
        first_wait_at: 20,
        closed_at: Some(100),
        reset_after: ATTEMPTS_RESET_AFTER,
    };

    /// The rule for a security token: after ten failures no attempt is checked.
    pub const SECURITY_TOKEN: Self = Self {
        first_wait_at: 10,
        closed_at: Some(10),
        reset_after: ATTEMPTS_RESET_AFTER,
    };

    /// The rule for a session. Pauses between attempts gain nothing: the count remains as long as a session can.
    pub const SESSION: Self = Self {
        reset_after: SESSION_LIFETIME,
        ..Self::SECURITY_TOKEN
    };

    /// The rule for all sessions of an account.
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

    /// Returns the wait before the next attempt after this many consecutive failures: 1 second after the first
    /// failure with a wait, doubling with each further failure up to 15 minutes, and [`Self::reset_after`] if the count
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

    /// Returns true if the rule yields a wait of this length. A longer wait shows that the clock was set back since.
    pub fn is_possible(self, wait: Duration) -> bool {
        let longest = self.closed_at.map_or(LONGEST_WAIT, |_| self.reset_after);
        wait <= longest + CLOCK_LEEWAY
    }
}

/// The network that a request comes from: an IPv4 address, or the /64 of an IPv6 address, which a subscriber owns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SourceNetwork {
    /// An IPv4 address.
    V4(Ipv4Addr),
    /// The first address of an IPv6 /64.
    V6(Ipv6Addr),
    /// No source address. All such requests share a network.
    Unknown,
}

impl SourceNetwork {
    /// Returns the network of an address. An IPv4 address in IPv6 notation (`::ffff:…`) is an IPv4 address.
    pub fn of(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V4(address) => Self::V4(address),
            IpAddr::V6(address) => Self::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)),
        }
    }

    /// Returns the network of an address in text form; `Unknown` if the text is not an address.
    pub fn parse(text: &str) -> Self {
        text.parse().map_or(Self::Unknown, Self::of)
    }
}

impl fmt::Display for SourceNetwork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::V4(address) => write!(f, "{address}/32"),
            Self::V6(first) => write!(f, "{first}/64"),
            Self::Unknown => f.write_str("unknown"),
        }
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

    #[track_caller]
    fn is_in(address: &str, network: &str) {
        assert_eq!(SourceNetwork::parse(address).to_string(), network);
    }

    #[test]
    fn ipv4_address_is_a_network() {
        is_in("203.0.113.7", "203.0.113.7/32");
        is_in("::ffff:203.0.113.7", "203.0.113.7/32");
    }

    #[test]
    fn ipv6_addresses_share_a_network_of_64_bits() {
        is_in("2001:db8:1:2::1", "2001:db8:1:2::/64");
        is_in("2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64");
        is_in("2001:db8:1:3::1", "2001:db8:1:3::/64");
    }

    #[test]
    fn other_text_is_the_unknown_network() {
        for text in ["", "localhost", "203.0.113.7:443", "203.0.113.7, 10.0.0.1"] {
            is_in(text, "unknown");
        }
    }
}
