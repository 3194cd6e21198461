//! Traits for the external dependencies of the core.
//!
//! `wallet-upstream` and `wallet-store` implement them. Only a composition root names these adapters.

pub mod accounts;
pub mod broadcasts;
pub mod deadline;
pub mod lists;
pub mod merchants;
pub mod past_prices;
pub mod public_fetch;
pub mod sessions;
pub mod signing_keys;
pub mod store;
pub mod system;
pub mod throttle;
pub mod upstream;
pub mod upstream_health;
pub mod upstream_keys;
