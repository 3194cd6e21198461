//! Values with their text forms: addresses, amounts, hashes.
pub(crate) mod address;
pub(crate) mod amount;
pub(crate) mod hash;
