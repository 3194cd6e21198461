//! Transactions: built, hashed, signed, decoded, replaced.
pub(crate) mod bump;
pub(crate) mod decoding;
pub(crate) mod encoding;
pub(crate) mod fields;
pub(crate) mod signature;
pub(crate) mod signed;
pub(crate) mod unsigned;
