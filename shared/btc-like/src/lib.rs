//! The UTXO chains: btc, ltc, bch and doge.
//!
//! A payment uses these types in order:
//!
//! 1. [`PublicKey`] and [`AddressType`] form a [`Sender`]; a string is parsed to the [`Address`] of a [`Payment`], an
//!    [`Output`] of the [`Payments`].
//! 2. [`select_coins`] selects inputs and returns fees, or the client supplies [`Inputs`] and queries the
//!    [`size()`].
//! 3. [`UnsignedTransaction::build`] fixes the transaction; the client signs its sighashes.
//! 4. [`UnsignedTransaction::attach`] verifies the signatures and returns the [`SignedTransaction`].
//! 5. Before the broadcast, a [`SignedTransaction`] is checked against [`VerifiedOutputs`] of its
//!    [`ParentTransaction`]s, the only reliable source of its input values. [`Coins`] does the same before a selection
//!    for inputs whose signatures do not commit to the values.
//!
//! An [`ExtendedKey`] has many addresses, which a [`KeyScan`] finds by the gap limit.
//!
//! Amounts are in the chain's base unit (satoshi, litoshi, koinu), sizes in virtual bytes.

#![warn(missing_docs)]

mod address;
mod address_type;
mod attach;
mod bump;
mod cashaddr;
mod coin_selection;
mod coins;
mod curve;
mod data_carrier;
mod data_output;
mod decoded;
mod dust;
mod extended_key;
mod extension;
mod fee;
mod fee_rate;
pub mod history;
mod input;
mod key_facts;
mod key_version;
mod output;
mod params;
mod parent;
mod payment;
mod payments;
pub mod ports;
mod price_survey;
mod public_key;
mod reader;
mod replacement_policy;
mod sender;
mod sighash;
mod signature;
mod signed;
mod size;
mod spend;
mod status;
mod sweep;
mod terms;
mod token;
mod token_prefix;
mod transaction;
mod transaction_fields;
mod unlock;
mod utxo;
mod verified_output;

#[cfg(test)]
mod tests;

pub use address::{Address, AddressError, AddressKind};
pub use address_type::{AddressType, UnknownAddressTypeError};
pub use attach::{AttachError, InputSignature};
pub use bitcoin::{BlockHash, OutPoint, Script, ScriptBuf, Txid};
pub use bump::{BumpError, Child, Pending, Replacement};
pub use coin_selection::{Selection, select_coins};
pub use coins::{Coin, Coins, FalseCoin};
pub use data_carrier::DataCarrier;
pub use data_output::{DataError, DataOutput};
pub use decoded::{DecodedOutput, DecodedTransaction};
pub use dust::DustLimits;
pub use extended_key::{
    Branch, ExtendedKey, ExtendedKeyError, KeyAddress, KeyScan, MAX_KEY_ADDRESSES, ScannedAddress, ScannedKey,
};
pub use fee::{FeeEstimates, FeeRates, Fees};
pub use fee_rate::{FeeRate, FeeRateError};
pub use input::{Input, Inputs, InputsError};
pub use key_facts::{DEFAULT_GAP, KeyCoin, KeyFacts, KeyQuery, MAX_GAP, key_funds};
pub use key_version::KeyVersion;
pub use output::Output;
pub use params::{Chain, Checkpoint, Params};
pub use parent::{ParentError, ParentOutput, ParentTransaction};
pub use payment::{Payment, PaymentError};
pub use payments::{MAX_PAYMENTS, Payments, PaymentsError};
pub use public_key::{PublicKey, UncompressedKeyError};
pub use sender::Sender;
pub use signature::{Signature, SignatureNumbers};
pub use signed::{SignedTransaction, TransactionError};
pub use spend::SpendError;
pub use status::TransactionStatus;
pub use sweep::{Sweep, SweepAmounts, sweep};
pub use terms::{Terms, TermsError};
pub use token::{Nft, NftCapability, Token};
pub use transaction::{BuildError, UnsignedTransaction, size};
pub use transaction_fields::{InputFields, TransactionFields};
pub use utxo::{MAX_INPUTS, OutpointListError, TxidError, Unspent, Utxo, parse_outpoints, parse_txid};
pub use verified_output::{VerifiedOutput, VerifiedOutputs};
