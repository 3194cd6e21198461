//! Tests of address info for the EVM chains, with a scripted node and a scripted index, both over HTTP and in
//! the formats of real servers.

mod blockbook;
mod blockscout;
mod documents;
mod faults;
mod fixture;
mod free_index;
mod health;
mod history;
mod index;
mod node;
mod paging;
mod rejections;
mod request_counts;
mod rollup_fees;
mod rows;

pub use fixture::App;
