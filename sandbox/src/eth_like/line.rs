//! A line of a chain's journal.

use super::block::Block;
use super::transaction::Transaction;
use revm::primitives::{B256, Bytes};
use serde::{Deserialize, Serialize};
use wallet_core::ports::system::Timestamp;

/// What happened to the chain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Line {
    /// A transaction entered the mempool.
    Transaction {
        /// When, in milliseconds since the Unix epoch.
        seen: u64,
        /// The transaction, serialised as it is sent.
        raw: Bytes,
    },
    /// A block was made.
    Block {
        /// When, in seconds since the Unix epoch.
        timestamp: u64,
        /// Its hash, which the results of its transactions are part of.
        hash: B256,
        /// Its transactions, all from the mempool.
        txids: Vec<B256>,
    },
}

impl Line {
    /// The line for a transaction that was just seen.
    pub fn transaction(transaction: &Transaction, seen: Timestamp) -> Self {
        Self::Transaction {
            seen: seen.as_millis(),
            raw: transaction.raw(),
        }
    }

    /// The line for a block that was just made.
    pub fn block(block: &Block) -> Self {
        Self::Block {
            timestamp: block.header.timestamp,
            hash: block.hash,
            txids: block.transactions.iter().map(|done| done.transaction.hash()).collect(),
        }
    }
}
