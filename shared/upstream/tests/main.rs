//! The adapters against servers that behave, misbehave and lie.

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
