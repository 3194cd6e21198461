//! `/api/transaction`: from the transaction to the network and into a block.

pub mod attach_signature;
pub mod get_hash;
pub mod parse;
mod request;
pub mod send;
pub mod status;
