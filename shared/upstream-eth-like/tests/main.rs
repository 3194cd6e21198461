//! The adapters of the EVM chains against scripted and misbehaving servers.

mod json_rpc;
mod keys;
