//! `/api/prepare-transaction`: data for building a payment.

pub mod estimate;
mod listed_coins;
pub mod price_per_byte;
pub mod size;
pub mod utxo_list;
mod verified_selection;
