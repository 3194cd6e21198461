//! A message to the EVM that is tried before it is sent.

use super::{Address, Amount};

/// What a transaction would do, for a node to try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The sender; `None` where the caller does not tell it, which makes nodes take the zero address.
    pub from: Option<Address>,
    /// The recipient; `None` deploys a contract.
    pub to: Option<Address>,
    /// Wei that go along.
    pub value: Amount,
    /// Calldata, or the code that deploys a contract.
    pub data: Vec<u8>,
}

/// What a trial came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GasEstimate {
    /// It succeeds with this much gas.
    Gas(u64),
    /// It reverts.
    Reverted {
        /// What the contract says to it: an error of the ABI, or nothing.
        data: Vec<u8>,
    },
    /// The sender does not have the value.
    InsufficientFunds,
}
