//! Chain data from outside.
//!
//! Adapters for the protocols that index servers and nodes speak, behind the ports of `wallet-core`.
//! Nothing that arrives here is trusted: every answer is bounded in time and size, decoded into
//! strict types, and its texts never leave this crate except as a cause for the log.
//!
//! - [`client`]: the one HTTP client.
//! - [`failure`]: the ways in which a call can fail, told apart by what the upstream may have done.
//! - [`broadcast`]: the rule for sending a transaction, the same for every family of chains.
//! - [`blockbook`]: Blockbook v2, for btc, ltc, bch and doge.
//! - [`base_url`], [`config`]: which upstream serves which chain and network.
//! - [`jwks`]: the public keys that verify permission tokens.
//! - [`utxo_upstreams`]: the port of the UTXO chains over their configured upstreams.

pub mod base_url;
pub mod blockbook;
pub mod broadcast;
pub mod client;
pub mod config;
pub mod failure;
pub mod jwks;
pub mod utxo_upstreams;
