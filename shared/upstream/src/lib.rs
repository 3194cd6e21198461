//! Transport and resilience of every upstream adapter. Knows no chain.
//!
//! Nothing that arrives here is trusted: every response is bounded in time and size, decoded into
//! strict types, and its texts never leave the adapters except as a cause for the log.
//!
//! - [`client`]: the one HTTP client; [`response`]: its responses; [`endpoint`]: one upstream over HTTP;
//!   [`lane`]: the purposes of its requests.
//! - [`base_url`], [`config`]: the setting that lists the upstreams of a chain and network.
//! - [`keys`]: API keys that replace `{key}` in the address of an upstream.
//! - [`failure`]: the failures of a call, by what the upstream may have done.
//! - [`resilience`]: the pool, its failover, retries, circuit breaker and concurrency limit.
//! - [`family`]: the upstreams of all chains of a family, over these pools.
//! - [`broadcast`]: the rule for sending a transaction, the same for every family of chains.
//! - [`first_seen`]: when a pending transaction was first seen, where no protocol reports it.
//! - [`immutable_cache`]: bounded cache of responses that never change.
//! - [`list_row`]: rows of a list that are decoded one by one.
//! - [`blockbook_status`]: the part of Blockbook that UTXO and EVM chains share.
//! - [`jwks`]: the public keys that verify permission tokens.

pub mod base_url;
pub mod blockbook_status;
pub mod broadcast;
pub mod client;
pub mod config;
pub mod endpoint;
pub mod failure;
pub mod family;
pub mod first_seen;
pub mod immutable_cache;
pub mod jwks;
pub mod keys;
pub mod lane;
pub mod list_row;
pub mod resilience;
pub mod response;
pub mod tls;
mod transport_error;
