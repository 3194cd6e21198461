//! Fees of a rollup beyond the gas price: of transactions in blocks, which complete a history, and L1 fees of pending
//! ones, from the same contract as those of an estimate
//! (docs/decisions/evm-payments.md#l1-fees-of-pending-transactions).

use super::EthLikeNodes;
use crate::json_rpc::PaidRollupFees;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use wallet_core::ports::deadline::Deadline;
use wallet_eth_like::{Inclusion, PaidFee, Params, PendingTransactions};
use wallet_upstream::{Lane, Topic, within};

/// Time for the fees of receipts.
const RECEIPTS_TIME: Duration = Duration::from_secs(4);

impl EthLikeNodes {
    /// Returns the fees that mined transactions have paid, as far as the nodes report them. Each node is queried for
    /// the fees that the previous nodes do not report.
    pub(crate) async fn paid_fees(
        &self,
        params: Params,
        transactions: &[Inclusion],
        deadline: Deadline,
    ) -> HashMap<Inclusion, PaidFee> {
        let paid = Mutex::new(HashMap::new());
        let known = || paid.lock().unwrap_or_else(PoisonError::into_inner);
        if let Ok(pool) = self.0.pool(params) {
            let lane = Lane::Optional(Topic::Receipts);
            let search = pool.find_in(lane, within(deadline, RECEIPTS_TIME), |source, deadline| async move {
                let unknown: Vec<_> = {
                    let known = known();
                    let unknown = transactions.iter().filter(|one| !known.contains_key(*one));
                    unknown.copied().collect()
                };
                let PaidRollupFees { paid: more, failure } = source.paid_rollup_fees(&unknown, deadline).await;
                let is_complete = more.len() == unknown.len();
                known().extend(more);
                match failure {
                    Some(failure) => Err(failure),
                    None => Ok(is_complete.then_some(())),
                }
            });
            // What is missing afterwards is disclosed in the response.
            let _ = search.await;
        }
        paid.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Pending transactions of an address whose L1 fee is requested.
const MAX_FEES: usize = 16;

impl EthLikeNodes {
    /// Adds the L1 fees of pending transactions on a rollup, by an optional call of a single node. Without the fee the
    /// amount of a transaction remains unknown.
    pub(crate) async fn with_l1_fees(
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
