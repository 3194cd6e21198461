//! Time windows of claimable balances, computed from their predicates.

use crate::operation::Predicate;

/// A time window in Unix seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The first second of the window; 0 without a start.
    pub from: u64,
    /// The first second after the window; `None` without an end.
    pub to: Option<u64>,
}

/// The state of a claimable balance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimStatus {
    /// The balance can be claimed now, within this window.
    Claimable(Window),
    /// The balance cannot be claimed yet; this window is the next window.
    Upcoming(Window),
    /// The balance can no longer be claimed; this window was the last window, if any.
    Expired(Option<Window>),
}

/// Returns the state at `now` of a balance with this predicate. Relative times of the predicate count
/// from `made`, the time of the balance's creation.
pub fn claim_status(predicate: &Predicate, made: u64, now: u64) -> ClaimStatus {
    let windows = windows(predicate, made);
    let is_over = |window: &Window| window.to.is_some_and(|to| to <= now);
    match windows.iter().find(|window| !is_over(window)) {
        Some(window) if window.from <= now => ClaimStatus::Claimable(*window),
        Some(window) => ClaimStatus::Upcoming(*window),
        None => ClaimStatus::Expired(windows.last().copied()),
    }
}

/// Returns the windows in which a predicate holds, ordered and disjoint.
fn windows(predicate: &Predicate, made: u64) -> Vec<Window> {
    match predicate {
        Predicate::Unconditional => vec![ALWAYS],
        Predicate::AbsBefore(time) => before(time.get().unsigned_abs()),
        // The network has no later time.
        Predicate::RelBefore(seconds) => before(made.saturating_add(seconds.get().unsigned_abs()).min(LAST)),
        Predicate::Not(part) => complement(&windows(part, made)),
        Predicate::And(parts) => parts
            .iter()
            .fold(vec![ALWAYS], |all, part| intersection(&all, &windows(part, made))),
        Predicate::Or(parts) => {
            let outside = |part: &Predicate| complement(&windows(part, made));
            let outside = parts
                .iter()
                .fold(vec![ALWAYS], |all, part| intersection(&all, &outside(part)));
            complement(&outside)
        }
    }
}

const ALWAYS: Window = Window { from: 0, to: None };

/// The latest time of the network.
const LAST: u64 = i64::MAX.unsigned_abs();

fn before(time: u64) -> Vec<Window> {
    let window = Window {
        from: 0,
        to: Some(time),
    };
    if time == 0 { Vec::new() } else { vec![window] }
}

fn complement(windows: &[Window]) -> Vec<Window> {
    let mut gaps = Vec::new();
    let mut from = Some(0);
    for window in windows {
        if let Some(from) = from.filter(|from| *from < window.from) {
            let to = Some(window.from);
            gaps.push(Window { from, to });
        }
        from = window.to;
    }
    gaps.extend(from.map(|from| Window { from, to: None }));
    gaps
}

fn intersection(left: &[Window], right: &[Window]) -> Vec<Window> {
    let pairs = left.iter().flat_map(|a| right.iter().map(move |b| (a, b)));
    let common = pairs.filter_map(|(a, b)| {
        let from = a.from.max(b.from);
        let to = match (a.to, b.to) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        to.is_none_or(|to| from < to).then_some(Window { from, to })
    });
    common.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operation::predicate_of;
    use proptest::prelude::*;
    use serde_json::{Value, json};

    fn status(predicate: &Value, now: u64) -> ClaimStatus {
        claim_status(&predicate_of(predicate).unwrap(), 1000, now)
    }

    const fn window(from: u64, to: Option<u64>) -> Window {
        Window { from, to }
    }

    #[test]
    fn window_is_upcoming_open_or_over() {
        let between = json!({ "and": [{ "not": { "abs_before": "100" } }, { "abs_before": "200" }] });
        let open = window(100, Some(200));
        assert_eq!(status(&between, 99), ClaimStatus::Upcoming(open));
        assert_eq!(status(&between, 100), ClaimStatus::Claimable(open));
        assert_eq!(status(&between, 199), ClaimStatus::Claimable(open));
        assert_eq!(status(&between, 200), ClaimStatus::Expired(Some(open)));
        assert_eq!(
            status(&json!({ "rel_before": "5" }), 1004),
            ClaimStatus::Claimable(window(0, Some(1005)))
        );
    }

    #[test]
    fn open_window_precedes_the_next_and_the_last() {
        let early = json!({ "abs_before": "100" });
        let late = json!({ "not": { "abs_before": "200" } });
        let both = json!({ "or": [early, late] });
        assert_eq!(status(&both, 50), ClaimStatus::Claimable(window(0, Some(100))));
        assert_eq!(status(&both, 150), ClaimStatus::Upcoming(window(200, None)));
        assert_eq!(status(&both, 200), ClaimStatus::Claimable(window(200, None)));
    }

    #[test]
    fn never_claimable_balance_is_expired() {
        let never = json!({ "and": [{ "abs_before": "100" }, { "not": { "abs_before": "100" } }] });
        assert_eq!(status(&never, 50), ClaimStatus::Expired(None));
        assert_eq!(status(&json!({ "abs_before": "0" }), 0), ClaimStatus::Expired(None));
    }

    /// Returns the network's evaluation of the predicate at the ledger's close time.
    fn holds(predicate: &Predicate, made: u64, now: u64) -> bool {
        match predicate {
            Predicate::Unconditional => true,
            Predicate::And(parts) => parts.iter().all(|part| holds(part, made, now)),
            Predicate::Or(parts) => parts.iter().any(|part| holds(part, made, now)),
            Predicate::Not(part) => !holds(part, made, now),
            Predicate::AbsBefore(time) => now < time.get().unsigned_abs(),
            Predicate::RelBefore(seconds) => now < made + seconds.get().unsigned_abs(),
        }
    }

    fn predicates() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            (0_u32..12).prop_map(|time| json!({ "abs_before": time.to_string() })),
            (0_u32..12).prop_map(|seconds| json!({ "rel_before": seconds.to_string() })),
        ];
        leaf.prop_recursive(3, 8, 2, |inner| {
            prop_oneof![
                inner.clone().prop_map(|part| json!({ "not": part })),
                (inner.clone(), inner.clone()).prop_map(|(a, b)| json!({ "and": [a, b] })),
                (inner.clone(), inner).prop_map(|(a, b)| json!({ "or": [a, b] })),
            ]
        })
    }

    proptest! {
        #[test]
        fn windows_match_the_predicate(predicate in predicates(), made in 0_u64..6) {
            let predicate = predicate_of(&predicate).unwrap();
            for now in 0..30 {
                let claimable = matches!(claim_status(&predicate, made, now), ClaimStatus::Claimable(_));
                prop_assert_eq!(claimable, holds(&predicate, made, now), "at {}", now);
                let later = (now..40).any(|time| holds(&predicate, made, time));
                let expired = matches!(claim_status(&predicate, made, now), ClaimStatus::Expired(_));
                prop_assert_eq!(expired, !later, "at {}", now);
            }
        }
    }
}
