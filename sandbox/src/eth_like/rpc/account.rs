//! `eth_getBalance`, `eth_getCode`, `eth_getStorageAt`, `eth_getTransactionCount`.

use super::arguments::{Arguments, BlockId};
use super::error::RpcError;
use super::{selected, view};
use crate::eth_like::evm_state::EvmState;
use crate::eth_like::node::Node;
use revm::DatabaseRef;
use revm::primitives::{Address, B256, Bytes, U256};
use serde_json::{Value, json};

pub fn balance(node: &Node, arguments: &Arguments<'_>) -> Result<Value, RpcError> {
    look(node, arguments, 1, |state, address| json!(state.info(address).balance))
}

pub fn code(node: &Node, arguments: &Arguments<'_>) -> Result<Value, RpcError> {
    look(node, arguments, 1, |state, address| {
        let code = state.info(address).code;
        json!(code.map_or_else(Bytes::new, |code| code.original_bytes()))
    })
}

pub fn storage(node: &Node, arguments: &Arguments<'_>) -> Result<Value, RpcError> {
    let key: U256 = arguments.required(1)?;
    look(node, arguments, 2, |state, address| {
        let word = state.storage_ref(address, key).unwrap_or_default();
        json!(B256::from(word))
    })
}

pub fn transaction_count(node: &Node, arguments: &Arguments<'_>) -> Result<Value, RpcError> {
    let address: Address = arguments.required(0)?;
    if arguments.block(1)? == BlockId::Pending {
        let next = node.read(|ledger| ledger.pool().next_nonce(address, ledger.state()));
        return Ok(view::quantity(next));
    }
    look(node, arguments, 1, |state, address| {
        view::quantity(state.info(address).nonce)
    })
}

/// Returns the result of `show` for the account in the first argument, in the state after the block in argument
/// `block`.
fn look(
    node: &Node,
    arguments: &Arguments<'_>,
    block: usize,
    show: impl FnOnce(&EvmState, Address) -> Value,
) -> Result<Value, RpcError> {
    let address = arguments.required(0)?;
    let block = arguments.block(block)?;
    node.read(|ledger| Ok(show(&selected::state(node, ledger, block)?.state, address)))
}
