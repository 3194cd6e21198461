//! Wait times after failed login attempts.

use std::time::Duration;

/// The number of consecutive failures without a wait.
const FREE_FAILURES: u32 = 4;

/// The maximum wait.
const LONGEST_WAIT: Duration = Duration::from_mins(15);

/// Returns the wait before the next login attempt after this many consecutive failures: none after the first four,
/// one second after the fifth, doubling with each further one up to 15 minutes.
pub fn wait_after_failures(failures: u32) -> Duration {
    let Some(doublings) = failures.checked_sub(FREE_FAILURES + 1) else {
        return Duration::ZERO;
    };
    let seconds = 1_u64.checked_shl(doublings).unwrap_or(u64::MAX);
    Duration::from_secs(seconds).min(LONGEST_WAIT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wait_starts_with_the_fifth_failure_and_doubles_up_to_15_minutes() {
        let seconds: Vec<_> = (0..=16).map(|n| wait_after_failures(n).as_secs()).collect();
        assert_eq!(
            seconds,
            [0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]
        );
        assert_eq!(wait_after_failures(68).as_secs(), 900);
        assert_eq!(wait_after_failures(69).as_secs(), 900);
        assert_eq!(wait_after_failures(u32::MAX).as_secs(), 900);
    }
}
