//! `/api/transaction`: construction, submission and status of transactions.

pub mod attach_signature;
pub mod get_hash;
pub mod parse;
pub mod preview;
pub mod send;
pub mod status;
