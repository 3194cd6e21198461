//! `eth_chainId` and `eth_getBlockByNumber`: the chain check and the latest block of a node.

use super::message::Call;
use super::values::{Id, Number};
use super::{JsonRpc, Outcome};
use async_trait::async_trait;
use serde::Deserialize;
use serde_json::json;
use std::sync::atomic::Ordering;
use wallet_eth_like::Params;
use wallet_upstream::{Deadline, Failure, Head, Kind, Source};

/// Header of a block.
#[derive(Debug, Deserialize)]
pub(super) struct BlockRow {
    pub(super) number: Number,
    pub(super) timestamp: Number,
    pub(super) hash: Id,
}

#[async_trait]
impl Source for JsonRpc {
    fn kind(&self) -> Kind {
        Kind::JsonRpc
    }

    async fn head(&self, deadline: Deadline) -> Result<Head, Failure> {
        let calls = [chain_id(), Call::new("eth_getBlockByNumber", json!(["latest", false]))];
        let [id, block] = self.call_batch(calls, deadline).await?;
        self.check(&id)?;
        decode(&block)
    }

    async fn follows_chain(&self, deadline: Deadline) -> Result<bool, Failure> {
        match self.check_chain(deadline).await {
            Ok(()) => Ok(true),
            Err(Failure::Lagging { .. }) => Ok(false),
            Err(failure) => Err(failure),
        }
    }

    fn head_has_chain(&self) -> bool {
        true
    }
}

impl JsonRpc {
    /// Checks the chain id before a submission: some nodes accept transactions of any chain.
    pub(super) async fn check_chain(&self, deadline: Deadline) -> Result<(), Failure> {
        if self.is_of_chain.load(Ordering::Relaxed) {
            return Ok(());
        }
        self.check(&self.call(chain_id(), deadline).await?)
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
