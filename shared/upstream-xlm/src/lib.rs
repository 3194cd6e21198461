//! The adapters of Horizon and Stellar RPC, and the pool that implements the ports of the Stellar services.
//!
//! - `horizon`: Horizon's REST API; `stellar_rpc`: the JSON-RPC that Stellar nodes serve.
//! - `upstreams`: the ports over the configured servers.
//! - [`public_servers`]: the upstreams used when none is configured.

#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod fuzzing {
    //! The decoders of each protocol, for the targets in `fuzz/` alone.

    pub use crate::horizon::fuzz::read_all as horizon;
    pub use crate::stellar_rpc::fuzz::read_all as stellar_rpc;
}
mod horizon;
pub mod public_servers;
mod stellar_rpc;
mod upstreams;

pub use upstreams::XlmUpstreams;
