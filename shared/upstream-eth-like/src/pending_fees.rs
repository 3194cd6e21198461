//! L1 fees of pending transactions on a rollup, from the same contract as those of an estimate
//! (docs/decisions/evm-payments.md#l1-fees-of-pending-transactions).

use crate::nodes::EthLikeNodes;
use wallet_core::ports::deadline::Deadline;
use wallet_eth_like::{Params, PendingTransactions};
use wallet_upstream::endpoint::{Lane, Topic};

/// Pending transactions of an address whose L1 fee is requested.
const MAX_FEES: usize = 16;

impl EthLikeNodes {
    /// Adds the L1 fees of pending transactions on a rollup, by one optional call of one node. Without the fee the
    /// amount of a transaction remains unknown.
    pub(super) async fn with_l1_fees(
        &self,
        params: Params,
        pending: PendingTransactions,
        deadline: Deadline,
    ) -> PendingTransactions {
        let Ok(pool) = self.0.pool(params) else { return pending };
        let listed: Vec<_> = pending.listed().take(MAX_FEES).collect();
        if !params.is_rollup() || listed.is_empty() {
            return pending;
        }
        let nonces: Vec<_> = listed.iter().map(|transaction| transaction.nonce).collect();
        let transactions: Vec<_> = listed
            .iter()
            .map(|transaction| (transaction.unsigned.as_slice(), transaction.gas_limit))
            .collect();
        let fees = pool.read_in(Lane::Optional(Topic::L1Fees), deadline, |source, deadline| {
            source.pending_rollup_fees(&transactions, deadline)
        });
        let fees = fees.await.unwrap_or_else(|error| {
            tracing::debug!(%error, "L1 fees of pending transactions are unavailable");
            Vec::new()
        });
        let fees = nonces
            .into_iter()
            .zip(fees)
            .filter_map(|(nonce, fee)| Some((nonce, fee?)));
        let fees: Vec<_> = fees.collect();
        pending.with_l1_fees(fees)
    }
}
