//! A line of the chain's journal.

use super::ledger::Closed;
use super::transaction::Transaction;
use serde::{Deserialize, Serialize};
use wallet_core::ports::system::Timestamp;

/// What happened to the chain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Line {
    /// A transaction was let in.
    Transaction {
        /// When, in milliseconds since the Unix epoch.
        seen: u64,
        /// The envelope in base64.
        envelope: String,
    },
    /// A ledger was closed.
    Ledger {
        /// When, in seconds since the Unix epoch.
        close_time: u64,
        /// Its hash, which the results of its transactions are part of.
        hash: String,
        /// Its transactions, all of which waited.
        txids: Vec<String>,
    },
}

impl Line {
    /// The line for a transaction that was just let in.
    pub fn transaction(transaction: &Transaction, seen: Timestamp) -> Self {
        Self::Transaction {
            seen: seen.as_millis(),
            envelope: transaction.base64(),
        }
    }

    /// The line for a ledger that was just closed.
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
