//! How far a transaction has come.

/// Where the network has a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransactionStatus {
    /// In the mempool.
    Pending {
        /// When it was first seen, in Unix seconds; 0 when the upstream does not tell.
        seen: u64,
    },
    /// In a block.
    Confirmed {
        /// The height of the block.
        block: u32,
        /// Blocks on top of it, its own included.
        confirmations: u32,
        /// The time of the block in Unix seconds.
        time: u64,
    },
}
