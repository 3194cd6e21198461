//! Status of a transaction, also of a replaced transaction
//! (docs/decisions/evm-payments.md#status-of-replaced-evm-transactions,
//! docs/decisions/upstreams.md#status-of-replaced-transactions).

use crate::json_rpc::TransactionState;
use crate::nodes::{EthLikeNodes, POOL_TIME};
use lru::LruCache;
use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};
use wallet_core::ports::upstream::UpstreamError;
use wallet_eth_like::ports::EthLikeNode;
use wallet_eth_like::{Hash, Params, SenderNonce, TransactionStatus};
use wallet_upstream::{Deadline, Lane, Search, Topic, within};

/// Lane of the search for the replacement: a failure affects no payment.
const SEARCH: Lane = Lane::Optional(Topic::Spenders);
/// Lane of the comparison of all nodes. Some nodes reject each search, which must not end the comparison.
const COMPARISON: Lane = Lane::Optional(Topic::Replacements);

impl EthLikeNodes {
    /// Returns the status of a transaction. Sender and nonce are those that a node reports, else as the caller
    /// states, else as sent by this process.
    pub(crate) async fn status(
        &self,
        params: Params,
        hash: Hash,
        stated: Option<SenderNonce>,
        deadline: Deadline,
    ) -> Result<Option<TransactionStatus>, UpstreamError> {
        let pool = self.0.pool(params)?;
        let search = pool.find(deadline, |source, deadline| source.transaction_state(hash, deadline));
        let pending = match search.await?.found() {
            Some(TransactionState::Mined(status)) => return Ok(Some(status)),
            Some(TransactionState::Pending { sender, nonce }) => Some(SenderNonce { sender, nonce }),
            None => None,
        };
        let sent = pending.or(stated).or_else(|| self.1.get(params, hash));
        let otherwise = pending.map(|_| TransactionStatus::Pending);
        let Some(sent) = sent else {
            return Ok(otherwise);
        };
        let deadline = within(deadline, POOL_TIME);
        let replaced = self.replaced_status(params, hash, sent, pending.is_some(), deadline);
        Ok(replaced.await.or(otherwise))
    }

    /// Returns the status of a transaction with a nonce that a block has used, `None` if not shown by the nodes. The
    /// pool of a node may still have the transaction; the counts of all nodes show that the nonce is used.
    async fn replaced_status(
        &self,
        params: Params,
        hash: Hash,
        sent: SenderNonce,
        is_pending: bool,
        deadline: Deadline,
    ) -> Option<TransactionStatus> {
        let SenderNonce { sender, nonce } = sent;
        let next = self.next_nonce(params, sender, deadline).await.ok()?;
        if next.confirmed <= nonce {
            return None;
        }
        let pool = self.0.pool(params).ok()?;
        let search = pool.find_in(SEARCH, deadline, |source, deadline| {
            source.mined_with_nonce(sender, nonce, deadline)
        });
        match search.await.ok().and_then(Search::found) {
            // The transaction is in a block that a node has not reported before.
            Some(other) if other == hash => None,
            Some(other) => Some(TransactionStatus::Replaced { by: Some(other) }),
            None if is_pending => None,
            None => {
                let is_replaced = self.is_agreed(params, hash, sent, deadline).await;
                is_replaced.then_some(TransactionStatus::Replaced { by: None })
            }
        }
    }

    /// Returns true if all nodes respond, and each has used the nonce without knowing the transaction: a node that lags
    /// behind the block of the transaction has not used the nonce either.
    async fn is_agreed(&self, params: Params, hash: Hash, sent: SenderNonce, deadline: Deadline) -> bool {
        let Ok(pool) = self.0.pool(params) else { return false };
        let search = pool.find_in(COMPARISON, deadline, |source, deadline| {
            source.objection_to_replacement(hash, sent, deadline)
        });
        matches!(search.await, Ok(Search::Nowhere))
    }
}

/// Maximum number of transactions: about 200 bytes each, 2 MB in all.
const CAPACITY: NonZeroUsize = NonZeroUsize::new(10_000).expect("more than none");

/// Senders and nonces of the transactions that this process has sent, by which a replaced transaction is recognised
/// after every node has dropped the transaction (docs/decisions/upstreams.md#status-of-replaced-transactions).
pub(crate) struct SentNonces(Mutex<LruCache<(Params, Hash), SenderNonce>>);

impl SentNonces {
    /// Creates an empty memory.
    pub(crate) fn new() -> Self {
        Self(Mutex::new(LruCache::new(CAPACITY)))
    }

    pub(crate) fn put(&self, params: Params, hash: Hash, sent: SenderNonce) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.put((params, hash), sent);
    }

    /// Returns sender and nonce of a transaction, `None` if unknown.
    pub(crate) fn get(&self, params: Params, hash: Hash) -> Option<SenderNonce> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(&(params, hash)).copied()
    }
}
