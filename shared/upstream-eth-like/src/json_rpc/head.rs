//! `eth_chainId` and `eth_getBlockByNumber`: the chain check and the latest block of a node.

use super::message::Call;
use super::values::{Id, Number};
use super::{JsonRpc, Outcome};
use serde::Deserialize;
use serde_json::json;
use std::sync::atomic::Ordering;
use wallet_eth_like::Params;
use wallet_upstream::{Deadline, Failure, Head};

/// Header of a block.
#[derive(Debug, Deserialize)]
pub(super) struct BlockRow {
    pub(super) number: Number,
    pub(super) timestamp: Number,
    pub(super) hash: Id,
}

impl JsonRpc {
    /// Returns the node's latest block.
    pub(super) async fn latest_block(&self, deadline: Deadline) -> Result<Head, Failure> {
        let calls = [chain_id(), Call::new("eth_getBlockByNumber", json!(["latest", false]))];
        let [id, block] = self.call_batch(calls, deadline).await?;
        self.check(&id)?;
        decode(&block)
    }

    /// Checks the chain id before a submission: some nodes accept transactions of any chain.
    pub(super) async fn check_chain(&self, deadline: Deadline) -> Result<(), Failure> {
        if self.is_of_chain.load(Ordering::Relaxed) {
            return Ok(());
        }
        self.check(&self.call(chain_id(), deadline).await?)
    }

    /// Returns true if the node has the expected chain id. After a head this requires no request.
    pub(super) async fn is_node_of_chain(&self, deadline: Deadline) -> Result<bool, Failure> {
        match self.check_chain(deadline).await {
            Ok(()) => Ok(true),
            Err(Failure::Lagging { .. }) => Ok(false),
            Err(failure) => Err(failure),
        }
    }

    fn check(&self, id: &Outcome) -> Result<(), Failure> {
        let checked = is_of(id, self.params);
        self.is_of_chain.store(checked.is_ok(), Ordering::Relaxed);
        checked
    }
}

fn chain_id() -> Call {
    Call::new("eth_chainId", json!([]))
}

/// Checks that a node's chain id is that of the chain.
pub(super) fn is_of(id: &Outcome, params: Params) -> Result<(), Failure> {
    let Number(id) = id.value()?;
    if id == params.chain_id() {
        return Ok(());
    }
    Err(Failure::Lagging {
        cause: format!("chain id {id}, expected {}", params.chain_id()),
    })
}

pub(super) fn decode(block: &Outcome) -> Result<Head, Failure> {
    let block: BlockRow = block.value()?;
    Ok(Head {
        height: block.number.0,
        time: Some(block.timestamp.0),
    })
}
