//! The events of a chain\'s journal.

use crate::clock::Timestamp;
use bitcoin::block::Header;
use bitcoin::{Transaction, Txid, consensus};
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
        #[serde(with = "consensus::serde::With::<consensus::serde::Hex>")]
        raw: Transaction,
    },
    /// A block was mined.
    Block {
        /// The block header.
        #[serde(with = "consensus::serde::With::<consensus::serde::Hex>")]
        header: Header,
        /// The coinbase transaction.
        #[serde(with = "consensus::serde::With::<consensus::serde::Hex>")]
        coinbase: Transaction,
        /// The other transactions, all from the mempool.
        txids: Vec<Txid>,
    },
}

impl JournalEvent {
    /// Builds the event of a newly seen transaction.
    pub fn transaction(raw: Transaction, seen: Timestamp) -> Self {
        Self::Transaction {
            seen: seen.as_millis(),
            raw,
        }
    }
}
