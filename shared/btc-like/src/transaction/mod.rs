//! Transactions: built, hashed, signed, decoded.
pub(crate) mod decoded;
pub(crate) mod psbt;
pub(crate) mod sighash;
pub(crate) mod signature;
pub(crate) mod signed;
pub(crate) mod unsigned;
