//! The adapters of the UTXO chains against scripted and misbehaving servers.

mod blockbook;
mod chain;
#[path = "../../upstream/tests/clock.rs"]
mod clock;
mod electrum;
mod esplora;
#[path = "support/esplora.rs"]
mod esplora_server;
#[path = "../../upstream/tests/hostile_json.rs"]
mod hostile_json;
mod replaced;
#[expect(dead_code, reason = "shared with other packages, which use the rest")]
#[path = "../../upstream/tests/support/mod.rs"]
mod support;
mod two_upstreams;

use support::{Reply, Request};
