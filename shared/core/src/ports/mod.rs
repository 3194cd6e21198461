//! Traits for the external dependencies of the core.
//!
//! `wallet-upstream` and `wallet-store` implement them. Only a composition root names these adapters.

pub mod accounts;
pub mod address_index;
pub mod assets;
pub mod deadline;
pub mod evm_address_index;
pub mod evm_node;
pub mod merchants;
pub mod sessions;
pub mod signing_keys;
pub mod stellar_index;
pub mod stellar_node;
pub mod store;
pub mod system;
pub mod throttle;
pub mod upstream;
pub mod upstream_health;
pub mod upstream_keys;
pub mod utxo_node;
