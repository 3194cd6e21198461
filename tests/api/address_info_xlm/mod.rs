//! Address info for Stellar, tested against scripted Horizons over real HTTP.

mod claimable;
mod documents;
mod faults;
mod health;
mod holdings;
mod horizon;
mod muxed;
mod offers;
mod paging;
mod payments;
mod predicates;
mod records;
mod refusals;
mod results;
mod rounds;
mod settings;
mod sponsorship;
mod transactions;
mod two_horizons;
mod world;

pub use world::App;
