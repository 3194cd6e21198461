//! `eth_sendRawTransaction`, `eth_getTransactionByHash`, `eth_getTransactionReceipt`, and
//! `eth_getTransactionBySenderAndNonce` of reth, by which the replacement of a transaction is found.

use super::arguments::Arguments;
use super::error::RpcError;
use super::view;
use crate::eth_like::node::Node;
use crate::eth_like::transaction::Transaction;
use alloy_consensus::Transaction as _;
use revm::primitives::{Address, B256, U256};
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

pub fn by_sender_and_nonce(node: &Node, arguments: &Arguments<'_>) -> Result<Value, RpcError> {
    let sender: Address = arguments.required(0)?;
    let nonce: U256 = arguments.required(1)?;
    let nonce = nonce.saturating_to::<u64>();
    Ok(node.read(|ledger| {
        let is_this = |transaction: &Transaction| transaction.sender == sender && transaction.envelope.nonce() == nonce;
        let mut mined = ledger.history();
        if let Some((block, index, _)) = mined.find(|(_, _, included)| is_this(&included.transaction)) {
            return view::mined_transaction(block, index);
        }
        let pending = ledger.pool().at(sender, nonce);
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
