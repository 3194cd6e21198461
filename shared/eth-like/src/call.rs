//! Simulated calls (`eth_call`, `eth_estimateGas`).

use super::{Address, Amount};

/// A transaction for simulation by a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The sender; with `None` nodes use the zero address.
    pub from: Option<Address>,
    /// The recipient; `None` deploys a contract.
    pub to: Option<Address>,
    /// The transferred value in wei.
    pub value: Amount,
    /// Calldata, or the code of a contract deployment.
    pub data: Vec<u8>,
}

/// Result of a gas estimate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GasEstimate {
    /// The call succeeds with this gas.
    Gas(u64),
    /// The call reverts.
    Reverted {
        /// The return data of the contract: an ABI error, or empty.
        data: Vec<u8>,
    },
    /// The sender's balance does not cover the value.
    InsufficientFunds,
}
