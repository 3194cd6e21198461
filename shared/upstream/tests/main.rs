//! The HTTP client, the broadcast rule and the key set against misbehaving servers.

mod broadcast;
mod client;
mod jwks;
mod support;
