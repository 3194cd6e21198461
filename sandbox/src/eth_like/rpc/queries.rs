//! The methods that read blocks, accounts, the mempool and logs, and transactions, with
//! `eth_getTransactionBySenderAndNonce` of reth, by which the replacement of a transaction is found.

use super::request::{Arguments, BlockId, RpcError};
use super::view;
use crate::eth_like::evm::state::EvmState;
use crate::eth_like::ledger::{Block, Ledger};
use crate::eth_like::mining;
use crate::eth_like::node::Node;
use crate::eth_like::rules::Rules;
use crate::eth_like::transaction::Transaction;
use alloy_consensus::Transaction as _;
use revm::DatabaseRef;
use revm::context::BlockEnv;
use revm::primitives::{Address, B256, Bytes, Log, U256};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::sync::Arc;

pub fn block_by_number(node: &Node, arguments: &Arguments<'_>) -> Result<Value, RpcError> {
    shown_block(node, arguments.required(0)?, arguments.optional(1)?.unwrap_or(false))
}

pub fn block_by_hash(node: &Node, arguments: &Arguments<'_>) -> Result<Value, RpcError> {
    let hash = arguments.required(0)?;
    shown_block(node, BlockId::Hash(hash), arguments.optional(1)?.unwrap_or(false))
}

/// Returns the block, or `null` if not found.
fn shown_block(node: &Node, id: BlockId, with_transactions: bool) -> Result<Value, RpcError> {
    node.read(|ledger| {
        if id == BlockId::Pending {
            let (block, _) = mining::assemble(node.rules(), ledger, node.now());
            return Ok(view::pending_block(&block, with_transactions));
        }
        let block = selected_block(node.rules(), ledger, id);
        Ok(block.map_or(Value::Null, |block| view::block(block, with_transactions)))
    })
}

pub fn send(node: &Node, arguments: &Arguments<'_>) -> Result<Value, RpcError> {
    let raw: String = arguments.required(0)?;
    Ok(json!(node.submit(&raw)?))
}

pub fn transaction_by_hash(node: &Node, arguments: &Arguments<'_>) -> Result<Value, RpcError> {
    let hash: B256 = arguments.required(0)?;
    Ok(node.read(|ledger| {
        if let Some((block, index)) = ledger.mined(hash) {
            return view::mined_transaction(block, index);
        }
        let pending = ledger.pool().find(hash);
        pending.map_or(Value::Null, |pending| view::transaction(&pending.transaction))
    }))
}

pub fn transaction_by_nonce(node: &Node, arguments: &Arguments<'_>) -> Result<Value, RpcError> {
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

/// Returns the receipts of a block, or `null` if not found.
pub fn block_receipts(node: &Node, arguments: &Arguments<'_>) -> Result<Value, RpcError> {
    let id: BlockId = arguments.required(0)?;
    if id == BlockId::Pending {
        return Err(RpcError::server("pending receipts is not available"));
    }
    Ok(node.read(|ledger| {
        let receipts = |block: &Block| {
            (0..block.transactions.len())
                .map(|index| view::receipt(block, index))
                .collect()
        };
        selected_block(node.rules(), ledger, id).map_or(Value::Null, receipts)
    }))
}

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
    node.read(|ledger| Ok(show(&selected_state(node, ledger, block)?.state, address)))
}

/// Returns the pending transactions of a sender: `pending` can be mined next, `queued` has a nonce gap before
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

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Filter {
    from_block: Option<BlockId>,
    to_block: Option<BlockId>,
    block_hash: Option<B256>,
    address: Option<OneOrMany<Address>>,
    topics: Vec<Option<OneOrMany<B256>>>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum OneOrMany<T> {
    One(T),
    Many(Vec<T>),
}

impl<T: PartialEq> OneOrMany<T> {
    fn contains(&self, expected: &T) -> bool {
        match self {
            Self::One(one) => one == expected,
            Self::Many(many) => many.is_empty() || many.contains(expected),
        }
    }
}

impl Filter {
    fn matches(&self, log: &Log) -> bool {
        let topics = log.topics();
        let address_fits = self
            .address
            .as_ref()
            .is_none_or(|address| address.contains(&log.address));
        let topic_fits = |(position, expected): (usize, &Option<OneOrMany<B256>>)| {
            let found = topics.get(position);
            expected
                .as_ref()
                .is_none_or(|expected| found.is_some_and(|found| expected.contains(found)))
        };
        address_fits && self.topics.len() <= topics.len() && self.topics.iter().enumerate().all(topic_fits)
    }
}

pub fn logs(node: &Node, arguments: &Arguments<'_>) -> Result<Value, RpcError> {
    let filter: Filter = arguments.required(0)?;
    if filter.block_hash.is_some() && (filter.from_block.is_some() || filter.to_block.is_some()) {
        let message = "cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other";
        return Err(RpcError::argument(format!("invalid argument 0: {message}")));
    }
    let of_block = filter.block_hash.map(BlockId::Hash);
    let from = of_block.or(filter.from_block).unwrap_or(BlockId::Latest);
    let to = of_block.or(filter.to_block).unwrap_or(BlockId::Latest);
    node.read(|ledger| {
        let unknown = || match of_block {
            Some(_) => RpcError::server("unknown block"),
            None => RpcError::unknown_block(),
        };
        let first = selected_block(node.rules(), ledger, from).ok_or_else(unknown)?;
        let first = first.header.number;
        let last = selected_block(node.rules(), ledger, to).map_or(ledger.height(), |block| block.header.number);
        if first > last {
            return Err(RpcError::argument("invalid block range params"));
        }
        let blocks = (first..=last).filter_map(|number| ledger.block(number));
        let logs = blocks.flat_map(|block| view::logs(block, |log| filter.matches(log)));
        Ok(logs.collect())
    })
}

/// A state and the block environment for contracts.
pub struct Selected {
    /// The state after the block.
    pub state: Arc<EvmState>,
    pub environment: BlockEnv,
}

/// Returns the state after a block; for `pending`, the state after all pending transactions.
pub fn selected_state(node: &Node, ledger: &Ledger, id: BlockId) -> Result<Selected, RpcError> {
    if id == BlockId::Pending {
        let (block, state) = mining::assemble(node.rules(), ledger, node.now());
        return Ok(Selected {
            state: Arc::new(state),
            environment: ledger.next_environment(node.rules(), block.header.timestamp),
        });
    }
    let block = selected_block(node.rules(), ledger, id).ok_or_else(RpcError::unknown_block)?;
    Ok(Selected {
        state: ledger
            .state_at(block.header.number)
            .ok_or_else(|| RpcError::server("missing trie node: state is not available"))?,
        environment: ledger.environment_of(node.rules(), block),
    })
}

/// Returns an existing block.
pub fn selected_block<'a>(rules: &Rules, ledger: &'a Ledger, id: BlockId) -> Option<&'a Block> {
    match id {
        BlockId::Latest | BlockId::Pending => ledger.tip(),
        BlockId::Finalized => ledger.block(ledger.height().saturating_sub(rules.confirmations)),
        BlockId::Number(number) => ledger.block(number),
        BlockId::Hash(hash) => ledger.block_with(hash),
    }
}
