//! Adapters of the protocols of nodes and indexes of the EVM chains, and the pools that implement the family's ports.
//!
//! - `json_rpc`: Ethereum JSON-RPC, for nodes.
//! - `etherscan`: the API of Etherscan, Blockscout and Routescan; `blockbook`: Blockbook v2; both for histories.
//! - `kinds`: the adapter of each kind in a setting.
//! - `windows`: the trait of the adapters for histories; merges several lists into a history.
//! - `nodes`, `histories`: the ports over the configured upstreams.
//! - [`public_servers`]: the upstreams used when none is configured.

mod blockbook;
mod etherscan;
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod fuzzing {
    //! The decoders of each protocol, for the targets in `fuzz/` alone.

    pub use crate::blockbook::fuzz::histories as blockbook;
    pub use crate::etherscan::fuzz::read_all as etherscan;
    pub use crate::json_rpc::fuzz::read_all as json_rpc;
}
mod histories;
mod json_rpc;
mod kinds;
mod nodes;
pub mod public_servers;
mod windows;

pub use histories::{EthLikeHistories, NodesAndIndexes};
pub use nodes::EthLikeNodes;
