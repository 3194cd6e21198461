//! How far a transaction has come.

/// Where the network has a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransactionStatus {
    /// Waits for a block.
    Pending,
    /// In a block.
    Mined {
        /// Whether it did what it was to do; a transaction that failed has paid its fee and changed nothing else.
        succeeded: bool,
        /// The height of the block.
        block: u64,
        /// Blocks on top of it, its own included.
        confirmations: u64,
        /// The time of the block in Unix seconds.
        time: u64,
    },
}
