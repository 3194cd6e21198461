//! Predicates of claimants (CAP-23).

use super::codec;
use stellar_xdr::ClaimPredicate;

/// The maximum nesting depth of predicates.
const MAX_DEPTH: u32 = 4;

/// Returns true if the protocol accepts the predicate.
pub fn is_valid(predicate: &ClaimPredicate) -> bool {
    is_valid_at(predicate, 1)
}

fn is_valid_at(predicate: &ClaimPredicate, depth: u32) -> bool {
    depth <= MAX_DEPTH
        && match predicate {
            ClaimPredicate::Unconditional => true,
            ClaimPredicate::And(both) | ClaimPredicate::Or(both) => {
                both.len() == 2 && both.iter().all(|predicate| is_valid_at(predicate, depth + 1))
            }
            ClaimPredicate::Not(Some(predicate)) => is_valid_at(predicate, depth + 1),
            ClaimPredicate::Not(None) => false,
            ClaimPredicate::BeforeAbsoluteTime(time) | ClaimPredicate::BeforeRelativeTime(time) => *time >= 0,
        }
}

/// Returns the predicate with relative times converted to absolute times.
pub fn absolute(predicate: &ClaimPredicate, now: u64) -> ClaimPredicate {
    let all = |predicates: &[ClaimPredicate]| {
        let predicates = predicates.iter().map(|predicate| absolute(predicate, now));
        codec::list(predicates.collect())
    };
    match predicate {
        ClaimPredicate::Unconditional => ClaimPredicate::Unconditional,
        ClaimPredicate::And(both) => ClaimPredicate::And(all(both)),
        ClaimPredicate::Or(either) => ClaimPredicate::Or(all(either)),
        ClaimPredicate::Not(predicate) => {
            let predicate = predicate.as_ref().map(|predicate| Box::new(absolute(predicate, now)));
            ClaimPredicate::Not(predicate)
        }
        ClaimPredicate::BeforeAbsoluteTime(time) => ClaimPredicate::BeforeAbsoluteTime(*time),
        ClaimPredicate::BeforeRelativeTime(seconds) => {
            let now = i64::try_from(now).unwrap_or(i64::MAX);
            ClaimPredicate::BeforeAbsoluteTime(now.saturating_add(*seconds))
        }
    }
}

/// Returns true if the predicate holds in a ledger with this close time. Relative times were converted when the
/// balance was created.
pub fn holds(predicate: &ClaimPredicate, now: u64) -> bool {
    match predicate {
        ClaimPredicate::Unconditional => true,
        ClaimPredicate::And(both) => both.iter().all(|predicate| holds(predicate, now)),
        ClaimPredicate::Or(either) => either.iter().any(|predicate| holds(predicate, now)),
        ClaimPredicate::Not(predicate) => predicate.as_ref().is_some_and(|predicate| !holds(predicate, now)),
        ClaimPredicate::BeforeAbsoluteTime(time) => i64::try_from(now).is_ok_and(|now| now < *time),
        ClaimPredicate::BeforeRelativeTime(_) => false,
    }
}
