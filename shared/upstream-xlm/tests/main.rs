//! The adapters of Horizon and Stellar RPC against scripted and misbehaving servers.

mod horizon;
mod stellar_rpc;
