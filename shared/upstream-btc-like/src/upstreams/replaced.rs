//! Status of a transaction that another one replaced (docs/decisions/0424).

use super::BtcLikeUpstreams;
use crate::source::Replacements;
use futures::future::join_all;
use std::time::Duration;
use wallet_btc_like::ports::BtcLikeNode;
use wallet_btc_like::{OutPoint, Params, ParentTransaction, TransactionStatus, Txid};
use wallet_core::ports::upstream::UpstreamError;
use wallet_upstream::client::{Deadline, within};

/// Maximum delay of a response by the search for a replacement.
const REPLACEMENT_TIME: Duration = Duration::from_secs(3);
/// Maximum number of replacements of one transaction to check, the latest first.
const MAX_REPLACEMENTS: usize = 3;

impl BtcLikeUpstreams {
    /// Returns the status of a transaction that an upstream lists.
    pub(super) async fn listed_status(
        &self,
        params: &'static Params,
        txid: Txid,
        deadline: Deadline,
    ) -> Result<Option<TransactionStatus>, UpstreamError> {
        let pool = self.0.pool(params)?;
        let search = pool.find(deadline, |source, deadline| source.transaction_status(txid, deadline));
        // "Not found" makes the caller retry, which is correct also if some upstreams were not available.
        Ok(search.await?.found())
    }

    /// Returns the status of a transaction that no upstream lists and another one in a block makes invalid, `None` if
    /// no upstream reports that. Failures do not matter: the transaction is then unknown.
    pub(super) async fn replaced_status(
        &self,
        params: &'static Params,
        txid: Txid,
        deadline: Deadline,
    ) -> Option<TransactionStatus> {
        let deadline = within(deadline, REPLACEMENT_TIME);
        let pool = self.0.pool(params).ok()?;
        let available = pool.members().iter().filter(|member| member.retry_after().is_none());
        let lookups = available.map(|member| member.source().replacements(txid, member.attempt(deadline)));
        let found = join_all(lookups).await.into_iter().flatten().next();
        let Replacements { inputs, by } = found?;
        for by in by.into_iter().take(MAX_REPLACEMENTS) {
            if self.is_confirmed_spender(params, by, &inputs, deadline).await == Ok(true) {
                return Some(TransactionStatus::Replaced { by });
            }
        }
        None
    }

    /// Returns true if a transaction is in a block and its bytes spend one of these outpoints.
    async fn is_confirmed_spender(
        &self,
        params: &'static Params,
        txid: Txid,
        outpoints: &[OutPoint],
        deadline: Deadline,
    ) -> Result<bool, UpstreamError> {
        let status = self.listed_status(params, txid, deadline).await?;
        if !matches!(status, Some(TransactionStatus::Confirmed { .. })) {
            return Ok(false);
        }
        let bytes = self.raw_transaction(params, txid, deadline).await?;
        let decoded = bytes.and_then(|bytes| ParentTransaction::decode(&bytes, txid).ok());
        Ok(decoded.is_some_and(|decoded| decoded.inputs().iter().any(|spent| outpoints.contains(spent))))
    }
}
