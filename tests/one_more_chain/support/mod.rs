//! The modules of `tests/support/api` that the code shared with `tests/api` uses.

#[path = "../../support/api/asset_list.rs"]
pub mod asset_list;
#[path = "../../support/api/client.rs"]
pub mod client;
pub mod contract;
#[path = "../../support/api/timeouts.rs"]
pub mod timeouts;

pub use wallet_test_support::{json_rpc, names, stub, tokens};
