//! The adapters of the UTXO chains against scripted and misbehaving servers.

mod blockbook;
mod blocks;
mod chain;
mod electrum;
mod esplora;
mod replaced;
mod two_upstreams;
