//! The state that a request refers to.

use super::arguments::BlockId;
use super::error::RpcError;
use crate::eth_like::evm_state::EvmState;
use crate::eth_like::ledger::Ledger;
use crate::eth_like::mining;
use crate::eth_like::node::Node;
use revm::context::BlockEnv;
use std::sync::Arc;

/// A state and the block environment for contracts.
pub struct Selected {
    /// The state after the block.
    pub state: Arc<EvmState>,
    /// The block environment.
    pub environment: BlockEnv,
}

/// Returns the state after a block; for `pending`, the state after all pending transactions.
pub fn state(node: &Node, ledger: &Ledger, id: BlockId) -> Result<Selected, RpcError> {
    if id == BlockId::Pending {
        let (block, state) = mining::assemble(node.rules(), ledger, node.now());
        return Ok(Selected {
            state: Arc::new(state),
            environment: ledger.next_environment(node.rules(), block.header.timestamp),
        });
    }
    let block = block(ledger, id).ok_or_else(RpcError::unknown_block)?;
    Ok(Selected {
        state: ledger
            .state_at(block.header.number)
            .ok_or_else(RpcError::pruned_state)?,
        environment: ledger.environment_of(node.rules(), block),
    })
}

/// Returns an existing block.
pub fn block(ledger: &Ledger, id: BlockId) -> Option<&super::super::block::Block> {
    match id {
        BlockId::Latest | BlockId::Pending => ledger.tip(),
        BlockId::Number(number) => ledger.block(number),
        BlockId::Hash(hash) => ledger.block_with(hash),
    }
}
