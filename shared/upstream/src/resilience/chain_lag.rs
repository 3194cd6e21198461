//! Detection of lagging upstreams by their heads (docs/decisions/upstreams.md#lagging-upstreams).

use crate::failure::Failure;
use std::net::IpAddr;
use std::time::Duration;

/// Latest block of an upstream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// Height of the latest block.
    pub height: u64,
    /// Time of that block in Unix seconds, if the protocol reports it.
    pub time: Option<u64>,
}

/// Known head of an upstream. Upstreams of the same operator count as a single voice.
#[derive(Clone, Copy, Debug)]
pub(super) struct Claim<'a> {
    pub(super) operator: &'a str,
    pub(super) head: Head,
}

/// Known heads of the upstreams of a pool, and the rules by which they are compared.
pub(super) struct Heads<'a> {
    /// An entry per upstream, `None` if the head is unknown.
    pub(super) claims: Vec<Option<Claim<'a>>>,
    /// Current time in Unix seconds.
    pub(super) now: u64,
    /// Unix time before which a latest block is too old.
    pub(super) oldest: Option<u64>,
    /// Number of blocks that an upstream may lag behind the peers.
    pub(super) max_lag: u64,
    /// Target time between blocks.
    pub(super) block_interval: Duration,
}

/// Mutually confirmed heights of two upstreams: both have reached `low`.
#[derive(Clone, Copy)]
struct Agreement {
    low: u64,
    high: u64,
}

/// Minimum age difference of two heads that supports a difference of their heights: heads are up to 15 s old, and
/// blocks do not arrive at regular intervals.
const MIN_GAIN: u64 = 60;

/// Maximum time of a block ahead of the clock, in seconds (`MAX_FUTURE_BLOCK_TIME` of Bitcoin Core).
const MAX_FUTURE: u64 = 2 * 60 * 60;

/// Number of times by which a chain must exceed its block rate before a height counts as impossible.
const IMPOSSIBLE_RATE: u64 = 8;

impl Heads<'_> {
    /// Checks that an upstream may serve. An upstream without a known head passes.
    pub(super) fn check(&self, which: usize) -> Result<(), Failure> {
        let Some(own) = self.claims[which] else { return Ok(()) };
        if !self.is_recent(&own) {
            // If all heads are old and two agree, the chain is slow.
            let is_slow = self.recent().is_empty() && self.agreed(&self.known()).is_some();
            if !is_slow {
                return Err(lagging("its latest block is too old".to_owned()));
            }
        }
        let confirmed = self
            .reference(&own, |agreed| agreed.low)
            .saturating_sub(own.head.height);
        if confirmed > self.max_lag {
            return Err(lagging(format!("{confirmed} blocks behind its peers")));
        }
        if self.is_impossible(which) {
            let height = own.head.height;
            let cause = format!("height {height} is contradicted by its peers and by the block times");
            return Err(lagging(cause));
        }
        Ok(())
    }

    /// Returns the number of blocks by which an upstream is behind the peers, for the operator; `None` without a known
    /// head. A height that nothing supports does not count.
    pub(super) fn lag(&self, which: usize) -> Option<u64> {
        let own = self.claims[which]?;
        let reference = self.reference(&own, |agreed| agreed.high);
        Some(reference.saturating_sub(own.head.height))
    }

    /// Returns the greatest height that counts against `own`, 0 if there is none.
    fn reference(&self, own: &Claim<'_>, height: impl Fn(Agreement) -> u64) -> u64 {
        let recent = self.recent();
        let compared = if recent.is_empty() { self.known() } else { recent };
        let supported = compared.iter().filter(|other| self.supports(own, other));
        let supported = supported.map(|other| other.head.height).max();
        self.agreed(&compared).map(height).max(supported).unwrap_or(0)
    }

    /// Returns true if an upstream claims a height above all peers that nothing supports.
    pub(super) fn is_unsupported(&self, which: usize) -> bool {
        let Some(own) = self.claims[which] else { return false };
        let others = self.recent().into_iter().filter(|other| other.operator != own.operator);
        let best = others.max_by_key(|other| other.head.height);
        best.is_some_and(|best| {
            let ahead = own.head.height.saturating_sub(best.head.height);
            ahead > self.max_lag && !self.supports(&best, &own)
        })
    }

    /// Returns true if the greater height of a peer's head counts against `own`: its block time shows that `own` has
    /// missed about as many blocks, or `own` is too old by the block time.
    fn supports(&self, own: &Claim<'_>, other: &Claim<'_>) -> bool {
        if other.operator == own.operator || other.head.height <= own.head.height {
            return false;
        }
        if !self.is_recent(own) && self.is_recent(other) {
            return true;
        }
        let (Some(own_time), Some(other_time)) = (own.head.time, other.head.time) else {
            return false;
        };
        let gain = other_time.min(self.now).saturating_sub(own_time);
        let missed = self.expected_time(other.head.height - own.head.height);
        other_time <= self.now.saturating_add(MAX_FUTURE) && gain >= MIN_GAIN.max(missed / 2)
    }

    /// Returns true if two peers agree, all peers are lower, and the chain cannot have grown that fast since.
    fn is_impossible(&self, which: usize) -> bool {
        let Some(own) = self.claims[which] else { return false };
        let mut others = self.recent();
        others.retain(|other| other.operator != own.operator);
        let Some(best) = others.iter().max_by_key(|other| other.head.height) else {
            return false;
        };
        let (Some(own_time), Some(best_time)) = (own.head.time, best.head.time) else {
            return false;
        };
        let ahead = own.head.height.saturating_sub(best.head.height);
        let gain = own_time.min(self.now).saturating_sub(best_time) + MIN_GAIN;
        ahead > self.max_lag
            && self.agreed(&others).is_some()
            && gain.saturating_mul(IMPOSSIBLE_RATE) < self.expected_time(ahead)
    }

    /// Returns the greatest heights of two operators that agree within the tolerance.
    fn agreed(&self, claims: &[Claim<'_>]) -> Option<Agreement> {
        let agreements = claims.iter().filter_map(|low| {
            let others = claims.iter().filter(|other| other.operator != low.operator);
            let low = low.head.height;
            let heights = others.map(|other| other.head.height);
            let confirming = heights.filter(|high| *high >= low && high - low <= self.max_lag);
            confirming.max().map(|high| Agreement { low, high })
        });
        agreements.max_by_key(|agreed| agreed.low)
    }

    /// Returns the time of this number of blocks in seconds, rounded down.
    fn expected_time(&self, blocks: u64) -> u64 {
        let time = u128::from(blocks).saturating_mul(self.block_interval.as_millis()) / 1000;
        u64::try_from(time).unwrap_or(u64::MAX)
    }

    fn known(&self) -> Vec<Claim<'_>> {
        self.claims.iter().flatten().copied().collect()
    }

    fn recent(&self) -> Vec<Claim<'_>> {
        let mut known = self.known();
        known.retain(|claim| self.is_recent(claim));
        known
    }

    fn is_recent(&self, claim: &Claim<'_>) -> bool {
        !matches!((claim.head.time, self.oldest), (Some(time), Some(oldest)) if time < oldest)
    }
}

fn lagging(cause: String) -> Failure {
    Failure::Lagging { cause }
}

/// Returns the operator of a host: the last two labels of the name, without the port.
///
/// Names below a public suffix of two labels count as the same operator, which demotes fewer upstreams. A single label
/// and an IP address are hosts of a private network and count with their port.
pub(super) fn operator(host: &str) -> &str {
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    let mut dots = name.rmatch_indices('.').map(|(at, _)| at);
    let (last, before) = (dots.next(), dots.next());
    if last.is_none() || name.starts_with('[') || name.parse::<IpAddr>().is_ok() {
        return host;
    }
    before.map_or(name, |at| &name[at + 1..])
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: u64 = 20_000;
    const OLDEST: u64 = 10_000;
    const MAX_LAG: u64 = 5;
    const INTERVAL: u64 = 600;

    /// Head of an upstream by the age of the latest block.
    #[derive(Clone, Copy)]
    enum Reported {
        /// A block of the current second.
        Recent(u64),
        /// A block of this age in seconds.
        Aged(u64, u64),
        Old(u64),
        Timeless(u64),
        Nothing,
    }
    use Reported::{Aged, Nothing, Old, Recent, Timeless};

    const OPERATORS: [&str; 5] = ["a", "b", "c", "d", "e"];

    fn heads(reported: &[Reported]) -> Heads<'static> {
        operated(&reported.iter().copied().zip(OPERATORS).collect::<Vec<_>>())
    }

    fn operated(reported: &[(Reported, &'static str)]) -> Heads<'static> {
        let claim = |(reported, operator): &(Reported, &'static str)| {
            let (height, time) = match *reported {
                Recent(height) => (height, Some(NOW)),
                Aged(height, age) => (height, Some(NOW - age)),
                Old(height) => (height, Some(OLDEST - 1)),
                Timeless(height) => (height, None),
                Nothing => return None,
            };
            let head = Head { height, time };
            Some(Claim { operator, head })
        };
        Heads {
            claims: reported.iter().map(claim).collect(),
            now: NOW,
            oldest: Some(OLDEST),
            max_lag: MAX_LAG,
            block_interval: Duration::from_secs(INTERVAL),
        }
    }

    /// Returns for each upstream whether it may serve.
    fn serving(reported: &[Reported]) -> Vec<bool> {
        all_serving(&heads(reported))
    }

    fn all_serving(heads: &Heads<'_>) -> Vec<bool> {
        (0..heads.claims.len())
            .map(|which| heads.check(which).is_ok())
            .collect()
    }

    fn unsupported(reported: &[Reported]) -> Vec<bool> {
        let heads = heads(reported);
        (0..reported.len()).map(|which| heads.is_unsupported(which)).collect()
    }

    #[test]
    fn lag_of_five_blocks_is_tolerated_and_six_is_not() {
        let six_intervals = 6 * INTERVAL;
        assert_eq!(serving(&[Aged(95, six_intervals), Recent(100)]), [true, true]);
        assert_eq!(serving(&[Aged(94, six_intervals), Recent(100)]), [false, true]);
    }

    #[test]
    fn greater_height_of_a_single_other_demotes_no_upstream() {
        for claimed in [106, 1100, 1_000_000, u64::MAX] {
            assert_eq!(serving(&[Recent(100), Recent(claimed)]), [true, true], "{claimed}");
            assert_eq!(serving(&[Aged(100, 300), Recent(claimed)]), [true, true], "{claimed}");
            assert_eq!(serving(&[Timeless(100), Recent(claimed)]), [true, true], "{claimed}");
            assert_eq!(serving(&[Recent(100), Timeless(claimed)]), [true, true], "{claimed}");
            assert_eq!(serving(&[Timeless(100), Timeless(claimed)]), [true, true], "{claimed}");
            assert_eq!(unsupported(&[Recent(100), Recent(claimed)]), [false, true], "{claimed}");
        }
        // The own block is an hour old, which a hundred blocks do not explain.
        assert_eq!(serving(&[Aged(100, 3600), Recent(200)]), [true, true]);
    }

    #[test]
    fn height_in_the_future_is_no_evidence() {
        let mut heads = heads(&[Aged(94, 6 * INTERVAL), Recent(100)]);
        let claim = heads.claims[1].as_mut().unwrap();
        claim.head.time = Some(NOW + MAX_FUTURE);
        assert_eq!(all_serving(&heads), [false, true]);
        for time in [NOW + MAX_FUTURE + 1, u64::MAX] {
            heads.claims[1].as_mut().unwrap().head.time = Some(time);
            assert_eq!(all_serving(&heads), [true, true], "{time}");
            assert!(heads.is_unsupported(1));
        }
    }

    #[test]
    fn half_of_the_missed_time_supports_a_height() {
        let half = 6 * INTERVAL / 2;
        assert_eq!(serving(&[Aged(94, half), Recent(100)]), [false, true]);
        assert_eq!(serving(&[Aged(94, half - 1), Recent(100)]), [true, true]);
        assert_eq!(unsupported(&[Aged(94, half), Recent(100)]), [false, false]);
    }

    #[test]
    fn age_below_a_minute_supports_no_height() {
        let mut fast = heads(&[Aged(100, MIN_GAIN - 1), Recent(110)]);
        fast.block_interval = Duration::from_secs(1);
        assert_eq!(all_serving(&fast), [true, true]);
        let mut slow = heads(&[Aged(100, MIN_GAIN), Recent(110)]);
        slow.block_interval = Duration::from_secs(1);
        assert_eq!(all_serving(&slow), [false, true]);
    }

    /// Blocks of a quarter of a second: 480 blocks take two minutes, so a minute supports them and less does not; and
    /// 100 000 blocks, almost seven hours, are impossible within a minute.
    #[test]
    fn blocks_shorter_than_a_second_count() {
        let serving = |reported: &[Reported]| {
            let mut heads = heads(reported);
            heads.block_interval = Duration::from_millis(250);
            all_serving(&heads)
        };
        assert_eq!(serving(&[Aged(1000, 60), Recent(1480)]), [false, true]);
        assert_eq!(serving(&[Aged(1000, 60), Recent(1488)]), [true, true]);
        assert_eq!(
            serving(&[Recent(1000), Recent(1000), Recent(101_000)]),
            [true, true, false]
        );
    }

    #[test]
    fn upstream_with_an_old_head_is_demoted_even_alone() {
        assert_eq!(serving(&[Old(100)]), [false]);
        assert_eq!(serving(&[Old(100), Recent(100)]), [false, true]);
        assert_eq!(serving(&[Old(100), Nothing]), [false, true]);
    }

    #[test]
    fn old_head_is_not_a_reference_for_others() {
        assert_eq!(serving(&[Recent(100), Old(2000)]), [true, false]);
    }

    #[test]
    fn two_equal_old_heads_mean_a_slow_chain() {
        assert_eq!(serving(&[Old(100), Old(97)]), [true, true]);
        assert_eq!(serving(&[Old(100), Old(97), Old(50)]), [true, true, false]);
        assert_eq!(serving(&[Old(100), Old(50)]), [false, false]);
        assert_eq!(serving(&[Old(9000), Old(100), Old(97)]), [true, true, true]);
    }

    #[test]
    fn single_false_head_does_not_demote_two_that_agree() {
        assert_eq!(serving(&[Recent(9000), Recent(100), Recent(98)]), [false, true, true]);
        assert_eq!(serving(&[Recent(9000), Recent(100), Recent(94)]), [true, true, true]);
        assert_eq!(
            serving(&[Recent(9000), Recent(100), Recent(99), Recent(93)]),
            [false, true, true, false]
        );
        assert_eq!(serving(&[Recent(105), Recent(100), Recent(99)]), [true, true, true]);
    }

    #[test]
    fn height_is_impossible_only_if_two_others_and_the_times_contradict_it() {
        assert_eq!(serving(&[Timeless(9000), Recent(100), Recent(98)]), [true, true, true]);
        assert_eq!(
            serving(&[Recent(9000), Timeless(100), Timeless(98)]),
            [true, true, true]
        );
        // Both peers have missed about as many blocks, which is a lag of the peers.
        let old = 6 * INTERVAL;
        assert_eq!(
            serving(&[Recent(106), Aged(100, old), Aged(100, old)]),
            [true, false, false]
        );
        // Six blocks in ten minutes are improbable, but possible.
        assert_eq!(
            serving(&[Recent(106), Aged(100, INTERVAL), Aged(100, INTERVAL)]),
            [true, true, true]
        );
    }

    #[test]
    fn upstreams_of_one_operator_are_one_voice() {
        let of_one = operated(&[(Recent(9000), "a"), (Recent(9000), "a"), (Recent(100), "b")]);
        assert_eq!(all_serving(&of_one), [true, true, true]);
        let of_two = operated(&[(Recent(9000), "a"), (Recent(9000), "b"), (Recent(100), "c")]);
        assert_eq!(all_serving(&of_two), [true, true, false]);
        let contradicted = operated(&[(Recent(9000), "a"), (Recent(100), "b"), (Recent(100), "b")]);
        assert_eq!(all_serving(&contradicted), [true, true, true]);
    }

    #[test]
    fn upstreams_without_a_known_head_pass() {
        assert_eq!(serving(&[Nothing, Nothing]), [true, true]);
        assert_eq!(serving(&[Nothing, Recent(100), Old(1)]), [true, true, false]);
        assert_eq!(serving(&[Timeless(7)]), [true]);
        let mut old = heads(&[Old(7)]);
        old.oldest = None;
        assert_eq!(old.check(0), Ok(()), "network without a maximum age");
    }

    #[test]
    fn lag_counts_from_the_height_that_counts_against_an_upstream() {
        let lags = |reported: &[Reported]| {
            let heads = heads(reported);
            (0..reported.len()).map(|which| heads.lag(which)).collect::<Vec<_>>()
        };
        assert_eq!(lags(&[Recent(100), Recent(9000), Nothing]), [Some(0), Some(0), None]);
        assert_eq!(
            lags(&[Recent(100), Recent(100), Recent(90)]),
            [Some(0), Some(0), Some(10)]
        );
        assert_eq!(lags(&[Recent(98), Recent(100)]), [Some(2), Some(0)]);
        assert_eq!(lags(&[Old(90), Recent(100)]), [Some(10), Some(0)]);
    }

    #[test]
    fn hosts_of_one_domain_have_one_operator() {
        for (host, expected) in [
            ("electrum1.cipig.net:20063", "cipig.net"),
            ("electrum2.cipig.net:20060", "cipig.net"),
            ("cipig.net", "cipig.net"),
            ("a.b.c.example", "c.example"),
            ("localhost:3000", "localhost:3000"),
            ("127.0.0.1:3000", "127.0.0.1:3000"),
            ("10.0.0.7", "10.0.0.7"),
            ("[::1]:3000", "[::1]:3000"),
        ] {
            assert_eq!(operator(host), expected, "{host}");
        }
    }
}
