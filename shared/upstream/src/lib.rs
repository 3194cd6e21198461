//! Chain data from outside.
//!
//! Adapters for the protocols that index servers and nodes speak, behind the ports of `wallet-core`.
//! Nothing that arrives here is trusted: every answer is bounded in time and size, decoded into
//! strict types, and its texts never leave this crate except as a cause for the log.
//!
//! - [`client`]: the one HTTP client.
//! - [`failure`]: the ways in which a call can fail, told apart by what the upstream may have done.
//! - [`broadcast`]: the rule for sending a transaction, the same for every family of chains.
//! - [`base_url`], [`config`], [`public_servers`]: which upstream serves which chain and network.
//! - `keys`: what stands in for `{key}` in the address of an upstream.
//! - `json_rpc`: Ethereum JSON-RPC, for the EVM chains. What every such adapter answers is `evm_source`; which kind in a
//!   setting is which adapter is `evm_kinds`.
//! - `etherscan`: the API of Etherscan, Blockscout and Routescan, for the histories of EVM addresses; `blockbook` knows them
//!   too. What every such adapter answers is `evm_history_source`; how several lists become one history is `evm_windows`.
//! - `horizon`: Stellar's Horizon.
//! - [`jwks`]: the public keys that verify permission tokens.
//! - `blockbook`: Blockbook v2, for btc, ltc, bch and doge; `esplora`: Esplora and mempool.space, for btc and ltc. What every such adapter answers is `utxo_source`; which
//!   kind in a setting is which adapter is `utxo_kinds`.
//! - `electrum`: the Electrum protocol, for the same chains.
//! - `node_verdict`, `fee_estimate`: what the nodes behind index servers say, whatever passes it on; `first_seen`: when, where
//!   no protocol tells it.
//! - `resilience`: how any of them lives with upstreams that fail, lag, limit and lie.
//! - [`utxo_upstreams`], `utxo_health`: the ports of the UTXO chains over their configured upstreams.
//! - [`evm_upstreams`], [`evm_history`], [`evm_health`]: the same of the nodes and indexes of the EVM chains.
//! - [`stellar_upstreams`]: the same of Stellar.

mod answer;
pub mod base_url;
mod blockbook;
pub mod broadcast;
pub mod client;
pub mod config;
mod electrum;
mod endpoint;
mod esplora;
mod etherscan;
pub mod evm_health;
pub mod evm_history;
mod evm_history_source;
mod evm_kinds;
mod evm_source;
pub mod evm_upstreams;
mod evm_windows;
pub mod failure;
mod fee_estimate;
mod first_seen;
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod fuzzing;
mod horizon;
#[cfg(test)]
#[path = "../tests/hostile_json.rs"]
mod hostile_json;
mod json_rpc;
pub mod jwks;
mod keys;
mod node_verdict;
pub mod public_servers;
mod resilience;
#[cfg(test)]
#[path = "../tests/spoiled_json.rs"]
mod spoiled_json;
pub mod stellar_upstreams;
mod tls;
mod utxo_health;
mod utxo_kinds;
mod utxo_source;
pub mod utxo_upstreams;
