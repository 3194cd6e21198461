//! Calls of the contracts that names depend on.

use super::EthLikeNodes;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::UpstreamError;
use wallet_eth_like::ens::CallOutcome;
use wallet_eth_like::{Address, Params};
use wallet_upstream::{Lane, Topic};

impl EthLikeNodes {
    /// Executes a call at the latest block of two nodes, which must agree: a false resolver leads to a false address as
    /// well as a false record does.
    pub(super) async fn confirmed_call(
        &self,
        params: Params,
        contract: Address,
        data: &[u8],
        deadline: Deadline,
    ) -> Result<CallOutcome, UpstreamError> {
        let pool = self.0.pool(params)?;
        let read = pool.read_confirmed(
            Lane::Optional(Topic::Names),
            deadline,
            |node, deadline| node.call_contract(contract, data, deadline),
            CallOutcome::agrees_with,
        );
        read.await
    }
}
