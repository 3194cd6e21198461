//! Transport and resilience of every upstream adapter. Knows no chain.
//!
//! Nothing that arrives here is trusted: every response is bounded in time and size, decoded into
//! strict types, and upstream texts never leave the adapters except as a cause for the log.
//!
//! - [`client`]: the one HTTP client; [`response`]: its responses; [`endpoint`]: one upstream over HTTP.
//! - [`guarded`], [`name_servers`]: connections to servers that are not trusted.
//! - [`base_url`], [`config`]: the setting that lists the upstreams of a chain and network.
//! - [`failure`]: the failures of a call, by what the upstream may have done.
//! - [`resilience`]: the pool, failover, retries, circuit breaker and concurrency limit.
//! - [`family`]: the upstreams of all chains of a family, over pools.
//! - [`broadcast`]: the rule for sending a transaction, the same for every family of chains.
//! - [`cache`]: times at which pending transactions were first seen, and responses that never change.
//! - [`blockbook_status`]: the part of Blockbook that UTXO and EVM chains share.
//! - [`jwks`]: the public keys that verify permission tokens.

pub mod base_url;
pub mod blockbook_status;
pub mod broadcast;
pub mod cache;
pub mod client;
pub mod config;
pub mod endpoint;
pub mod failure;
pub mod family;
pub mod guarded;
pub mod jwks;
pub mod name_servers;
pub mod resilience;
pub mod response;
pub mod tls;

pub use broadcast::SubmitOutcome;
pub use cache::{FirstSeen, ImmutableCache};
pub use client::{Deadline, HttpClient, Limits, after, within};
pub use config::{
    Entry, Kind, UpstreamConfigError, any_requires_key, is_livenet_of, or_default, parse_list, setting_name,
};
pub use endpoint::Endpoint;
pub use failure::{Failure, for_log};
pub use family::{Family, FamilyPool, Submit};
pub use resilience::{
    ClockReading, Clocks, ConcurrencyLimit, Head, Lane, Member, Part, Policy, Pool, Refreshing, Rules, Search, Source,
    Topic,
};
pub use response::{ListRow, UpstreamResponse};
