//! The EVM chains: the rows of the table in [`Params`].
//!
//! Only this module and its submodules use `ethers-core`; no public signature contains its types.
//! Amounts are in wei or in a token's base units, prices in wei per gas.
//!
//! A transaction uses these types in order:
//!
//! 1. [`PublicKey`] yields the sender's [`Address`]; [`erc20`] encodes the calldata of tokens.
//! 2. [`FeeFacts`] yield [`GasPrices`] and fees.
//! 3. [`UnsignedTransaction::build`] fixes the [`TransactionFields`]; the client signs its sighash.
//! 4. [`UnsignedTransaction::attach`] verifies the [`Signature`] and returns the [`SignedTransaction`].
//! 5. [`SignedTransaction::parse`] parses a client-supplied transaction and applies the same bounds.
//!
//! Messages without a transaction are hashed by [`personal_hash`] and [`TypedData::hash`].

#![warn(missing_docs)]

mod address;
mod amount;
mod balances;
mod bounds;
mod bump;
mod call;
mod calls;
mod caution;
mod decoded;
mod decoding;
mod encoding;
pub mod erc20;
mod fee;
mod fields;
mod gas;
mod gas_prices;
mod gas_schedule;
mod gas_survey;
mod hash;
pub mod history;
mod message;
mod nonce;
mod params;
mod pending;
pub mod ports;
mod price_survey;
mod public_key;
mod quote;
mod rollup;
mod signature;
mod signed;
mod status;
mod token_metadata;
mod transaction;

#[cfg(test)]
mod tests;

pub use address::{Address, AddressError};
pub use amount::Amount;
pub use balances::{Balances, Erc20Token, Holder};
pub use bounds::{BoundsError, MAX_DATA, MAX_NONCE};
pub use bump::{BumpError, BumpMode, PoolLookup};
pub use call::{Call, GasEstimate};
pub use calls::{CallKind, NamedCall, TokenAmount};
pub use caution::Cautions;
pub use decoded::DecodedTransaction;
pub use decoding::TransactionError;
pub use fee::{FeeFacts, Modes, PendingTransaction, REWARD_PERCENTILES};
pub use fields::{AccessListItem, GasPrice, TransactionFields};
pub use gas::{GasLimit, GasLimitError};
pub use gas_prices::{GasPrices, max_amount};
pub use gas_schedule::TRANSFER_GAS;
pub use hash::{Hash, HashError};
pub use message::{
    MessageSignature, Permission, Permit, PermitStandard, TypedData, TypedDataError, personal_hash, sign_message,
};
pub use nonce::{MAX_PENDING, NextNonce, TransactionCounts};
pub use params::{Chain, Params};
pub use pending::{PendingTransactions, PoolTransaction, UnknownPendingError};
pub use public_key::PublicKey;
pub use quote::{FundsError, Quote, with_l1_fee_margin};
pub use rollup::{Inclusion, PaidFee, RollupReceipt};
pub use signature::{AttachError, Parity, ParityError, Signature};
pub use signed::{SignatureParts, SignedTransaction};
pub use status::{SenderNonce, TransactionStatus};
pub use token_metadata::{TokenMetadata, clean_text, plausible_decimals};
pub use transaction::{BuildError, UnsignedTransaction};
