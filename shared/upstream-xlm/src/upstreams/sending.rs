//! Sending a transaction, and looking for it in the ledgers (docs/decisions/0914).
//!
//! How it goes through the upstreams is the rule of every family ([`wallet_upstream::broadcast`]). What Stellar adds: a refusal has
//! the codes of its result, and a transaction that was taken is not done before a ledger has it, in which it may fail.

use super::found;
use crate::horizon::{Found, Horizon, Reply};
use async_trait::async_trait;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::time::sleep;
use wallet_core::model::Network;
use wallet_core::ports::upstream::{BroadcastOutcome, RejectReason, UpstreamError};
use wallet_upstream::broadcast::{Broadcaster, Verdict, broadcast as hand_over};
use wallet_upstream::client::{Deadline, Limits, after, within};
use wallet_upstream::failure::Failure;
use wallet_upstream::resilience::{Member, Pool};
use wallet_xlm::{Envelope, ResultCodes, Submission};

/// How long a transaction that was taken is looked for: two ledgers, and what it takes to tell of them.
const LOOK_FOR: Duration = Duration::from_secs(12);

/// How long before the first look, and between two: a public Horizon answers about one question a second.
const BETWEEN_LOOKS: Duration = Duration::from_millis(1500);

/// A Horizon tells of a ledger up to this long after the network has closed it. In between a sequence number is used or an
/// account gone, and nobody can tell by which transaction.
const INGESTION: Duration = Duration::from_millis(1500);

/// Sends an envelope, and looks for its transaction until a ledger has it or the time is up.
pub(super) async fn broadcast(
    pool: &Pool<Horizon>,
    network: Network,
    envelope: &Envelope,
    limits: &Limits,
    deadline: Deadline,
) -> Result<Submission, UpstreamError> {
    let hash = envelope.hash(network);
    let codes = Mutex::new(ResultCodes::default());
    let members = pool.for_broadcast().into_iter();
    let sending: Vec<_> = members
        .map(|upstream| Sending {
            upstream,
            envelope,
            hash,
            codes: &codes,
        })
        .collect();
    let upstreams: Vec<_> = sending.iter().map(|upstream| upstream as &dyn Broadcaster).collect();
    let unseen = match hand_over(&upstreams, &hex::encode(hash), limits, deadline).await? {
        BroadcastOutcome::Accepted => Submission::Pending,
        BroadcastOutcome::Unknown => Submission::Unknown,
        BroadcastOutcome::Rejected(_) => {
            let codes = codes.into_inner().unwrap_or_else(PoisonError::into_inner);
            return Ok(Submission::Rejected(codes));
        }
    };
    Ok(match look_for(pool, hash, within(deadline, LOOK_FOR)).await {
        Some(found) if found.succeeded => Submission::Applied,
        Some(found) => Submission::Rejected(found.codes.unwrap_or_else(|| ResultCodes::of_transaction("tx_failed"))),
        None => unseen,
    })
}

/// The transaction as soon as a ledger has it, `None` when none has it by the deadline.
async fn look_for(pool: &Pool<Horizon>, hash: [u8; 32], deadline: Deadline) -> Option<Found> {
    loop {
        let search = pool.find(deadline, |source, deadline| {
            Box::pin(source.transaction(hash, deadline))
        });
        match search.await.map(found) {
            Ok(Some(found)) => return Some(found),
            Ok(None) => {}
            Err(error) => tracing::warn!(%error, "a look for a transaction that was sent failed"),
        }
        if deadline <= after(BETWEEN_LOOKS) {
            return None;
        }
        sleep(BETWEEN_LOOKS).await;
    }
}

/// One transaction at one Horizon.
struct Sending<'a> {
    upstream: &'a Member<Horizon>,
    envelope: &'a Envelope,
    hash: [u8; 32],
    /// Why the last Horizon that refused it did so.
    codes: &'a Mutex<ResultCodes>,
}

impl Sending<'_> {
    async fn find(&self, deadline: Deadline) -> Result<bool, Failure> {
        let look_up = self.upstream.source().transaction(self.hash, deadline);
        let found = self.upstream.call(deadline, look_up).await?;
        Ok(found.is_some())
    }

    /// Whether the transaction may be in a ledger that the Horizons do not tell of yet.
    fn may_be_in_ledger(&self) -> bool {
        let codes = self.codes.lock().unwrap_or_else(PoisonError::into_inner);
        codes.may_be_its_own_doing()
    }
}

#[async_trait]
impl Broadcaster for Sending<'_> {
    async fn submit(&self, deadline: Deadline) -> Result<Verdict, Failure> {
        let deadline = self.upstream.attempt(deadline);
        let submit = self.upstream.source().submit(self.envelope, deadline);
        let codes = match self.upstream.call(deadline, submit).await? {
            Reply::Taken { hash } => return Ok(Verdict::Accepted { id: hash }),
            Reply::Known => return Ok(Verdict::Known),
            Reply::Refused(codes) => codes,
        };
        *self.codes.lock().unwrap_or_else(PoisonError::into_inner) = codes;
        // A transaction that a ledger has is refused for whatever validators look at first: it is too late, its account is
        // gone, its fee is too low by now. The codes say why; the reason only stands in for them.
        Ok(Verdict::Ambiguous(RejectReason::Other))
    }

    async fn knows(&self, deadline: Deadline) -> Result<bool, Failure> {
        let knows = self.find(deadline).await?;
        if knows || !self.may_be_in_ledger() || deadline <= after(INGESTION) {
            return Ok(knows);
        }
        sleep(INGESTION).await;
        self.find(deadline).await
    }
}
