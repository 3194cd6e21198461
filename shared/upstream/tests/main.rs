//! Adapter tests against servers that behave correctly, misbehave and return inconsistent data.

mod broadcast;
mod client;
mod clock;
mod jwks;
#[expect(dead_code, reason = "shared with other packages, which use the rest")]
mod support;
