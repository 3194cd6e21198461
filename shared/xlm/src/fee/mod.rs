//! Fees, their statistics, and what an estimate states.
pub(crate) mod estimate;
pub(crate) mod ledger;
pub(crate) mod statistics;
