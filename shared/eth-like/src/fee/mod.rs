//! Fees: modes, prices, gas limits, and what a payment costs in all.
pub(crate) mod gas;
pub(crate) mod prices;
pub(crate) mod quote;
