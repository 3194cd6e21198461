//! Support of the API tests, common to all services.

pub mod asset_list;
pub mod batch;
pub mod broadcasts;
pub mod client;
pub mod contract;
pub mod differences;
pub mod facts;
pub mod fault_proxy;
pub mod log;
pub mod multicall;
pub mod provoked;
pub mod rejected;
pub mod statement;
pub mod stellar_rpc;
pub mod timeouts;
pub mod xlm_wallet;

pub use wallet_test_support::{esplora, json_rpc, lists, names, stub, tokens};
