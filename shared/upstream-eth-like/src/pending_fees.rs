//! L1 fees of pending transactions on a rollup, from the same contract as those of an estimate (docs/decisions/1222).

use crate::nodes::EthLikeNodes;
use futures::future;
use wallet_core::ports::deadline::Deadline;
use wallet_eth_like::ports::EthLikeNode;
use wallet_eth_like::{Params, PendingTransactions};

/// Pending transactions of an address whose L1 fee is requested.
const MAX_FEES: usize = 16;

impl EthLikeNodes {
    /// Adds the L1 fees of pending transactions on a rollup. Without the fee the amount of a transaction remains unknown.
    pub(super) async fn with_l1_fees(
        &self,
        params: Params,
        pending: PendingTransactions,
        deadline: Deadline,
    ) -> PendingTransactions {
        if !params.is_rollup() {
            return pending;
        }
        let fees = pending.listed().take(MAX_FEES).map(async |transaction| {
            let fee = self.rollup_fee(params, &transaction.unsigned, transaction.gas_limit, deadline);
            let fee = fee.await.inspect_err(|error| {
                tracing::debug!(%error, "L1 fee of a pending transaction is unavailable");
            });
            Some((transaction.nonce, fee.ok()?))
        });
        let fees: Vec<_> = future::join_all(fees).await;
        pending.with_l1_fees(fees.into_iter().flatten())
    }
}
