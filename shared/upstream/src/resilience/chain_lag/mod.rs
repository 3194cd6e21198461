//! Detection of lagging upstreams by their heads (docs/decisions/upstreams.md#lagging-upstreams).

use crate::failure::Failure;
use std::time::Duration;

/// Latest block of an upstream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// Height of the latest block.
    pub height: u64,
    /// Time of that block in Unix seconds, if the protocol reports it.
    pub time: Option<u64>,
}

/// Known head of an upstream. Upstreams of one operator count as one voice.
#[derive(Clone, Copy, Debug)]
pub(super) struct Claim<'a> {
    pub(super) operator: &'a str,
    pub(super) head: Head,
}

/// Known heads of the upstreams of a pool, and the rules by which they are compared.
pub(super) struct Heads<'a> {
    /// One entry per upstream, `None` if its head is unknown.
    pub(super) claims: Vec<Option<Claim<'a>>>,
    /// Current time in Unix seconds.
    pub(super) now: u64,
    /// Unix time before which a latest block is too old.
    pub(super) oldest: Option<u64>,
    /// Number of blocks that an upstream may lag behind its peers.
    pub(super) max_lag: u64,
    /// Target time between blocks.
    pub(super) block_interval: Duration,
}

/// Heights of two upstreams that confirm each other: both have reached `low`.
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
            // If all heads are old and two agree, the chain itself is slow.
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

    /// Returns the number of blocks by which an upstream is behind its peers, for the operator; `None` without a known
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

    /// Returns true if an upstream claims a height above those of all others that nothing supports.
    pub(super) fn is_unsupported(&self, which: usize) -> bool {
        let Some(own) = self.claims[which] else { return false };
        let others = self.recent().into_iter().filter(|other| other.operator != own.operator);
        let best = others.max_by_key(|other| other.head.height);
        best.is_some_and(|best| {
            let ahead = own.head.height.saturating_sub(best.head.height);
            ahead > self.max_lag && !self.supports(&best, &own)
        })
    }

    /// Returns true if the greater height of another head counts against `own`: its block time shows that `own` has
    /// missed about as many blocks, or `own` is too old by its own block time.
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

    /// Returns true if two others agree, all of them are lower, and the chain cannot have grown that fast since.
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

    /// Returns the greatest heights of two operators that confirm each other within the tolerance.
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

#[cfg(test)]
mod tests;
