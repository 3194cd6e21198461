//! Confirmation status of a transaction.

use bitcoin::Txid;

/// Confirmation status of a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransactionStatus {
    /// In the mempool.
    Pending {
        /// The time of first sighting in Unix seconds; 0 if the upstream does not report it.
        first_seen: u64,
    },
    /// In a block.
    Confirmed {
        /// The height of the block.
        block: u32,
        /// The number of confirmations, its own block included.
        confirmations: u32,
        /// The block time in Unix seconds.
        time: u64,
    },
    /// Replaced: a transaction in a block spends one of its inputs.
    Replaced {
        /// The transaction in the block.
        by: Txid,
    },
}
