//! Address info of btc, ltc, bch and doge, with a scripted Blockbook behind it.

mod documents;
mod esplora;
mod faults;
mod health;
mod history;
mod paging;
mod refusals;
mod world;

pub use world::{App, service_within};
