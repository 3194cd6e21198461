//! Submission of a transaction and the look-up in the ledgers (docs/decisions/0914).
//!
//! The upstreams are used according to the common rule ([`wallet_upstream::broadcast`]). Specific to Stellar: a rejection
//! has result codes, and an accepted transaction is final only once a ledger contains it, in which it may still
//! fail.

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

/// Time for the look-up of an accepted transaction: two ledgers and their ingestion.
const LOOKUP_TIME: Duration = Duration::from_secs(12);

/// Delay before each further look-up: a public Horizon serves about one request per second.
const LOOKUP_INTERVAL: Duration = Duration::from_millis(1500);

/// Maximum delay between the close of a ledger and its availability at a Horizon. During this time a sequence
/// number is used or an account is missing without a transaction to attribute it to.
const INGESTION: Duration = Duration::from_millis(1500);

/// Submits an envelope and looks its transaction up until a ledger contains it or the time is over.
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
    Ok(match look_for(pool, hash, within(deadline, LOOKUP_TIME)).await {
        Some(found) if found.succeeded => Submission::Applied,
        Some(found) => Submission::Rejected(found.codes.unwrap_or_else(|| ResultCodes::of_transaction("tx_failed"))),
        None => unseen,
    })
}

/// Returns the transaction once a ledger contains it, `None` if none does by the deadline.
async fn look_for(pool: &Pool<Horizon>, hash: [u8; 32], deadline: Deadline) -> Option<Found> {
    loop {
        let search = pool.find(deadline, |source, deadline| {
            Box::pin(source.transaction(hash, deadline))
        });
        match search.await.map(found) {
            Ok(Some(found)) => return Some(found),
            Ok(None) => {}
            Err(error) => tracing::warn!(%error, "look-up of a submitted transaction failed"),
        }
        if deadline <= after(LOOKUP_INTERVAL) {
            return None;
        }
        sleep(LOOKUP_INTERVAL).await;
    }
}

/// One transaction at one Horizon.
struct Sending<'a> {
    upstream: &'a Member<Horizon>,
    envelope: &'a Envelope,
    hash: [u8; 32],
    /// Result codes of the last Horizon that rejected it.
    codes: &'a Mutex<ResultCodes>,
}

impl Sending<'_> {
    async fn find(&self, deadline: Deadline) -> Result<bool, Failure> {
        let look_up = self.upstream.source().transaction(self.hash, deadline);
        let found = self.upstream.call(deadline, look_up).await?;
        Ok(found.is_some())
    }

    /// Returns true if the transaction may be in a ledger that the Horizon servers have not ingested yet.
    fn may_be_in_ledger(&self) -> bool {
        let codes = self.codes.lock().unwrap_or_else(PoisonError::into_inner);
        codes.may_be_already_applied()
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
        // A transaction that is already in a ledger fails the first check of the validators: it is too late,
        // its account is deleted, or its fee is too low by now. The codes have the actual reason; this one is a
        // placeholder.
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
