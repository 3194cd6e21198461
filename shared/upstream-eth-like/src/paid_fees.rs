//! Fees of a rollup that transactions have paid, which complete a history.

use crate::node_source::PaidRollupFees;
use crate::nodes::EthLikeNodes;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use wallet_core::ports::deadline::Deadline;
use wallet_eth_like::{Inclusion, PaidFee, Params};
use wallet_upstream::client::within;
use wallet_upstream::endpoint::{Lane, Topic};

/// Time for the fees of receipts.
const RECEIPTS_TIME: Duration = Duration::from_secs(4);

impl EthLikeNodes {
    /// Returns the fees that these transactions have paid, as far as the nodes report them. Each node is queried for those
    /// that the previous ones do not report.
    pub(super) async fn paid_fees(
        &self,
        params: Params,
        transactions: &[Inclusion],
        deadline: Deadline,
    ) -> HashMap<Inclusion, PaidFee> {
        let paid = Mutex::new(HashMap::new());
        let known = || paid.lock().unwrap_or_else(PoisonError::into_inner);
        if let Ok(pool) = self.0.pool(params) {
            let lane = Lane::Optional(Topic::Receipts);
            let search = pool.find_in(lane, within(deadline, RECEIPTS_TIME), |source, deadline| {
                Box::pin(async move {
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
                })
            });
            // What is missing afterwards is disclosed in the response.
            let _ = search.await;
        }
        paid.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}
