//! Transactions: built, hashed, signed, decoded.
pub(crate) mod decoded;
pub(crate) mod envelope;
pub(crate) mod fee_bump;
pub(crate) mod memo;
pub(crate) mod result_codes;
pub(crate) mod signature;
pub(crate) mod transfer;
pub(crate) mod unsigned;
