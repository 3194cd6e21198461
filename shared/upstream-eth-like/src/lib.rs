//! Adapters of the protocols of nodes and indexes of the EVM chains, and the pools that implement the family's ports.
//!
//! - `json_rpc`: Ethereum JSON-RPC, for nodes.
//! - `etherscan`: the API of Etherscan, Blockscout and Routescan; `blockbook`: Blockbook v2; both for histories.
//! - `node_source`, `history_source`: the traits that the adapters implement; `kinds`: the adapter of each kind in a setting.
//! - `windows`: merges several lists into one history.
//! - `nodes`, `histories`, `health`: the ports over the configured upstreams; `replaced`, `paid_fees`, `pending_fees`: parts of
//!   `nodes`.
//! - [`public_servers`]: the upstreams used when none is configured.

mod blockbook;
mod etherscan;
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod fuzzing;
mod health;
mod histories;
mod history_source;
mod json_rpc;
mod kinds;
mod node_family;
mod node_source;
mod nodes;
mod paid_fees;
mod pending_fees;
pub mod public_servers;
mod replaced;
mod sent_nonces;
mod windows;

pub use health::NodesAndIndexes;
pub use histories::EthLikeHistories;
pub use nodes::EthLikeNodes;
