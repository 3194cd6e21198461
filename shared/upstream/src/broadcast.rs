//! The rule for sending a transaction, the same for every family of chains (docs/decisions/0403).
//!
//! 1. Submit. Accepted, or already known: done. Refused for a reason that is the transaction's own: done.
//! 2. An ambiguous refusal (spent inputs: perhaps spent by this very transaction) is resolved by looking
//!    the transaction up.
//! 3. When the bytes may have left and no verdict came, look the transaction up, then hand the same bytes
//!    to the next upstream.
//! 4. Still nobody knows: the outcome is unknown and says so. Another transaction is never built.

use crate::client::{Deadline, Limits, within};
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
    /// It refuses the transaction, whose inputs are missing or spent: perhaps by this very transaction.
    Ambiguous,
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
    let mut doubt = Doubt::Untouched(Failure::NotSent {
        cause: "no upstream was asked".to_owned(),
    });
    for upstream in upstreams {
        let failure = match upstream.submit(deadline).await {
            Ok(verdict) => match settle(verdict, id, upstreams, limits, deadline).await {
                // An earlier upstream may have taken what this one refuses.
                Ok(BroadcastOutcome::Rejected(_)) if doubt.may_have_left() => return Ok(BroadcastOutcome::Unknown),
                settled => return settled,
            },
            Err(failure) => failure,
        };
        tracing::warn!(%failure, txid = id, "a broadcast got no verdict");
        if may_have_left(&failure) && upstream.knows(look_up(limits, deadline)).await == Ok(true) {
            return Ok(BroadcastOutcome::Accepted);
        }
        doubt = doubt.and(failure);
    }
    doubt.outcome()
}

/// A look-up has half an attempt, so that time is left for another upstream.
fn look_up(limits: &Limits, deadline: Deadline) -> Deadline {
    within(deadline, limits.attempt / 2)
}

/// Turns a node's verdict into the outcome.
async fn settle(
    verdict: Verdict,
    id: &str,
    upstreams: &[&dyn Broadcaster],
    limits: &Limits,
    deadline: Deadline,
) -> Result<BroadcastOutcome, UpstreamError> {
    match verdict {
        Verdict::Accepted { id: theirs } if theirs.eq_ignore_ascii_case(id) => Ok(BroadcastOutcome::Accepted),
        Verdict::Accepted { .. } => {
            tracing::error!(txid = id, "an upstream accepted a transaction under another id");
            if resolve(upstreams, limits, deadline).await == BroadcastOutcome::Accepted {
                return Ok(BroadcastOutcome::Accepted);
            }
            Err(UpstreamError::Unusable {
                cause: "the id in the answer is not the transaction's".to_owned(),
            })
        }
        Verdict::Known => Ok(BroadcastOutcome::Accepted),
        Verdict::Rejected(reason) => Ok(BroadcastOutcome::Rejected(reason)),
        Verdict::Ambiguous => Ok(resolve(upstreams, limits, deadline).await),
    }
}

/// Asks every upstream for the transaction until one knows it.
async fn resolve(upstreams: &[&dyn Broadcaster], limits: &Limits, deadline: Deadline) -> BroadcastOutcome {
    let mut outcome = BroadcastOutcome::Unknown;
    for upstream in upstreams {
        match upstream.knows(look_up(limits, deadline)).await {
            Ok(true) => return BroadcastOutcome::Accepted,
            Ok(false) => outcome = BroadcastOutcome::Rejected(RejectReason::MissingInputs),
            Err(failure) => tracing::warn!(%failure, "a look-up after an ambiguous answer failed"),
        }
    }
    outcome
}

/// Whether the upstream may have the transaction although it did not say so.
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

/// What is known after some upstreams gave no verdict, weakest first.
enum Doubt {
    /// No upstream handled the request.
    Untouched(Failure),
    /// One answered with something unusable and does not have the transaction.
    Unusable(Failure),
    /// One may have the transaction.
    MayHaveLeft,
}

impl Doubt {
    fn may_have_left(&self) -> bool {
        matches!(self, Self::Unusable(_) | Self::MayHaveLeft)
    }

    /// Adds another failure: the stronger doubt stays.
    fn and(self, failure: Failure) -> Self {
        match (self, failure) {
            (Self::MayHaveLeft, _) | (_, Failure::Lost { .. } | Failure::TimedOut) => Self::MayHaveLeft,
            (_, failure @ (Failure::Unusable { .. } | Failure::Declined { .. })) => Self::Unusable(failure),
            (Self::Unusable(earlier), _) => Self::Unusable(earlier),
            (_, failure) => Self::Untouched(failure),
        }
    }

    fn outcome(self) -> Result<BroadcastOutcome, UpstreamError> {
        match self {
            Self::MayHaveLeft => Ok(BroadcastOutcome::Unknown),
            Self::Unusable(failure) | Self::Untouched(failure) => Err(failure.into()),
        }
    }
}
