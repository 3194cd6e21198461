//! The reasons for which a node rejects a transaction, in the original messages of the nodes.
//!
//! Bitcoin Core, Litecoin Core, Dogecoin Core and BCHN share these messages.
//! Blockbook forwards them as `<rpc code>: <text>`.

use super::replacement::ReplacementError;

/// A reason to reject a transaction.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Rejection {
    /// The bytes are not a valid transaction.
    #[error("TX decode failed. Make sure the tx has at least one input.")]
    Undecodable,
    /// The transaction is already in a block.
    #[error("Transaction already in block chain")]
    InChain,
    /// The transaction is already in the mempool.
    #[error("txn-already-in-mempool")]
    InMempool,
    /// An input does not exist or was spent in a block.
    #[error("bad-txns-inputs-missingorspent")]
    MissingInputs,
    /// A context-free consensus rule is violated; the value is the node's reject reason.
    #[error("{0}")]
    Malformed(&'static str),
    /// The transaction is valid but not relayed; the value is the node's reject reason.
    #[error("{0}")]
    NotStandard(&'static str),
    /// An input is spent by another transaction in the mempool, which it does not replace.
    #[error(transparent)]
    Replacement(#[from] ReplacementError),
    /// An input is a coinbase output below the required maturity.
    #[error("bad-txns-premature-spend-of-coinbase, tried to spend coinbase at depth {depth}")]
    ImmatureCoinbase {
        /// Its depth in blocks at the height of the spending transaction.
        depth: u32,
    },
    /// The sum of the outputs exceeds that of the inputs.
    #[error("bad-txns-in-belowout, value in ({available}) < value out ({required})")]
    BelowOutputs {
        /// The sum of the inputs in coins.
        available: String,
        /// The sum of the outputs in coins.
        required: String,
    },
    /// The fee is below the minimum relay fee; both values are in base units.
    #[error("min relay fee not met, {fee} < {minimum}")]
    FeeTooLow {
        /// The fee of the transaction.
        fee: u64,
        /// The minimum fee.
        minimum: u64,
    },
    /// A script fails under the consensus rules.
    #[error("mandatory-script-verify-flag-failed ({0})")]
    Script(&'static str),
    /// A script is valid, but fails under the stricter relay rules.
    #[error("non-mandatory-script-verify-flag ({0})")]
    ScriptPolicy(&'static str),
}

impl Rejection {
    /// Returns the error code of the node's `sendrawtransaction`.
    pub const fn rpc_code(&self) -> i32 {
        match self {
            Self::Undecodable => -22,
            Self::InChain | Self::InMempool => -27,
            Self::MissingInputs => -25,
            Self::Malformed(_)
            | Self::NotStandard(_)
            | Self::Replacement(_)
            | Self::ImmatureCoinbase { .. }
            | Self::BelowOutputs { .. }
            | Self::FeeTooLow { .. }
            | Self::Script(_)
            | Self::ScriptPolicy(_) => -26,
        }
    }
}
