//! `eth_sendRawTransaction`, `eth_getTransactionByHash`, `eth_getTransactionReceipt`.

use super::arguments::Arguments;
use super::error::RpcError;
use super::view;
use crate::eth_like::node::Node;
use revm::primitives::B256;
use serde_json::{Value, json};

pub fn send(node: &Node, arguments: &Arguments<'_>) -> Result<Value, RpcError> {
    let raw: String = arguments.required(0)?;
    Ok(json!(node.submit(&raw)?))
}

pub fn by_hash(node: &Node, arguments: &Arguments<'_>) -> Result<Value, RpcError> {
    let hash: B256 = arguments.required(0)?;
    Ok(node.read(|ledger| {
        if let Some((block, index)) = ledger.mined(hash) {
            return view::mined_transaction(block, index);
        }
        let pending = ledger.pool().find(hash);
        pending.map_or(Value::Null, |pending| view::transaction(&pending.transaction))
    }))
}

pub fn receipt(node: &Node, arguments: &Arguments<'_>) -> Result<Value, RpcError> {
    let hash: B256 = arguments.required(0)?;
    Ok(node.read(|ledger| {
        let mined = ledger.mined(hash);
        mined.map_or(Value::Null, |(block, index)| view::receipt(block, index))
    }))
}
