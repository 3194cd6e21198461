//! Detection of lagging upstreams (docs/decisions/0432).

use crate::failure::Failure;

/// Latest block of an upstream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// Height of the latest block.
    pub height: u64,
    /// Time of that block in Unix seconds, if the protocol reports it.
    pub time: Option<u64>,
}

/// Checks one upstream by its own head and the known heads of its peers.
///
/// `oldest` is the Unix time before which the latest block is too old, `max_lag` the number of blocks that an
/// upstream may lag behind the best of its peers. An upstream without a known head passes.
pub(super) fn check_lag(
    heads: &[Option<Head>],
    which: usize,
    oldest: Option<u64>,
    max_lag: u64,
) -> Result<(), Failure> {
    let Some(own) = heads[which] else { return Ok(()) };
    let known: Vec<Head> = heads.iter().flatten().copied().collect();
    let is_recent = |head: &Head| !matches!((head.time, oldest), (Some(time), Some(oldest)) if time < oldest);
    let recent: Vec<Head> = known.iter().copied().filter(is_recent).collect();
    let best = match reference_height(&recent, max_lag) {
        Some(_) if !is_recent(&own) => return Err(too_old()),
        Some(best) => best,
        // All of them are old. If two agree, the chain itself is slow.
        None => agreed(&known, max_lag).ok_or_else(too_old)?,
    };
    let behind = best.saturating_sub(own.height);
    if behind > max_lag {
        return Err(Failure::Lagging {
            cause: format!("{behind} blocks behind its peers"),
        });
    }
    Ok(())
}

fn too_old() -> Failure {
    Failure::Lagging {
        cause: "its latest block is too old".to_owned(),
    }
}

/// Returns the reference height: the highest one, or with three or more heads the highest that another head
/// confirms, so that a single false head does not demote the others. Returns `None` without heads.
pub(super) fn reference_height(heads: &[Head], max_lag: u64) -> Option<u64> {
    let heights = descending(heads);
    if heights.len() < 3 {
        return heights.first().copied();
    }
    // If no two agree, at most one of them is false: the second is true or too low.
    agreed(heads, max_lag).or_else(|| heights.get(1).copied())
}

/// Returns the highest height that another head confirms within the tolerance.
fn agreed(heads: &[Head], max_lag: u64) -> Option<u64> {
    let heights = descending(heads);
    let pair = heights.windows(2).find(|pair| pair[0] - pair[1] <= max_lag);
    pair.map(|pair| pair[0])
}

fn descending(heads: &[Head]) -> Vec<u64> {
    let mut heights: Vec<u64> = heads.iter().map(|head| head.height).collect();
    heights.sort_unstable_by(|a, b| b.cmp(a));
    heights
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLDEST: u64 = 10_000;
    const MAX_LAG: u64 = 5;

    const fn head(height: u64, time: u64) -> Head {
        Head {
            height,
            time: Some(time),
        }
    }

    /// Head of an upstream by the age of its latest block.
    enum Reported {
        Recent(u64),
        Old(u64),
        Timeless(u64),
        Nothing,
    }
    use Reported::{Nothing, Old, Recent, Timeless};

    fn heads(reported: &[Reported]) -> Vec<Option<Head>> {
        let head = |reported: &Reported| match *reported {
            Recent(height) => Some(head(height, OLDEST)),
            Old(height) => Some(head(height, OLDEST - 1)),
            Timeless(height) => Some(Head { height, time: None }),
            Nothing => None,
        };
        reported.iter().map(head).collect()
    }

    /// Returns for each upstream whether it may serve.
    fn serving(reported: &[Reported]) -> Vec<bool> {
        let heads = heads(reported);
        let results = (0..heads.len()).map(|which| check_lag(&heads, which, Some(OLDEST), MAX_LAG));
        results.map(|result| result.is_ok()).collect()
    }

    #[test]
    fn lag_of_five_blocks_is_tolerated_and_six_is_not() {
        assert_eq!(serving(&[Recent(95), Recent(100)]), [true, true]);
        assert_eq!(serving(&[Recent(94), Recent(100)]), [false, true]);
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
    }

    #[test]
    fn single_false_head_does_not_demote_two_that_agree() {
        assert_eq!(serving(&[Recent(9000), Recent(100), Recent(98)]), [true, true, true]);
        assert_eq!(serving(&[Recent(9000), Recent(100), Recent(94)]), [true, true, false]);
        assert_eq!(
            serving(&[Recent(9000), Recent(100), Recent(99), Recent(93)]),
            [true, true, true, false]
        );
    }

    #[test]
    fn upstreams_without_a_known_head_pass() {
        assert_eq!(serving(&[Nothing, Nothing]), [true, true]);
        assert_eq!(serving(&[Nothing, Recent(100), Old(1)]), [true, true, false]);
        assert_eq!(serving(&[Timeless(7)]), [true]);
        let old = heads(&[Old(7)]);
        assert_eq!(
            check_lag(&old, 0, None, MAX_LAG),
            Ok(()),
            "network without a maximum age"
        );
    }
}
