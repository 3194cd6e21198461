//! Transaction submission across upstreams, the same for every chain family (docs/decisions/0403 and 0433).
//!
//! 1. Submit. If the transaction is accepted, already known, or rejected for a reason in the transaction itself: done.
//! 2. An ambiguous rejection (spent inputs or a used nonce, perhaps due to this same transaction) is resolved by
//!    looking the transaction up.
//! 3. If the bytes may have been sent and the result is missing, look the transaction up, then submit the same bytes
//!    to the next upstream.
//! 4. If it is still not found, the outcome is unknown and reported as such. No different transaction is ever built.

use crate::client::{Deadline, Limits, after, within};
use crate::failure::Failure;
use async_trait::async_trait;
use wallet_core::ports::upstream::{BroadcastOutcome, RejectReason, UpstreamError};

/// Result of a submission to a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SubmitOutcome {
    /// The node accepted the transaction under this id.
    Accepted {
        /// Id in the upstream's response.
        id: String,
    },
    /// The node already has the transaction.
    Known,
    /// The node rejects the transaction for an effect that the transaction itself may have caused in the
    /// network: its inputs are spent or its nonce is used. The reason applies if that is not the case.
    Ambiguous(RejectReason),
    /// The node rejects the transaction permanently.
    Rejected(RejectReason),
}

/// One upstream for one transaction.
#[async_trait]
pub trait Broadcaster: Send + Sync {
    /// Submits the transaction's bytes to the upstream.
    async fn submit(&self, deadline: Deadline) -> Result<SubmitOutcome, Failure>;

    /// Returns true if the upstream knows the transaction, in a block or in its mempool.
    async fn knows(&self, deadline: Deadline) -> Result<bool, Failure>;
}

/// Submits the transaction with this id to the upstreams in order.
///
/// Ends by the deadline, including the look-ups. An error means that, as far as known, no node accepted the
/// transaction.
pub async fn broadcast(
    upstreams: &[&dyn Broadcaster],
    id: &str,
    limits: &Limits,
    deadline: Deadline,
) -> Result<BroadcastOutcome, UpstreamError> {
    let mut failures = Vec::new();
    for upstream in upstreams {
        // With less than one attempt left, the bytes could be sent without time for a result. Once they may
        // have been sent, another upstream can only clarify the outcome.
        if !failures.iter().any(is_ambiguous) && deadline < after(limits.attempt) {
            break;
        }
        let failure = match submit(*upstream, id, deadline).await {
            Ok(outcome) => match resolve_outcome(outcome, upstreams, limits, deadline).await {
                // An earlier upstream may have accepted the transaction that this one rejects.
                BroadcastOutcome::Rejected(_) if failures.iter().any(is_ambiguous) => {
                    return Ok(BroadcastOutcome::Unknown);
                }
                outcome => return Ok(outcome),
            },
            Err(failure) => failure,
        };
        tracing::warn!(%failure, txid = id, "broadcast outcome unknown");
        if may_have_been_sent(&failure) && upstream.knows(look_up(limits, deadline)).await == Ok(true) {
            return Ok(BroadcastOutcome::Accepted);
        }
        failures.push(failure);
    }
    outcome(failures)
}

/// Submits the transaction to one upstream. An upstream that returns another id has accepted something else or
/// is inconsistent.
async fn submit(upstream: &dyn Broadcaster, id: &str, deadline: Deadline) -> Result<SubmitOutcome, Failure> {
    match upstream.submit(deadline).await? {
        SubmitOutcome::Accepted { id: theirs } if !theirs.eq_ignore_ascii_case(id) => {
            tracing::error!(txid = id, "upstream returned a different transaction id");
            Err(Failure::unusable("the returned id is not that of the transaction"))
        }
        outcome => Ok(outcome),
    }
}

/// Returns the end of a look-up: half an attempt, so that time is left for another upstream.
fn look_up(limits: &Limits, deadline: Deadline) -> Deadline {
    within(deadline, limits.attempt / 2)
}

/// Converts a node's result to the outcome.
async fn resolve_outcome(
    outcome: SubmitOutcome,
    upstreams: &[&dyn Broadcaster],
    limits: &Limits,
    deadline: Deadline,
) -> BroadcastOutcome {
    match outcome {
        SubmitOutcome::Accepted { .. } | SubmitOutcome::Known => BroadcastOutcome::Accepted,
        SubmitOutcome::Rejected(reason) => BroadcastOutcome::Rejected(reason),
        SubmitOutcome::Ambiguous(reason) => resolve(upstreams, reason, limits, deadline).await,
    }
}

/// Looks the transaction up at every upstream until one has it. If none has it, the rejection is final.
async fn resolve(
    upstreams: &[&dyn Broadcaster],
    reason: RejectReason,
    limits: &Limits,
    deadline: Deadline,
) -> BroadcastOutcome {
    let mut outcome = BroadcastOutcome::Unknown;
    for upstream in upstreams {
        match upstream.knows(look_up(limits, deadline)).await {
            Ok(true) => return BroadcastOutcome::Accepted,
            Ok(false) => outcome = BroadcastOutcome::Rejected(reason),
            Err(failure) => tracing::warn!(%failure, "look-up after an ambiguous rejection failed"),
        }
    }
    outcome
}

/// Returns true if the upstream may have received the transaction although it did not confirm it.
fn may_have_been_sent(failure: &Failure) -> bool {
    match failure {
        Failure::NotSent { .. }
        | Failure::Throttled { status: 429, .. }
        | Failure::Paused { .. }
        | Failure::Lagging { .. } => false,
        Failure::Throttled { .. }
        | Failure::Lost { .. }
        | Failure::TimedOut
        | Failure::Unusable { .. }
        | Failure::Declined { .. } => true,
    }
}

/// Returns true if the upstream may accept the transaction although it does not know it yet.
fn is_ambiguous(failure: &Failure) -> bool {
    // A server that reports overload and does not know the transaction did not accept it.
    may_have_been_sent(failure) && !matches!(failure, Failure::Throttled { .. })
}

/// Returns the outcome of a broadcast that failed at all upstreams and whose look-ups did not find the
/// transaction: unknown if any upstream may have it.
fn outcome(failures: Vec<Failure>) -> Result<BroadcastOutcome, UpstreamError> {
    if failures.is_empty() {
        let cause = "no upstream available or no time left".to_owned();
        return Err(Failure::NotSent { cause }.into());
    }
    let is_unresolved = |failure: &Failure| matches!(failure, Failure::Lost { .. } | Failure::TimedOut);
    if failures.iter().any(is_unresolved) {
        return Ok(BroadcastOutcome::Unknown);
    }
    Err(Failure::outcome_of(failures))
}
