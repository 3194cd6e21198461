//! `/api/prepare-transaction`: data for building a transaction.

pub mod bump;
pub mod erc20_approve_data;
pub mod erc20_transfer_data;
pub mod estimate;
pub mod gas_limit;
pub mod gas_price;
pub mod nonce;
