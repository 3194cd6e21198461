//! What the core needs from outside, as traits.
//!
//! Adapters live in `wallet-upstream` and `wallet-store`; only a composition root names them.

pub mod accounts;
pub mod deadline;
pub mod merchants;
pub mod sessions;
pub mod signing_keys;
pub mod store;
pub mod system;
pub mod throttle;
pub mod upstream;
pub mod upstream_health;
pub mod upstream_keys;
