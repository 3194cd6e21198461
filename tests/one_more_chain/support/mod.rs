//! The modules of `tests/api/support` that the code shared with `tests/api` uses.

#[path = "../../api/support/client.rs"]
pub mod client;
pub mod contract;
#[path = "../../../shared/upstream-eth-like/tests/support/json_rpc.rs"]
pub mod json_rpc;
#[path = "../../../shared/upstream/tests/support/mod.rs"]
pub mod stub;
#[path = "../../support/tokens.rs"]
pub mod tokens;

use stub::{Reply, Request};
