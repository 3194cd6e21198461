//! Why a node refuses a transaction, in the words of the nodes.
//!
//! Bitcoin Core, Litecoin Core, Dogecoin Core and BCHN share these texts; Blockbook passes them on
//! as `<rpc code>: <text>`.

/// A reason to refuse a transaction.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Rejection {
    /// The bytes are no transaction.
    #[error("TX decode failed. Make sure the tx has at least one input.")]
    Undecodable,
    /// It is in a block.
    #[error("Transaction already in block chain")]
    InChain,
    /// It waits in the mempool.
    #[error("txn-already-in-mempool")]
    InMempool,
    /// An input does not exist or was spent in a block.
    #[error("bad-txns-inputs-missingorspent")]
    MissingInputs,
    /// It breaks a rule that does not depend on other transactions; the node's token for it.
    #[error("{0}")]
    Malformed(&'static str),
    /// It is valid but not relayed; the node's token for it.
    #[error("{0}")]
    NotStandard(&'static str),
    /// An input is spent by another transaction in the mempool.
    #[error("txn-mempool-conflict")]
    Conflict,
    /// An input is a coinbase output of fewer than 100 confirmations.
    #[error("bad-txns-premature-spend-of-coinbase, tried to spend coinbase at depth {depth}")]
    ImmatureCoinbase {
        /// Its depth in blocks at the height of the spending.
        depth: u32,
    },
    /// The outputs hold more than the inputs.
    #[error("bad-txns-in-belowout, value in ({available}) < value out ({required})")]
    BelowOutputs {
        /// The sum of the inputs in coins.
        available: String,
        /// The sum of the outputs in coins.
        required: String,
    },
    /// The fee is below what is relayed, in smallest units.
    #[error("min relay fee not met, {fee} < {minimum}")]
    FeeTooLow {
        /// The fee offered.
        fee: u64,
        /// The least fee.
        minimum: u64,
    },
    /// A script does not verify under the rules of consensus.
    #[error("mandatory-script-verify-flag-failed ({0})")]
    Script(&'static str),
    /// A script verifies, but not under the stricter rules of relay.
    #[error("non-mandatory-script-verify-flag ({0})")]
    ScriptPolicy(&'static str),
}

impl Rejection {
    /// The error code of the node's `sendrawtransaction`.
    pub const fn rpc_code(&self) -> i32 {
        match self {
            Self::Undecodable => -22,
            Self::InChain | Self::InMempool => -27,
            Self::MissingInputs => -25,
            Self::Malformed(_)
            | Self::NotStandard(_)
            | Self::Conflict
            | Self::ImmatureCoinbase { .. }
            | Self::BelowOutputs { .. }
            | Self::FeeTooLow { .. }
            | Self::Script(_)
            | Self::ScriptPolicy(_) => -26,
        }
    }
}
