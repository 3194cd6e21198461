//! `/api/transaction`: from the transaction to the network and into a ledger.

pub mod attach_signature;
pub mod get_hash;
pub mod parse;
pub mod send;
pub mod status;
