//! The Stellar chain: xlm.
//!
//! Only this module and its submodules use `stellar-xdr`. Amounts are in stroops, the ten millionth
//! part of any asset.

#![warn(missing_docs)]

mod account;
mod chain;
pub mod contract;
mod federation;
mod fee;
pub mod history;
mod ledger_entry;
pub mod operation;
mod payment_request;
pub mod ports;
mod preview;
pub mod record;
mod transaction;
mod value;
pub mod wire;

pub use account::claim_window::{ClaimStatus, Window, claim_status};
pub use account::offers::{BestOffers, Market, OfferCursor, OfferFacts, OfferId, OfferIdError, OpenOffer};
pub use account::reserve::{Reserve, SequenceError, SequenceNumber, starting_balance};
pub use account::signer::{SignerKey, SignerKeyError, SignerKind};
pub use account::state::{
    Account, AccountFlags, AccountSettings, Holding, NOT_ALL_LINES, Thresholds, TrustLine, TrustlineAsset,
    WeightedSigner,
};
pub use account::trust::{Trust, TrustError};
pub use chain::{BalanceId, BalanceIdError, Chain, DECIMALS, PoolId, PoolIdError, network_id, passphrase};
pub use federation::{FederatedName, FederatedNameError, FederationRecord, MAX_RECORD, MAX_TOML, StellarToml};
pub use fee::estimate::{Estimate, EstimateQuery, Fee, FeeError, PathQuery, PaymentPath, RequestedAmount};
pub use fee::ledger::{Ledger, ResultCodes, Retention, Submission, TransactionLookup, TransactionStatus};
pub use fee::statistics::{CapacityUsage, CapacityUsageError, FeeStats, OfferedFees};
pub use history::ledger_contents::{LedgerContents, LedgerId, LedgerTransaction};
pub use ledger_entry::{AccountQuery, EntryError, LedgerParameters, MAX_KEYS, StoredBalance, StoredEntry};
pub use payment_request::{
    Origin, OriginError, PaymentRequest, PaymentRequestError, RequestedAction, RequestedPayment, check_callback,
};
pub use preview::{Bound, Change, FailedOperation, Preview, PreviewFacts, PreviewOutcome, Reason, RequiredFacts};
pub use transaction::decoded::{DecodedOperation, DecodedTransaction};
pub use transaction::envelope::{AttachError, Envelope, EnvelopeError, MAX_SIGNATURES, OtherNetworkError};
pub use transaction::fee_bump::{FeeBumpError, fee_bump};
pub use transaction::memo::{Memo, MemoError, MemoList, MemoListError, MemoPolicy, MemoType, UnknownMemoTypeError};
pub use transaction::signature::{PublicKey, PublicKeyError, Signature, SignatureError};
pub use transaction::transfer::{Transfer, TransferBlocker, TransferError};
pub use transaction::unsigned::{DEFAULT_TIMEOUT, Frame, UnsignedTransaction};
pub use value::address::{AccountId, AddressError, MuxedAccount};
pub use value::amount::{Stroops, UnitsError};
pub use value::asset::{Asset, AssetCode, AssetCodeError, AssetError, Credit};
pub use value::price::{Price, PriceError};
pub use wallet_core::model::Modes;

#[cfg(test)]
mod tests;
