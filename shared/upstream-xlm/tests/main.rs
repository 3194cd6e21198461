//! The adapters of Horizon and of Stellar RPC against scripted and misbehaving servers.

mod horizon;
mod stellar_rpc;
