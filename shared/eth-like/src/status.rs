//! Confirmation status of a transaction.

use super::{Address, Hash};

/// Sender and nonce of a transaction. At most one transaction with them gets into a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SenderNonce {
    /// The sender.
    pub sender: Address,
    /// The nonce.
    pub nonce: u64,
}

/// Confirmation status of a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransactionStatus {
    /// In the mempool.
    Pending,
    /// Invalid: another transaction in a block has its sender and nonce.
    Replaced {
        /// The hash of the other transaction; `None` if no node reports it.
        by: Option<Hash>,
    },
    /// In a block.
    Mined {
        /// True if execution succeeded; a failed transaction pays its fee and changes nothing else.
        succeeded: bool,
        /// The block height.
        block: u64,
        /// The number of confirmations, its own block included.
        confirmations: u64,
        /// The block time in Unix seconds.
        time: u64,
    },
}
