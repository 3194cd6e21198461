//! Tests of the comparison of heads.

use super::*;

const NOW: u64 = 20_000;
const OLDEST: u64 = 10_000;
const MAX_LAG: u64 = 5;
const INTERVAL: u64 = 600;

/// Head of an upstream by the age of its latest block.
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

/// Blocks of a quarter of a second: 480 blocks take two minutes, so a minute supports them and less does not; and 100 000
/// blocks, almost seven hours, are impossible within a minute.
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
    // Both others have missed about as many blocks, which is a lag of theirs.
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
