//! The modules of `tests/api/support` that the code shared with `tests/api` uses.

#[path = "../../api/support/client.rs"]
pub mod client;
pub mod contract;

pub use wallet_test_support::{json_rpc, stub, tokens};
