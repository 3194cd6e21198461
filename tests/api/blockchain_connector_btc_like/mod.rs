//! The blockchain connector of btc, ltc, bch and doge, tested with a scripted upstream.

mod attach_signature;
mod bad_inputs;
mod documents;
mod esplora;
mod estimate;
mod get_address;
mod get_hash;
mod health;
mod parse;
mod payment;
mod price_per_byte;
mod refusals;
mod refused_queries;
mod send;
mod size;
mod status;
mod utxo_list;
mod validate_address;
mod wallet;
mod world;

pub use wallet::{Wallet, listed};
pub use world::{App, estimate, known, refusal, service_within, unknown};
