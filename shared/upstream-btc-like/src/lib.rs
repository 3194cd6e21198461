//! Adapters of the protocols of index servers for btc, ltc, bch and doge, and the pool that implements the family's ports.
//!
//! - `blockbook`: Blockbook v2; `esplora`: Esplora and mempool.space, for btc and ltc; `electrum`: the Electrum protocol.
//! - `listed`: rows of a history, readable or not.
//! - `source`: the trait that each adapter implements; `kinds`: the adapter of each kind in a setting.
//! - `checkpoint`: recognition of the chain of a server.
//! - `upstreams`: the ports over the configured upstreams.
//! - `memory_budget`: memory for long responses; `sized_cache`: a cache with a limit in bytes.
//! - `shared`: state that all upstreams share.
//! - `output_cache`: outputs that were checked against the ids of their transactions.
//! - [`public_servers`]: the upstreams used when none is configured.
//! - `node_rejection`, `fee_estimate`: decoders of node texts that several protocols pass on.

mod blockbook;
mod checkpoint;
mod electrum;
mod esplora;
mod fee_estimate;
#[cfg(any(test, feature = "fuzzing"))]
mod fuzz_support;
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod fuzzing;
mod kinds;
mod listed;
mod memory_budget;
mod node_rejection;
mod output_cache;
pub mod public_servers;
mod sent_inputs;
mod shared;
mod sized_cache;
mod source;
mod unavailable;
mod upstreams;

pub use upstreams::BtcLikeUpstreams;
