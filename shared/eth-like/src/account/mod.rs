//! The state of an account: balances, tokens, nonces, pending transactions.
pub(crate) mod approvals;
pub mod erc20;
pub mod nft_calls;
pub(crate) mod nfts;
pub(crate) mod nonce;
pub(crate) mod pending;
pub(crate) mod tokens;
