//! Test support common to all services.

pub mod client;
pub mod endpoints;
#[path = "../../../shared/upstream/tests/support/mod.rs"]
pub mod stub;
pub mod tokens;
