//! What an address holds.

use super::{Address, Amount};

/// The coin and tokens of an address, all at one block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Balances {
    /// The protocol of the upstream that answered.
    pub upstream: &'static str,
    /// The height of the block.
    pub block: u64,
    /// The coin, in wei.
    pub coin: Amount,
    /// The tokens that were asked for, in their order. Those whose contract does not tell a balance are left out.
    pub tokens: Vec<(Address, Amount)>,
}

/// What a balance needs to know of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Erc20Token {
    /// The contract.
    pub contract: Address,
    /// The digits of an amount that stand after the decimal point.
    pub decimals: u8,
}
