//! `eth_chainId` and `eth_getBlockByNumber`: whether the node is of this chain, and how far it is.

use super::message::Call;
use super::values::{Id, Number};
use super::{JsonRpc, Outcome};
use serde::Deserialize;
use serde_json::json;
use std::sync::atomic::Ordering;
use wallet_eth_like::Params;
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::Failure;
use wallet_upstream::resilience::Head;

/// The head of a block.
#[derive(Debug, Deserialize)]
pub(super) struct BlockRow {
    pub(super) number: Number,
    pub(super) timestamp: Number,
    pub(super) hash: Id,
}

impl JsonRpc {
    /// The node's newest block.
    pub(super) async fn newest(&self, deadline: Deadline) -> Result<Head, Failure> {
        let questions = [chain_id(), Call::new("eth_getBlockByNumber", json!(["latest", false]))];
        let [id, block] = self.ask_all(questions, deadline).await?;
        self.check(&id)?;
        decode(&block)
    }

    /// Makes sure before anything is sent that this is a node of the chain: some take a transaction of any other.
    pub(super) async fn check_chain(&self, deadline: Deadline) -> Result<(), Failure> {
        if self.is_of_chain.load(Ordering::Relaxed) {
            return Ok(());
        }
        self.check(&self.ask(chain_id(), deadline).await?)
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

/// Whether a node with this chain id is one of the chain.
pub(super) fn is_of(id: &Outcome, params: Params) -> Result<(), Failure> {
    let Number(id) = id.value()?;
    if id == params.chain_id() {
        return Ok(());
    }
    Err(Failure::Behind {
        cause: format!("it is of the chain with id {id} instead of {}", params.chain_id()),
    })
}

pub(super) fn decode(block: &Outcome) -> Result<Head, Failure> {
    let block: BlockRow = block.value()?;
    Ok(Head {
        height: block.number.0,
        time: Some(block.timestamp.0),
    })
}
