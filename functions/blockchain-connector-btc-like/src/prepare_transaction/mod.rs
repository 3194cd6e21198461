//! `/api/prepare-transaction`: data for building a payment.

pub mod estimate;
pub mod price_per_byte;
pub mod size;
pub mod utxo_list;
mod verified_selection;
