//! Test support common to all services.

pub mod batch;
pub mod client;
pub mod contract;
pub mod endpoints;
pub mod fault_proxy;
pub mod log;
pub mod provoked;
pub mod rejected;

pub use wallet_test_support::{esplora, json_rpc, stub, tokens};
