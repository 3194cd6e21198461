//! The state of an account: balances, tokens, nonces, pending transactions.
pub mod erc20;
pub(crate) mod nonce;
pub(crate) mod pending;
pub(crate) mod tokens;
