//! Adapters of the protocols of index servers for btc, ltc, bch and doge, and the pool that implements the family's ports.
//!
//! - `blockbook`: Blockbook v2; `esplora`: Esplora and mempool.space, for btc and ltc; `electrum`: the Electrum protocol.
//! - `listed`: rows of a history, readable or not.
//! - `source`: the traits that each adapter implements, and the recognition of the chain of a server; `kinds`: the adapter of
//!   each kind in a setting.
//! - `upstreams`: the ports over the configured upstreams.
//! - `memory`: memory for long responses, a cache with a limit in bytes, and the state that all upstreams share.
//! - `known`: outputs that were checked against the ids of their transactions, and inputs of sent transactions.
//! - [`public_servers`]: the upstreams used when none is configured.
//! - `node_rejection`, `fee_estimate`: decoders of node texts that several protocols pass on.

mod blockbook;
mod electrum;
mod esplora;
mod fee_estimate;
#[cfg(any(test, feature = "fuzzing"))]
mod fuzz_support;
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod fuzzing {
    //! The decoders of each protocol, for the targets in `fuzz/` alone.

    pub use crate::blockbook::fuzz::read_all as blockbook;
    pub use crate::electrum::fuzz::read_all as electrum;
    pub use crate::esplora::fuzz::read_all as esplora;
}
mod kinds;
mod known;
mod listed;
mod memory;
mod node_rejection;
pub mod public_servers;
mod source;
mod upstreams;

pub use upstreams::BtcLikeUpstreams;
