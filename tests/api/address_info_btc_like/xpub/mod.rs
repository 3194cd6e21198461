//! POST /address-info-btc-like/v1/api/{chain}/xpub

mod balance;
mod batch;
mod chain;
mod electrum;
mod esplora;
mod privacy;
mod protocols;
mod recorded;
mod rejections;
pub mod scripted;
mod wallet;
