//! Values with their text forms: addresses, amounts, assets, prices.
pub(crate) mod address;
pub(crate) mod amount;
pub(crate) mod asset;
pub(crate) mod price;
