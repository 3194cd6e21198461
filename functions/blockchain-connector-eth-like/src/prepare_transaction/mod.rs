//! `/api/prepare-transaction`: data for building a transaction.

pub mod bump;
pub mod erc1155_transfer_data;
pub mod erc20_approve_data;
pub mod erc20_transfer_data;
pub mod erc721_transfer_data;
pub mod estimate;
pub mod gas_limit;
pub mod gas_price;
pub mod nonce;
pub mod permit2_lockdown_data;
pub mod set_approval_for_all_data;
