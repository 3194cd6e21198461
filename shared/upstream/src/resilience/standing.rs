//! Which upstream has fallen behind its chain (docs/decisions/0432).

use crate::failure::Failure;

/// How far an upstream has followed its chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// The height of its newest block.
    pub height: u64,
    /// The time of that block in Unix seconds, where the protocol tells it.
    pub time: Option<u64>,
}

/// Judges one upstream by its own head and those of its peers, as far as they are known.
///
/// `oldest` is the Unix time before which a newest block is too old, `tolerated` the blocks that an upstream may be behind
/// the best of its peers. An upstream of which nothing is known is not judged.
pub(super) fn judge(heads: &[Option<Head>], which: usize, oldest: Option<u64>, tolerated: u64) -> Result<(), Failure> {
    let Some(own) = heads[which] else { return Ok(()) };
    let known: Vec<Head> = heads.iter().flatten().copied().collect();
    let is_recent = |head: &Head| !matches!((head.time, oldest), (Some(time), Some(oldest)) if time < oldest);
    let recent: Vec<Head> = known.iter().copied().filter(is_recent).collect();
    let best = match best(&recent, tolerated) {
        Some(_) if !is_recent(&own) => return Err(too_old()),
        Some(best) => best,
        // All of them are old. When two agree, it is the chain that is slow.
        None => agreed(&known, tolerated).ok_or_else(too_old)?,
    };
    let behind = best.saturating_sub(own.height);
    if behind > tolerated {
        return Err(Failure::Behind {
            cause: format!("{behind} blocks behind its peers"),
        });
    }
    Ok(())
}

fn too_old() -> Failure {
    Failure::Behind {
        cause: "its newest block is too old".to_owned(),
    }
}

/// The height to be measured by: the highest told, or with three and more the highest that another confirms, so that one
/// that lies does not put the others in the wrong. `None` when none is told.
pub(super) fn best(heads: &[Head], tolerated: u64) -> Option<u64> {
    let heights = descending(heads);
    if heights.len() < 3 {
        return heights.first().copied();
    }
    // When no two agree, at most one of them lies: the second is no lie or lower than the truth.
    agreed(heads, tolerated).or_else(|| heights.get(1).copied())
}

/// The highest height that another is within reach of.
fn agreed(heads: &[Head], tolerated: u64) -> Option<u64> {
    let heights = descending(heads);
    let pair = heights.windows(2).find(|pair| pair[0] - pair[1] <= tolerated);
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
    const TOLERATED: u64 = 5;

    const fn head(height: u64, time: u64) -> Head {
        Head {
            height,
            time: Some(time),
        }
    }

    /// Heads of upstreams whose newest block is recent, old, or of an unknown time.
    enum Told {
        Recent(u64),
        Old(u64),
        Timeless(u64),
        Nothing,
    }
    use Told::{Nothing, Old, Recent, Timeless};

    fn heads(told: &[Told]) -> Vec<Option<Head>> {
        let head = |told: &Told| match *told {
            Recent(height) => Some(head(height, OLDEST)),
            Old(height) => Some(head(height, OLDEST - 1)),
            Timeless(height) => Some(Head { height, time: None }),
            Nothing => None,
        };
        told.iter().map(head).collect()
    }

    /// For each upstream whether it may serve.
    fn serving(told: &[Told]) -> Vec<bool> {
        let heads = heads(told);
        let verdicts = (0..heads.len()).map(|which| judge(&heads, which, Some(OLDEST), TOLERATED));
        verdicts.map(|verdict| verdict.is_ok()).collect()
    }

    #[test]
    fn five_blocks_behind_are_tolerated_and_six_are_not() {
        assert_eq!(serving(&[Recent(95), Recent(100)]), [true, true]);
        assert_eq!(serving(&[Recent(94), Recent(100)]), [false, true]);
    }

    #[test]
    fn an_old_head_is_demoted_even_alone() {
        assert_eq!(serving(&[Old(100)]), [false]);
        assert_eq!(serving(&[Old(100), Recent(100)]), [false, true]);
        assert_eq!(serving(&[Old(100), Nothing]), [false, true]);
    }

    #[test]
    fn an_old_head_is_no_measure_for_others() {
        assert_eq!(serving(&[Recent(100), Old(2000)]), [true, false]);
    }

    #[test]
    fn when_two_agree_on_an_old_head_the_chain_is_slow() {
        assert_eq!(serving(&[Old(100), Old(97)]), [true, true]);
        assert_eq!(serving(&[Old(100), Old(97), Old(50)]), [true, true, false]);
        assert_eq!(serving(&[Old(100), Old(50)]), [false, false]);
    }

    #[test]
    fn one_that_lies_does_not_demote_two_that_agree() {
        assert_eq!(serving(&[Recent(9000), Recent(100), Recent(98)]), [true, true, true]);
        assert_eq!(serving(&[Recent(9000), Recent(100), Recent(94)]), [true, true, false]);
        assert_eq!(
            serving(&[Recent(9000), Recent(100), Recent(99), Recent(93)]),
            [true, true, true, false]
        );
    }

    #[test]
    fn where_nothing_is_known_nobody_is_judged() {
        assert_eq!(serving(&[Nothing, Nothing]), [true, true]);
        assert_eq!(serving(&[Nothing, Recent(100), Old(1)]), [true, true, false]);
        assert_eq!(serving(&[Timeless(7)]), [true]);
        let old = heads(&[Old(7)]);
        assert_eq!(
            judge(&old, 0, None, TOLERATED),
            Ok(()),
            "a network without a rule about age"
        );
    }
}
