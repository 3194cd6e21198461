//! The blockchain connector for Stellar, tested with a scripted network.

mod attach_signature;
mod documents;
mod estimate;
mod fee_stat;
mod fixture;
mod get_address;
mod get_hash;
mod horizon;
mod limits;
mod lists;
mod parse;
mod paths;
mod payment_request;
mod preview;
mod preview_trial;
mod rejections;
mod resolve_name;
mod send;
mod sep23;
mod sep29;
mod status;
mod stellar_rpc;
mod utility;
mod validate_address;

use crate::support::xlm_wallet as wallet;

pub use fixture::App;
