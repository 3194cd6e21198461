//! Adapter tests against servers that behave correctly, misbehave and return inconsistent data.

mod blockbook;
mod broadcast;
mod client;
mod clock;
mod electrum;
mod esplora;
mod horizon;
mod hostile_json;
mod json_rpc;
mod jwks;
mod keys;
mod support;
mod two_upstreams;
