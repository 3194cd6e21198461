//! `eth_getBlockByNumber` and `eth_getBlockByHash`.

use super::arguments::{Arguments, BlockId};
use super::error::RpcError;
use super::{selected, view};
use crate::eth_like::mining;
use crate::eth_like::node::Node;
use serde_json::Value;

pub fn by_number(node: &Node, arguments: &Arguments<'_>) -> Result<Value, RpcError> {
    get(node, arguments.required(0)?, arguments.optional(1)?.unwrap_or(false))
}

pub fn by_hash(node: &Node, arguments: &Arguments<'_>) -> Result<Value, RpcError> {
    let hash = arguments.required(0)?;
    get(node, BlockId::Hash(hash), arguments.optional(1)?.unwrap_or(false))
}

/// Returns the block, or `null` if it does not exist.
fn get(node: &Node, id: BlockId, with_transactions: bool) -> Result<Value, RpcError> {
    node.read(|ledger| {
        if id == BlockId::Pending {
            let (block, _) = mining::assemble(node.rules(), ledger, node.now());
            return Ok(view::pending_block(&block, with_transactions));
        }
        let block = selected::block(ledger, id);
        Ok(block.map_or(Value::Null, |block| view::block(block, with_transactions)))
    })
}
