//! The events of the chain\'s journal.

use super::ledger::Closed;
use super::transaction::Transaction;
use crate::clock::Timestamp;
use serde::{Deserialize, Serialize};

/// A change of the chain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum JournalEvent {
    /// A transaction was accepted.
    Transaction {
        /// The time in milliseconds since the Unix epoch.
        seen: u64,
        /// The envelope in base64.
        envelope: String,
    },
    /// A ledger was closed.
    Ledger {
        /// The close time in seconds since the Unix epoch.
        close_time: u64,
        /// Its hash, which commits to the results of its transactions.
        hash: String,
        /// The hashes of its transactions, all of which were pending.
        txids: Vec<String>,
    },
}

impl JournalEvent {
    /// Builds the event of a newly accepted transaction.
    pub fn transaction(transaction: &Transaction, seen: Timestamp) -> Self {
        Self::Transaction {
            seen: seen.as_millis(),
            envelope: transaction.base64(),
        }
    }

    /// Builds the event of a newly closed ledger.
    pub fn ledger(closed: &Closed) -> Self {
        Self::Ledger {
            close_time: closed.header.scp_value.close_time.0,
            hash: hex::encode(closed.hash),
            txids: closed
                .transactions
                .iter()
                .map(|included| included.transaction.id())
                .collect(),
        }
    }
}
