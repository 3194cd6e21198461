//! Status of a replaced transaction (docs/decisions/upstreams.md#status-of-replaced-transactions).

use super::{BtcLikeUpstreams, bytes_of};
use crate::known::MAX_INPUTS;
use crate::source::Replacements;
use futures::future::join_all;
use std::time::Duration;
use wallet_btc_like::{OutPoint, Params, ParentTransaction, TransactionStatus, Txid};
use wallet_core::ports::upstream::UpstreamError;
use wallet_upstream::{Deadline, Lane, Topic, within};

/// Maximum delay of a response by the search for a replacement.
const REPLACEMENT_TIME: Duration = Duration::from_secs(3);
/// Maximum number of replacements of a transaction to check, the latest first.
const MAX_REPLACEMENTS: usize = 3;

impl BtcLikeUpstreams {
    /// Returns the status of a transaction that an upstream lists.
    pub(super) async fn listed_status(
        &self,
        params: &'static Params,
        txid: Txid,
        lane: Lane,
        deadline: Deadline,
    ) -> Result<Option<TransactionStatus>, UpstreamError> {
        let pool = self.0.pool(params)?;
        let search = pool.find_in(lane, deadline, |source, deadline| {
            source.transaction_status(txid, lane, deadline)
        });
        // "Not found" makes the caller retry, which is correct also if some upstreams were not available.
        Ok(search.await?.found())
    }

    /// Returns the status of a transaction that no upstream lists and a block makes invalid, `None` if
    /// no upstream reports that. The inputs are those that an upstream reports, else as stated by the caller, else
    /// as sent by this process. Failures do not matter: the transaction is then unknown.
    pub(super) async fn replaced_status(
        &self,
        params: &'static Params,
        txid: Txid,
        inputs: &[OutPoint],
        deadline: Deadline,
    ) -> Option<TransactionStatus> {
        let deadline = within(deadline, REPLACEMENT_TIME);
        let reported = self.reported_replacements(params, txid, deadline).await;
        let found = match reported {
            Some(reported) => reported,
            None => self.conflicts(params, txid, inputs, deadline).await?,
        };
        let Replacements { inputs, by } = found;
        for by in by.into_iter().take(MAX_REPLACEMENTS) {
            if self.is_confirmed_spender(params, by, &inputs, deadline).await == Ok(true) {
                return Some(TransactionStatus::Replaced { by });
            }
        }
        None
    }

    /// Returns the replacements of a transaction that an upstream reports, `None` if none does.
    async fn reported_replacements(
        &self,
        params: &'static Params,
        txid: Txid,
        deadline: Deadline,
    ) -> Option<Replacements> {
        let pool = self.0.pool(params).ok()?;
        let available = pool.members().iter().filter(|member| member.retry_after().is_none());
        let lookups = available.map(|member| member.source().replacements(txid, member.attempt(deadline)));
        join_all(lookups).await.into_iter().flatten().next()
    }

    /// Returns different transactions that may spend an input of a transaction, `None` if the inputs are unknown.
    async fn conflicts(
        &self,
        params: &'static Params,
        txid: Txid,
        stated: &[OutPoint],
        deadline: Deadline,
    ) -> Option<Replacements> {
        let sent = self.2.get(params, txid);
        let known = if stated.is_empty() { sent.as_slice() } else { stated };
        let inputs: Vec<_> = known.iter().take(MAX_INPUTS).copied().collect();
        let pool = self.0.pool(params).ok()?;
        let available = || pool.members().iter().filter(|member| member.retry_after().is_none());
        let lookups = inputs
            .iter()
            .flat_map(|input| available().map(|member| member.source().spenders(*input, member.attempt(deadline))));
        let found = join_all(lookups).await.into_iter();
        let found = found.map(|found| found.inspect_err(|failure| tracing::info!(%failure, "spenders unavailable")));
        let mut by = Vec::new();
        for spender in found.flatten().flatten() {
            if spender != txid && !by.contains(&spender) {
                by.push(spender);
            }
        }
        (!by.is_empty()).then_some(Replacements { inputs, by })
    }

    /// Returns true if a transaction is in a block and the bytes spend a given outpoint. The requests are optional: a
    /// failure affects no payment.
    async fn is_confirmed_spender(
        &self,
        params: &'static Params,
        txid: Txid,
        outpoints: &[OutPoint],
        deadline: Deadline,
    ) -> Result<bool, UpstreamError> {
        let lane = Lane::Optional(Topic::Spenders);
        let status = self.listed_status(params, txid, lane, deadline).await?;
        if !matches!(status, Some(TransactionStatus::Confirmed { .. })) {
            return Ok(false);
        }
        let pool = self.0.pool(params)?;
        let search = pool.find_in(lane, deadline, |source, deadline| {
            bytes_of(source, txid, lane, deadline)
        });
        let decoded = search
            .await?
            .found()
            .and_then(|bytes| ParentTransaction::decode(&bytes, txid).ok());
        Ok(decoded.is_some_and(|decoded| decoded.inputs().iter().any(|spent| outpoints.contains(spent))))
    }
}
