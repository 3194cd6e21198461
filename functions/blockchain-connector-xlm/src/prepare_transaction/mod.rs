//! `/api/prepare-transaction`: what a transaction costs.

pub mod fee_stat;
