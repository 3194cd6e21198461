//! Transaction submission across upstreams, the same for every chain family
//! (docs/decisions/upstreams.md#broadcasts-of-unknown-outcome, docs/decisions/upstreams.md#confirmed-rejections).
//!
//! 1. Submit. If the transaction is accepted or already known: done.
//! 2. A node that does not take the transaction for a local reason is followed by the next node.
//! 3. A rejection is confirmed: the next upstream gets the same bytes, and the transaction is looked up everywhere. An
//!    ambiguous rejection (spent inputs or a used nonce, perhaps due to this same transaction) is looked up first.
//! 4. If the bytes may have been sent and the result is missing, look the transaction up, then submit the same bytes
//!    to the next upstream.
//! 5. If still not found, the outcome is unknown and reported as such. No different transaction is ever built.

use crate::client::{Deadline, Limits, after, within};
use crate::failure::Failure;
use async_trait::async_trait;
use futures::stream::{FuturesUnordered, StreamExt};
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
    /// The node rejects the transaction for an effect that the same transaction may have caused in the
    /// network: spent inputs or a used nonce. The reason applies if that is not the case.
    Ambiguous(RejectReason),
    /// The node rejects the transaction permanently.
    Rejected(RejectReason),
    /// The node does not take the transaction for a local reason, such as a full pool, a missing
    /// synchronisation or a disabled method. Nothing follows for further nodes, and a caller may cause some of
    /// the reasons, which do not count as a failure of the upstream.
    Unable,
}

/// An upstream for a transaction.
#[async_trait]
pub trait Broadcaster: Send + Sync {
    /// Submits the transaction's bytes to the upstream.
    async fn submit(&self, deadline: Deadline) -> Result<SubmitOutcome, Failure>;

    /// Returns true if the upstream knows the transaction, in a block or in the mempool.
    async fn knows(&self, deadline: Deadline) -> Result<bool, Failure>;

    /// Returns true if the upstream failed too often to be queried to confirm a rejection.
    fn is_down(&self) -> bool {
        false
    }
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
    let mut course = Course::default();
    for upstream in upstreams {
        if course.is_confirmed() || !course.has_time_for_another(limits, deadline) {
            break;
        }
        if course.rejection.is_some() && upstream.is_down() {
            continue;
        }
        match submit(*upstream, id, deadline).await {
            Ok(Reply::Accepted) => return Ok(BroadcastOutcome::Accepted),
            Ok(Reply::Rejected { reason, is_ambiguous }) => {
                course.rejected(reason, is_ambiguous);
                if is_ambiguous && course.requires_look_up() && course.look_up(upstreams, limits, deadline).await {
                    return Ok(BroadcastOutcome::Accepted);
                }
            }
            Err(failure) => {
                tracing::warn!(%failure, txid = id, "broadcast outcome unknown");
                if may_have_been_sent(&failure) && upstream.knows(look_up_end(limits, deadline)).await == Ok(true) {
                    return Ok(BroadcastOutcome::Accepted);
                }
                course.failed(failure);
            }
        }
    }
    if course.requires_look_up() && course.look_up(upstreams, limits, deadline).await {
        return Ok(BroadcastOutcome::Accepted);
    }
    course.outcome()
}

/// Reply of an upstream about the transaction.
enum Reply {
    Accepted,
    Rejected { reason: RejectReason, is_ambiguous: bool },
}

/// HTTP status that represents a temporarily unavailable node.
const SERVICE_UNAVAILABLE: u16 = 503;

/// Submits the transaction to an upstream. An upstream that returns a different id has accepted something else or
/// is inconsistent.
async fn submit(upstream: &dyn Broadcaster, id: &str, deadline: Deadline) -> Result<Reply, Failure> {
    match upstream.submit(deadline).await? {
        SubmitOutcome::Accepted { id: theirs } if !theirs.eq_ignore_ascii_case(id) => {
            tracing::error!(txid = id, "upstream returned a different transaction id");
            Err(Failure::unusable("the returned id is not that of the transaction"))
        }
        SubmitOutcome::Accepted { .. } | SubmitOutcome::Known => Ok(Reply::Accepted),
        SubmitOutcome::Ambiguous(reason) => Ok(Reply::Rejected {
            reason,
            is_ambiguous: true,
        }),
        SubmitOutcome::Rejected(reason) => Ok(Reply::Rejected {
            reason,
            is_ambiguous: false,
        }),
        SubmitOutcome::Unable => Err(Failure::Throttled {
            status: SERVICE_UNAVAILABLE,
            retry_after: None,
        }),
    }
}

/// Returns the end of a look-up: half an attempt, so that time is left for a second upstream.
fn look_up_end(limits: &Limits, deadline: Deadline) -> Deadline {
    within(deadline, limits.attempt / 2)
}

/// Course of a broadcast so far.
#[derive(Default)]
struct Course {
    rejection: Option<RejectReason>,
    /// Number of rejections, without rejections that only state a limit of the node.
    opinions: usize,
    /// True if a rejection may be an effect of the same transaction.
    is_ambiguous: bool,
    /// True if an upstream stated after a rejection that the transaction is unknown.
    is_absent: bool,
    /// True if no upstream has replied to a submission since the last look-up.
    is_looked_up: bool,
    failures: Vec<Failure>,
}

/// Number of upstreams that must reject a transaction.
const OPINIONS: usize = 2;

impl Course {
    /// Records a rejection. The first reason counts unless a later reason is more specific.
    fn rejected(&mut self, reason: RejectReason, is_ambiguous: bool) {
        if !is_limit_of_the_node(reason) {
            self.opinions += 1;
        }
        self.is_ambiguous |= is_ambiguous;
        self.is_looked_up = false;
        let is_vague = |first| first == RejectReason::Other || is_limit_of_the_node(first);
        if self
            .rejection
            .is_none_or(|first| is_vague(first) && reason != RejectReason::Other)
        {
            self.rejection = Some(reason);
        }
    }

    /// Records a submission without a reply about the transaction.
    fn failed(&mut self, failure: Failure) {
        self.is_looked_up = false;
        self.failures.push(failure);
    }

    /// Returns true if a rejected transaction has to be looked up before the rejection is final.
    const fn requires_look_up(&self) -> bool {
        self.rejection.is_some() && !self.is_absent && !self.is_looked_up
    }

    /// Returns true if a second upstream rejects the transaction as well.
    const fn is_confirmed(&self) -> bool {
        self.opinions >= OPINIONS
    }

    /// Returns true if a further upstream may get the bytes.
    ///
    /// With less than one attempt left, the bytes could be sent without time for a result. Once they may have
    /// been sent, a further upstream can only clarify the outcome.
    fn has_time_for_another(&self, limits: &Limits, deadline: Deadline) -> bool {
        self.failures.iter().any(is_ambiguous) || deadline >= after(limits.attempt)
    }

    /// Looks a rejected transaction up at all upstreams concurrently. Returns true if found.
    async fn look_up(&mut self, upstreams: &[&dyn Broadcaster], limits: &Limits, deadline: Deadline) -> bool {
        self.is_looked_up = true;
        let end = look_up_end(limits, deadline);
        let mut look_ups: FuturesUnordered<_> = upstreams.iter().map(|upstream| upstream.knows(end)).collect();
        while let Some(found) = look_ups.next().await {
            match found {
                Ok(true) => return true,
                Ok(false) => self.is_absent = true,
                Err(failure) => tracing::warn!(%failure, "look-up after a rejection failed"),
            }
        }
        false
    }

    /// Returns the outcome of a broadcast that no upstream accepted, and whose look-ups did not find the
    /// transaction: unknown if an upstream may have the transaction.
    fn outcome(self) -> Result<BroadcastOutcome, UpstreamError> {
        let Some(reason) = self.rejection else {
            return outcome(self.failures);
        };
        // An upstream may have accepted the transaction that a second upstream rejects.
        let may_be_accepted = self.failures.iter().any(is_ambiguous);
        let is_unresolved = self.is_ambiguous && !self.is_absent;
        Ok(if may_be_accepted || is_unresolved {
            BroadcastOutcome::Unknown
        } else {
            BroadcastOutcome::Rejected(reason)
        })
    }
}

/// Returns true for a reason that depends on the settings of the node only, which confirms no rejection.
const fn is_limit_of_the_node(reason: RejectReason) -> bool {
    matches!(reason, RejectReason::FeeTooHigh)
}

/// Returns true if the upstream may have received the transaction without a confirmation.
fn may_have_been_sent(failure: &Failure) -> bool {
    match failure {
        Failure::NotSent { .. }
        | Failure::Throttled { status: 429, .. }
        | Failure::Paused { .. }
        | Failure::Lagging { .. } => false,
        Failure::Throttled { .. }
        | Failure::Lost { .. }
        | Failure::TimedOut
        | Failure::ServerError { .. }
        | Failure::Unusable { .. }
        | Failure::Declined { .. }
        | Failure::RejectedRequest { .. }
        | Failure::TooLong { .. }
        | Failure::OutOfTime { .. } => true,
    }
}

/// Returns true if the upstream may accept the transaction although still unknown.
fn is_ambiguous(failure: &Failure) -> bool {
    // A server that reports overload and does not know the transaction did not accept it.
    may_have_been_sent(failure) && !matches!(failure, Failure::Throttled { .. })
}

/// Returns the outcome of a broadcast that failed at all upstreams and whose look-ups did not find the
/// transaction: unknown if an upstream may have the transaction.
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
