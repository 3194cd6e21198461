//! The events of a chain\'s journal.

use super::block::Block;
use super::transaction::Transaction;
use crate::clock::Timestamp;
use revm::primitives::{B256, Bytes};
use serde::{Deserialize, Serialize};

/// A change of the chain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum JournalEvent {
    /// A transaction entered the mempool.
    Transaction {
        /// The time in milliseconds since the Unix epoch.
        seen: u64,
        /// The transaction in network serialisation.
        raw: Bytes,
    },
    /// A block was mined.
    Block {
        /// The time in seconds since the Unix epoch.
        timestamp: u64,
        /// Its hash, which commits to the results of its transactions.
        hash: B256,
        /// The hashes of its transactions, all from the mempool.
        txids: Vec<B256>,
    },
}

impl JournalEvent {
    /// Builds the event of a newly seen transaction.
    pub fn transaction(transaction: &Transaction, seen: Timestamp) -> Self {
        Self::Transaction {
            seen: seen.as_millis(),
            raw: transaction.raw(),
        }
    }

    /// Builds the event of a newly mined block.
    pub fn block(block: &Block) -> Self {
        Self::Block {
            timestamp: block.header.timestamp,
            hash: block.hash,
            txids: block.transactions.iter().map(|done| done.transaction.hash()).collect(),
        }
    }
}
