//! `/api/prepare-transaction`: transaction fees.

pub mod fee_stat;
