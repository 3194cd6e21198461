//! `/api/message`: hashing and signing of messages without a transaction.

pub mod attach_signature;
pub mod get_hash;
mod request;
