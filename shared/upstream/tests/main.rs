//! The adapters against servers that behave, misbehave and lie.

mod blockbook;
mod broadcast;
mod client;
mod hostile_json;
mod jwks;
mod support;
