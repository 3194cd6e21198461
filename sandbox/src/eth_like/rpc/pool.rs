//! `txpool_contentFrom`.

use super::arguments::Arguments;
use super::error::RpcError;
use super::view;
use crate::eth_like::node::Node;
use revm::primitives::Address;
use serde_json::{Map, Value, json};

/// Returns the pending transactions of one sender: `pending` can be mined next, `queued` has a nonce gap before
/// it.
pub fn content_from(node: &Node, arguments: &Arguments<'_>) -> Result<Value, RpcError> {
    let sender: Address = arguments.required(0)?;
    Ok(node.read(|ledger| {
        let next = ledger.pool().next_nonce(sender, ledger.state());
        let (mut pending, mut queued) = (Map::new(), Map::new());
        for (nonce, entry) in ledger.pool().of(sender) {
            let list = if nonce < next { &mut pending } else { &mut queued };
            list.insert(nonce.to_string(), view::transaction(&entry.transaction));
        }
        json!({ "pending": pending, "queued": queued })
    }))
}
