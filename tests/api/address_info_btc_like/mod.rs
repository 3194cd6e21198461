//! Tests of address info for btc, ltc, bch and doge with a scripted Blockbook.

mod documents;
mod esplora;
mod faults;
mod fixture;
mod health;
mod history;
mod paging;
mod rejections;

pub use fixture::{App, service_within};
