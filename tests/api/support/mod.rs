//! Test support common to all services.

pub mod batch;
pub mod client;
pub mod contract;
pub mod endpoints;
#[path = "../../../shared/upstream-btc-like/tests/support/esplora.rs"]
pub mod esplora;
pub mod fault_proxy;
#[path = "../../../shared/upstream-eth-like/tests/support/json_rpc.rs"]
pub mod json_rpc;
pub mod log;
pub mod provoked;
pub mod rejected;
#[path = "../../../shared/upstream/tests/support/mod.rs"]
pub mod stub;

pub use wallet_tests::support::tokens;

use stub::{Reply, Request};
