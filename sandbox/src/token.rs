//! The tokens of the EVM chains.

/// A token that a chain has from its first block on, at a fixed address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// The name of the chain in URL paths.
    pub chain: String,
    /// The contract address: `0x` and 40 hex digits.
    pub contract: String,
    /// The name.
    pub name: String,
    /// The ticker.
    pub ticker: String,
    /// The number of decimals.
    pub decimals: u8,
}
