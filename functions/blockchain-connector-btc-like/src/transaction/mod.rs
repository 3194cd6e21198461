//! `/api/transaction`: hashing, signing, broadcast and status of transactions.

pub mod attach_psbt;
pub mod attach_signature;
pub mod get_hash;
pub mod parse;
pub mod send;
pub mod status;
