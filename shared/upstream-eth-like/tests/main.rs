//! The adapters of the EVM chains against scripted and misbehaving servers.

#[path = "../../upstream/tests/clock.rs"]
mod clock;
mod json_rpc;
#[path = "support/json_rpc.rs"]
mod json_rpc_server;
mod keys;
#[expect(dead_code, reason = "shared with other packages, which use the rest")]
#[path = "../../upstream/tests/support/mod.rs"]
mod support;

use support::{Reply, Request};
