//! `/api/prepare-transaction`: fees, estimates and paths of payments.

pub mod estimate;
pub mod fee_stat;
pub mod paths;
