//! `/api/transaction`: from the payment to the network and into a block.

pub mod attach_signature;
pub mod get_hash;
pub mod parse;
pub mod send;
pub mod status;
