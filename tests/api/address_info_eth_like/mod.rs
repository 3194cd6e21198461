//! Tests of address info for the EVM chains, with a scripted node and a scripted index, both over HTTP and in
//! the formats of real servers.

mod approvals;
mod batch;
mod blockbook;
mod blockscout;
mod documents;
mod faults;
mod fixture;
mod free_index;
mod health;
mod history;
mod index;
mod nft_history;
mod nfts;
mod node;
mod omitted;
mod own_history;
mod paging;
mod pending;
mod recipient;
mod rejected_requests;
mod rejections;
mod request_counts;
mod rollup_fees;
mod rows;
mod token;
mod tokens;

pub use fixture::App;
