//! `/api/transaction`: hashing, signing, broadcast and status of transactions.

pub mod attach_signature;
mod calls;
pub mod get_hash;
pub mod parse;
pub mod preview;
mod preview_record;
mod request;
pub mod send;
pub mod status;
