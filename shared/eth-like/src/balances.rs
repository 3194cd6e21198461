//! Balances of an address.

use super::{Address, Amount};

/// Coin and token balances of an address at one block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Balances {
    /// The protocol of the upstream that responded.
    pub upstream: &'static str,
    /// The block height.
    pub block: u64,
    /// The coin balance in wei.
    pub coin: Amount,
    /// The requested token balances, in order. Tokens with a contract that returns no balance are omitted.
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
