//! Submission of a transaction and the look-up in the ledgers to Horizon and Stellar RPC
//! (docs/decisions/upstreams.md#submission-to-horizon).
//!
//! The upstreams are used according to the common rule ([`wallet_upstream::broadcast`]). Specific to Stellar: a
//! rejection has result codes, and an accepted transaction is final only once in a ledger, where the transaction may
//! still fail.

use super::Xlm;
use super::source::{Found, Reply, XlmSource};
use async_trait::async_trait;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::time::sleep;
use wallet_core::model::Network;
use wallet_core::ports::upstream::{BroadcastOutcome, RejectReason, UpstreamError};
use wallet_upstream::{Deadline, Failure, FamilyPool, Pool, Search, Submit, SubmitOutcome, after, within};
use wallet_xlm::{Envelope, ResultCodes, Submission};

/// Time for the look-up of an accepted transaction: two ledgers and their ingestion.
const LOOKUP_TIME: Duration = Duration::from_secs(12);

/// Delay before each further look-up: a public Horizon serves about 1 request per second.
const LOOKUP_INTERVAL: Duration = Duration::from_millis(1500);

/// Maximum delay between the close of a ledger and the availability at a server. During this time a sequence
/// number is used or an account is missing without a known transaction.
const INGESTION: Duration = Duration::from_millis(1500);

/// Submits an envelope and looks the transaction up until found in a ledger or the time is over.
pub(super) async fn broadcast(
    upstreams: &FamilyPool<Xlm>,
    network: Network,
    envelope: &Envelope,
    deadline: Deadline,
) -> Result<Submission, UpstreamError> {
    let hash = envelope.hash(network);
    let sent = Sent {
        envelope,
        hash,
        codes: Mutex::default(),
    };
    let id = hex::encode(hash);
    let unseen = match upstreams.broadcast(network, &sent, &id, deadline).await? {
        BroadcastOutcome::Accepted => Submission::Pending,
        BroadcastOutcome::Unknown => Submission::Unknown,
        BroadcastOutcome::Rejected(_) => {
            let codes = sent.codes.into_inner().unwrap_or_else(PoisonError::into_inner);
            return Ok(Submission::Rejected(codes));
        }
    };
    let pool = upstreams.pool(network)?;
    Ok(match look_for(pool, hash, within(deadline, LOOKUP_TIME)).await {
        Some(found) if found.succeeded => Submission::Applied,
        Some(found) => Submission::Rejected(found.codes.unwrap_or_else(|| ResultCodes::of_transaction("tx_failed"))),
        None => unseen,
    })
}

/// Returns the transaction once in a ledger, `None` if still missing at the deadline.
async fn look_for(pool: &Pool<dyn XlmSource>, hash: [u8; 32], deadline: Deadline) -> Option<Found> {
    loop {
        let search = pool.find(deadline, |source, deadline| source.transaction(hash, deadline));
        match search.await.map(Search::found) {
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

/// A transaction and the result codes of the submission.
struct Sent<'a> {
    envelope: &'a Envelope,
    hash: [u8; 32],
    /// Result codes of the last server that rejected the transaction.
    codes: Mutex<ResultCodes>,
}

impl Sent<'_> {
    /// Returns true if the transaction may be in a ledger that the servers have not ingested yet.
    fn may_be_in_ledger(&self) -> bool {
        let codes = self.codes.lock().unwrap_or_else(PoisonError::into_inner);
        codes.may_be_already_applied()
    }
}

#[async_trait]
impl<'a> Submit<Sent<'a>> for dyn XlmSource {
    async fn submit(&self, sent: &Sent<'a>, deadline: Deadline) -> Result<SubmitOutcome, Failure> {
        let codes = match self.post(sent.envelope, deadline).await? {
            Reply::Accepted { hash } => return Ok(SubmitOutcome::Accepted { id: hash }),
            Reply::Known => return Ok(SubmitOutcome::Known),
            Reply::Unable => return Ok(SubmitOutcome::Unable),
            Reply::Rejected(codes) => codes,
        };
        *sent.codes.lock().unwrap_or_else(PoisonError::into_inner) = codes;
        // A transaction that is already in a ledger fails the first check of the validators: too late,
        // the account is deleted, or the fee is too low by now. The codes have the actual reason; this code is a
        // placeholder.
        Ok(SubmitOutcome::Ambiguous(RejectReason::Other))
    }

    async fn knows(&self, sent: &Sent<'a>, deadline: Deadline) -> Result<bool, Failure> {
        let found = self.transaction(sent.hash, deadline).await?;
        Ok(found.is_some())
    }

    fn look_up_delay(&self, sent: &Sent<'a>) -> Option<Duration> {
        sent.may_be_in_ledger().then_some(INGESTION)
    }
}
