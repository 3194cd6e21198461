//! Blocks, transactions, receipts and logs as JSON.

use crate::eth_like::evm::rollup;
use crate::eth_like::ledger::{Block, Included};
use crate::eth_like::transaction::Transaction;
use alloy_consensus::{Transaction as _, TxReceipt as _};
use revm::primitives::alloy_primitives::Bloom;
use revm::primitives::{Log, U256};
use serde_json::{Value, json};

/// Formats a JSON-RPC quantity: hex without leading zeros.
pub fn quantity(number: impl Into<u128>) -> Value {
    format!("{:#x}", number.into()).into()
}

/// Formats a pending transaction.
pub fn transaction(transaction: &Transaction) -> Value {
    let mut shown = json!(transaction.envelope);
    shown["from"] = json!(transaction.sender);
    for missing in ["blockHash", "blockNumber", "transactionIndex"] {
        shown[missing] = Value::Null;
    }
    if transaction.envelope.is_dynamic_fee() {
        shown["gasPrice"] = quantity(transaction.envelope.max_fee_per_gas());
    }
    shown
}

/// Formats a mined transaction.
pub fn mined_transaction(block: &Block, position: usize) -> Value {
    let included = &block.transactions[position];
    let mut shown = transaction(&included.transaction);
    shown["blockHash"] = json!(block.hash);
    shown["blockNumber"] = quantity(block.header.number);
    shown["transactionIndex"] = quantity(position as u64);
    shown["gasPrice"] = quantity(included.gas_price);
    shown
}

/// Formats a block with full transactions or with their hashes only.
pub fn block(block: &Block, with_transactions: bool) -> Value {
    let mut shown = json!(block.header);
    shown["hash"] = json!(block.hash);
    shown["uncles"] = json!([]);
    shown["size"] = quantity(block.header.size() as u64);
    shown["totalDifficulty"] = quantity(0_u64);
    let transactions = block.transactions.iter().enumerate();
    shown["transactions"] = transactions
        .map(|(position, included)| {
            if with_transactions {
                mined_transaction(block, position)
            } else {
                json!(included.transaction.hash())
            }
        })
        .collect();
    shown
}

/// Formats the pending block, which has no hash yet.
pub fn pending_block(next: &Block, with_transactions: bool) -> Value {
    let mut shown = block(next, with_transactions);
    for missing in ["hash", "nonce", "miner"] {
        shown[missing] = Value::Null;
    }
    if with_transactions {
        let pending = next.transactions.iter();
        shown["transactions"] = pending.map(|included| transaction(&included.transaction)).collect();
    }
    shown
}

/// Formats the receipt of a transaction.
pub fn receipt(block: &Block, position: usize) -> Value {
    let included = &block.transactions[position];
    let transaction = &included.transaction;
    let before = logs_before(block, position);
    let logs: Vec<_> = included.receipt.logs.iter().enumerate().collect();
    let mut shown = json!({
        "type": quantity(u8::from(transaction.envelope.tx_type())),
        "transactionHash": transaction.hash(),
        "transactionIndex": quantity(position as u64),
        "blockHash": block.hash,
        "blockNumber": quantity(block.header.number),
        "from": transaction.sender,
        "to": transaction.envelope.to(),
        "contractAddress": included.created,
        "status": quantity(u8::from(included.succeeded())),
        "gasUsed": quantity(included.gas_used),
        "cumulativeGasUsed": quantity(included.receipt.cumulative_gas_used),
        "effectiveGasPrice": quantity(included.gas_price),
        "logsBloom": bloom(included),
        "logs": logs.into_iter().map(|(index, log)| shown_log(block, position, before + index, log)).collect::<Value>(),
    });
    if let Some(gas) = included.l1_gas {
        shown["gasUsedForL1"] = quantity(gas);
        shown["l1BlockNumber"] = quantity(rollup::l1_height(block.header.timestamp));
    }
    if let Some(charge) = included.rollup {
        shown["l1Fee"] = json!(charge.l1_fee);
        shown["l1GasUsed"] = json!(charge.l1_gas_used);
        shown["l1GasPrice"] = json!(charge.l1_gas_price);
        shown["operatorFeeScalar"] = json!(charge.operator_fee_scalar);
        shown["operatorFeeConstant"] = json!(charge.operator_fee_constant);
    }
    shown
}

/// Formats the logs of a block that match a filter.
pub fn logs(block: &Block, filter: impl Fn(&Log) -> bool) -> Vec<Value> {
    let mut shown = Vec::new();
    for (position, included) in block.transactions.iter().enumerate() {
        let before = logs_before(block, position);
        let logs = included.receipt.logs.iter().enumerate();
        let matching = logs.filter(|(_, log)| filter(log));
        shown.extend(matching.map(|(index, log)| shown_log(block, position, before + index, log)));
    }
    shown
}

fn logs_before(block: &Block, position: usize) -> usize {
    block.transactions[..position]
        .iter()
        .map(|done| done.receipt.logs.len())
        .sum()
}

fn shown_log(block: &Block, position: usize, index: usize, log: &Log) -> Value {
    json!({
        "address": log.address,
        "topics": log.topics(),
        "data": log.data.data,
        "blockHash": block.hash,
        "blockNumber": quantity(block.header.number),
        "blockTimestamp": quantity(block.header.timestamp),
        "transactionHash": block.transactions[position].transaction.hash(),
        "transactionIndex": quantity(position as u64),
        "logIndex": json!(U256::from(index)),
        "removed": false,
    })
}

fn bloom(included: &Included) -> Bloom {
    included.receipt.bloom()
}
