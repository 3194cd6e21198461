//! Address info for Stellar, tested against scripted Horizons over real HTTP.

mod account;
mod batch;
mod claimable;
mod documents;
mod faults;
mod fills;
mod fixture;
mod flags;
mod health;
mod holdings;
mod horizon;
mod listed;
mod memos;
mod muxed;
mod offers;
mod open_offers;
mod own_history;
mod paging;
mod payments;
mod predicates;
mod recipient;
mod recorded;
mod records;
mod rejected_requests;
mod rejections;
mod request_counts;
mod results;
mod settings;
mod sponsorship;
mod stellar_rpc;
mod token_transfers;
mod tokens;
mod transactions;
mod two_horizons;

pub use fixture::App;
