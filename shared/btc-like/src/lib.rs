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
//!    [`ParentTransaction`]s, the only reliable source of input values. [`Coins`] does the same before a selection
//!    for inputs whose signatures do not commit to the values.
//!
//! An [`ExtendedKey`] has many addresses, which a [`KeyScan`] finds by the gap limit.
//!
//! Amounts are in the chain's base unit (satoshi, litoshi, koinu), sizes in virtual bytes.

#![warn(missing_docs)]

mod address;
mod block;
mod chain;
mod coin;
mod extended_key;
mod fee;
mod header;
pub mod history;
mod output;
mod payment_name;
mod payment_request;
pub mod ports;
mod selection;
mod transaction;
pub mod wire;

#[cfg(test)]
mod tests;

pub use address::sender::{PublicKey, Sender, UncompressedKeyError};
pub use address::{Address, AddressError, AddressKind};
pub use bitcoin::{BlockHash, OutPoint, Script, ScriptBuf, Transaction, Txid};
pub use block::{Block, BlockError, BlockId, BlockInput, BlockOutput, BlockTransaction};
pub use chain::address_type::{AddressType, KeyVersion, UnknownAddressTypeError};
pub use chain::params::{Chain, Checkpoint, Params};
pub use chain::relay::{DataCarrier, DustLimits};
pub use coin::coins::{Coin, Coins, FalseCoin, VerifiedOutput, VerifiedOutputs};
pub use coin::parent::{ParentError, ParentOutput, ParentTransaction};
pub use coin::token::{Nft, NftCapability, Token};
pub use coin::utxo::{
    Input, Inputs, InputsError, MAX_INPUTS, OutpointListError, TxidError, Unspent, Utxo, parse_outpoints, parse_txid,
};
pub use extended_key::facts::{DEFAULT_GAP, KeyCoin, KeyFacts, KeyQuery, MAX_GAP, key_funds};
pub use extended_key::{
    Branch, ExtendedKey, ExtendedKeyError, KeyAddress, KeyScan, MAX_KEY_ADDRESSES, ScannedAddress, ScannedKey,
};
pub use fee::rate::{FeeRate, FeeRateError};
pub use fee::{FeeEstimates, FeeRates, Fees};
pub use header::BlockHeader;
pub use output::{DataError, DataOutput, MAX_PAYMENTS, Output, Payment, PaymentError, Payments, PaymentsError};
pub use payment_name::{
    MAX_DNS_QUERIES, MAX_DNS_RESPONSE, NameProof, PaymentInstructions, PaymentName, PaymentNameError,
};
pub use payment_request::{PaymentRequest, PaymentRequestError};
pub use selection::bump::{BumpError, Child, Pending, Replacement};
pub use selection::select::{Selection, Sweep, SweepAmounts, select_coins, sweep};
pub use transaction::decoded::{
    DecodedOutput, DecodedTransaction, InputFields, NetError, SpentOutput, TransactionFields, TransactionStatus,
};
pub use transaction::psbt::{KeyOrigin, KeyOriginError, PsbtError};
pub use transaction::signature::{Signature, SignatureNumbers};
pub use transaction::signed::{AttachError, InputSignature};
pub use transaction::signed::{SignedTransaction, SpendError, TransactionError};
pub use transaction::unsigned::{BuildError, Terms, TermsError, UnsignedTransaction, size};
