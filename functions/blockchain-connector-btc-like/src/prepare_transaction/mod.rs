//! `/api/prepare-transaction`: what a caller needs to know before it builds a payment.

pub mod estimate;
pub mod price_per_byte;
pub mod size;
pub mod utxo_list;
