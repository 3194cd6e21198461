//! The rule for sending a transaction, the same for every family of chains (docs/decisions/0403 and 0433).
//!
//! 1. Submit. Accepted, or already known: done. Refused for a reason that is the transaction's own: done.
//! 2. An ambiguous refusal (spent inputs, a used nonce: perhaps by this very transaction) is resolved by looking
//!    the transaction up.
//! 3. When the bytes may have left and no verdict came, look the transaction up, then hand the same bytes
//!    to the next upstream.
//! 4. Still nobody knows: the outcome is unknown and says so. Another transaction is never built.

use crate::client::{Deadline, Limits, after, within};
use crate::failure::Failure;
use async_trait::async_trait;
use wallet_core::ports::upstream::{BroadcastOutcome, RejectReason, UpstreamError};

/// What a node says to a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It took the transaction and calls it by this id.
    Accepted {
        /// The id in the upstream's answer.
        id: String,
    },
    /// It had the transaction already.
    Known,
    /// It refuses the transaction for what this very transaction may have caused, once the network has it: its inputs are
    /// spent, its nonce is used. This is the reason if it is not that.
    Ambiguous(RejectReason),
    /// It refuses the transaction for good.
    Rejected(RejectReason),
}

/// One upstream, asked about one transaction.
#[async_trait]
pub trait Broadcaster: Send + Sync {
    /// Hands the transaction's bytes to the upstream.
    async fn submit(&self, deadline: Deadline) -> Result<Verdict, Failure>;

    /// Whether the upstream knows the transaction, in a block or in its mempool.
    async fn knows(&self, deadline: Deadline) -> Result<bool, Failure>;
}

/// Sends a transaction whose id is `id` through the upstreams, in their order.
///
/// Ends by the deadline, the look-ups included. An error means that no node took the transaction
/// as far as anybody can tell.
pub async fn broadcast(
    upstreams: &[&dyn Broadcaster],
    id: &str,
    limits: &Limits,
    deadline: Deadline,
) -> Result<BroadcastOutcome, UpstreamError> {
    let mut failures = Vec::new();
    for upstream in upstreams {
        // With less than an attempt left the bytes could leave and nobody would hear what became of them. Once they may
        // have left, another upstream can only make things clearer.
        if !failures.iter().any(leaves_doubt) && deadline < after(limits.attempt) {
            break;
        }
        let failure = match submit(*upstream, id, deadline).await {
            Ok(verdict) => match settle(verdict, upstreams, limits, deadline).await {
                // An earlier upstream may have taken what this one refuses.
                BroadcastOutcome::Rejected(_) if failures.iter().any(leaves_doubt) => {
                    return Ok(BroadcastOutcome::Unknown);
                }
                settled => return Ok(settled),
            },
            Err(failure) => failure,
        };
        tracing::warn!(%failure, txid = id, "a broadcast got no verdict");
        if may_have_left(&failure) && upstream.knows(look_up(limits, deadline)).await == Ok(true) {
            return Ok(BroadcastOutcome::Accepted);
        }
        failures.push(failure);
    }
    outcome(failures)
}

/// Hands the transaction to one upstream. An upstream that takes it under another id has taken something else, or lies.
async fn submit(upstream: &dyn Broadcaster, id: &str, deadline: Deadline) -> Result<Verdict, Failure> {
    match upstream.submit(deadline).await? {
        Verdict::Accepted { id: theirs } if !theirs.eq_ignore_ascii_case(id) => {
            tracing::error!(txid = id, "an upstream accepted a transaction under another id");
            Err(Failure::unusable("the id in the answer is not the transaction's"))
        }
        verdict => Ok(verdict),
    }
}

/// A look-up has half an attempt, so that time is left for another upstream.
fn look_up(limits: &Limits, deadline: Deadline) -> Deadline {
    within(deadline, limits.attempt / 2)
}

/// Turns a node's verdict into the outcome.
async fn settle(
    verdict: Verdict,
    upstreams: &[&dyn Broadcaster],
    limits: &Limits,
    deadline: Deadline,
) -> BroadcastOutcome {
    match verdict {
        Verdict::Accepted { .. } | Verdict::Known => BroadcastOutcome::Accepted,
        Verdict::Rejected(reason) => BroadcastOutcome::Rejected(reason),
        Verdict::Ambiguous(reason) => resolve(upstreams, reason, limits, deadline).await,
    }
}

/// Asks every upstream for the transaction until one knows it. When none does, the reason stands.
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
            Err(failure) => tracing::warn!(%failure, "a look-up after an ambiguous answer failed"),
        }
    }
    outcome
}

/// Whether it is worth asking the upstream for the transaction, although it did not say that it took it.
fn may_have_left(failure: &Failure) -> bool {
    match failure {
        Failure::NotSent { .. }
        | Failure::Refused { status: 429, .. }
        | Failure::Paused { .. }
        | Failure::Behind { .. } => false,
        Failure::Refused { .. }
        | Failure::Lost { .. }
        | Failure::TimedOut
        | Failure::Unusable { .. }
        | Failure::Declined { .. } => true,
    }
}

/// Whether the upstream may have the transaction although it does not know it yet.
fn leaves_doubt(failure: &Failure) -> bool {
    // Who says "overloaded" and does not know it did not take it.
    may_have_left(failure) && !matches!(failure, Failure::Refused { .. })
}

/// What the failures of all upstreams come to, when the look-ups did not find the transaction: unknown as soon as one
/// may have it.
fn outcome(failures: Vec<Failure>) -> Result<BroadcastOutcome, UpstreamError> {
    if failures.is_empty() {
        let cause = "no upstream was asked, or no time was left to ask one".to_owned();
        return Err(Failure::NotSent { cause }.into());
    }
    let silent = |failure: &Failure| matches!(failure, Failure::Lost { .. } | Failure::TimedOut);
    if failures.iter().any(silent) {
        return Ok(BroadcastOutcome::Unknown);
    }
    Err(Failure::outcome_of(failures))
}
