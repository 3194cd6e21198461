//! Balances of an address.

use super::{Address, Amount, TransactionCounts};

/// Coin and token balances of an address at one block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Balances {
    /// The protocol of the upstream that responded.
    pub upstream: &'static str,
    /// The block height.
    pub block: u64,
    /// The coin balance in wei.
    pub coin: Amount,
    /// The transaction counts of the address at the same upstream, `None` if it returns none.
    pub counts: Option<TransactionCounts>,
    /// The balances of listed tokens, in order. Tokens with a contract that returns no balance are omitted.
    pub tokens: Vec<(Address, Amount)>,
    /// The balances of the holder's further tokens, in order; `None` if the node does not execute the calls. Contracts
    /// that return no balance or no decimals are omitted.
    pub further: Option<Vec<(Erc20Token, Amount)>>,
    /// True if a listed token reverts, or if a further one returns no balance or no decimals.
    pub lacks_tokens: bool,
}

/// An address, and tokens outside the asset list whose balances are requested for it only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holder {
    /// The address.
    pub address: Address,
    /// The contracts of further tokens, which a client chooses.
    pub further: Vec<Address>,
}

/// The properties of a token that a balance needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Erc20Token {
    /// The contract.
    pub contract: Address,
    /// The number of decimal places of an amount.
    pub decimals: u8,
}
