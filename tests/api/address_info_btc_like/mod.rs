//! Tests of address info for btc, ltc, bch and doge with a scripted Blockbook.

mod documents;
mod esplora;
mod faults;
mod health;
mod history;
mod paging;
mod refusals;
mod world;

pub use world::{App, service_within};
