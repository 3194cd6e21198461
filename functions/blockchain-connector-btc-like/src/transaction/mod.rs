//! `/api/transaction`: from the payment to the network.

pub mod attach_signature;
pub mod get_hash;
pub mod send;
