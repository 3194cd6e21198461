//! A line of a chain's journal.

use bitcoin::block::Header;
use bitcoin::{Transaction, Txid, consensus};
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
        /// The transaction, serialised as it is relayed.
        #[serde(with = "consensus::serde::With::<consensus::serde::Hex>")]
        raw: Transaction,
    },
    /// A block was made.
    Block {
        /// Its header.
        #[serde(with = "consensus::serde::With::<consensus::serde::Hex>")]
        header: Header,
        /// Its first transaction.
        #[serde(with = "consensus::serde::With::<consensus::serde::Hex>")]
        coinbase: Transaction,
        /// The others, all from the mempool.
        txids: Vec<Txid>,
    },
}

impl Line {
    /// The line for a transaction that was just seen.
    pub fn transaction(raw: Transaction, seen: Timestamp) -> Self {
        Self::Transaction {
            seen: seen.as_millis(),
            raw,
        }
    }
}
