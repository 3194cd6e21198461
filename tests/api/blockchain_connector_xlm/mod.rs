//! The blockchain connector for Stellar, tested with a scripted network.

mod attach_signature;
mod documents;
mod fee_stat;
mod get_address;
mod get_hash;
mod horizon;
mod limits;
mod parse;
mod refusals;
mod send;
mod sep23;
mod sep29;
mod status;
mod utility;
mod validate_address;
mod wallet;
mod world;

use world::App;

pub use wallet::Wallet;
pub use world::service_within;
