//! The blockchain connector of btc, ltc, bch and doge, tested with a scripted upstream.

mod attach_signature;
mod bad_inputs;
mod bump;
mod cash_tokens;
mod data_outputs;
mod esplora;
mod estimate;
mod false_values;
mod fixture;
mod get_address;
mod get_hash;
mod health;
mod lists;
mod mweb;
mod parents;
mod parse;
mod payment;
mod payment_request;
mod price_per_byte;
mod psbt;
mod rejected_queries;
mod rejected_requests;
mod rejections;
mod resolve_name;
mod send;
mod several;
mod size;
mod status;
mod utxo_list;
mod validate_address;
pub mod wallet;

pub use fixture::{App, estimate, known, rejection, service_within, unknown};
pub use wallet::{Wallet, listed};
