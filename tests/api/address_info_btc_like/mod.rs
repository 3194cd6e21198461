//! Tests of address info for btc, ltc, bch and doge with a scripted Blockbook.

mod batch;
mod documents;
mod esplora;
mod faults;
pub mod fixture;
mod flags;
mod health;
mod history;
mod history_unavailable;
mod limit_zero;
mod own_history;
mod paging;
mod pending_order;
mod recipient;
mod rejected_requests;
mod rejections;
mod spendable;
mod walks;
pub mod xpub;

pub use fixture::{App, service_within};
