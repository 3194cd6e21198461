//! The adapter of Horizon, and the pool that implements the ports of the Stellar services.
//!
//! - `horizon`: Horizon's REST API.
//! - `upstreams`: the ports over the configured Horizons.
//! - [`public_servers`]: the upstreams used when none is configured.

#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod fuzzing;
mod horizon;
pub mod public_servers;
mod upstreams;

pub use upstreams::XlmUpstreams;
