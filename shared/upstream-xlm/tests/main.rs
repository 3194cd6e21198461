//! The Horizon adapter against scripted and misbehaving servers.

#[expect(dead_code, reason = "shared with other packages, which use the rest")]
#[path = "../../upstream/tests/clock.rs"]
mod clock;
mod horizon;
#[expect(dead_code, reason = "shared with other packages, which use the rest")]
#[path = "../../upstream/tests/support/mod.rs"]
mod support;
