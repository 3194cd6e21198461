//! The EVM chains: eth, etc, ftm, avax, matic, bsc and op.
//!
//! `ethers-core` is named only below this module, and its types appear in no signature that leaves it.
//! Amounts are in wei or in a token's smallest units, prices in wei per gas.
//!
//! A transaction goes through these types, each made from the one before:
//!
//! 1. [`PublicKey`] becomes the sender's [`Address`]; [`erc20`] makes the calldata of tokens.
//! 2. [`FeeFacts`] become [`GasPrices`] and these fees.
//! 3. [`UnsignedTransaction::build`] fixes the [`TransactionFields`]; its sighash is what the caller signs.
//! 4. [`UnsignedTransaction::attach`] verifies the [`Signature`] and gives the [`SignedTransaction`].
//! 5. [`SignedTransaction::parse`] reads one that comes from elsewhere and holds it against the same bounds.

#![warn(missing_docs)]

mod address;
mod amount;
mod balances;
mod bounds;
mod call;
mod decoded;
mod decoding;
mod encoding;
pub mod erc20;
mod fee;
mod fields;
mod gas;
mod gas_prices;
mod hash;
pub mod history;
mod params;
pub mod ports;
mod public_key;
mod quote;
mod signature;
mod signed;
mod status;
mod transaction;

#[cfg(test)]
mod tests;

pub use address::{Address, AddressError};
pub use amount::Amount;
pub use balances::{Balances, Erc20Token};
pub use bounds::{BoundsError, MAX_DATA, MAX_NONCE};
pub use call::{Call, GasEstimate};
pub use decoded::DecodedTransaction;
pub use fee::{FeeFacts, Modes, PendingTransaction, REWARD_PERCENTILES};
pub use fields::{AccessListItem, GasPrice, TransactionFields};
pub use gas::{GasLimit, GasLimitError, TRANSFER_GAS};
pub use gas_prices::{GasPrices, max_amount};
pub use hash::{Hash, HashError};
pub use params::{Chain, Params};
pub use public_key::PublicKey;
pub use quote::{FundsError, Quote, with_room_to_rise};
pub use signature::{Parity, ParityError, Signature};
pub use signed::{SignedTransaction, TransactionError};
pub use status::TransactionStatus;
pub use transaction::{AttachError, BuildError, UnsignedTransaction};
