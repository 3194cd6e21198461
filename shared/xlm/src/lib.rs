//! The Stellar chain: xlm.
//!
//! Only this module and its submodules use `stellar-xdr`. Amounts are in stroops, the ten millionth
//! part of any asset.

#![warn(missing_docs)]

mod account;
mod account_settings;
mod address;
mod amount;
mod asset;
mod claim_window;
pub mod contract;
mod decoded;
mod encoding;
mod envelope;
mod estimate;
mod fee;
mod fee_bump;
mod fee_stats;
pub mod history;
mod ids;
mod ledger;
mod market;
mod memo;
mod memo_list;
mod open_offer;
pub mod operation;
mod params;
mod path;
pub mod ports;
mod price;
pub mod record;
mod reserve;
mod result_codes;
mod sequence;
mod signature;
mod signed_network;
mod signer;
mod survey;
mod transaction;
mod transfer;
mod trust;

pub use account::{Account, Holding, TrustLine, TrustlineAsset, WeightedSigner};
pub use account_settings::{AccountFlags, AccountSettings, Thresholds};
pub use address::{AccountId, AddressError, MuxedAccount};
pub use amount::{Stroops, UnitsError};
pub use asset::{Asset, AssetCode, AssetCodeError, AssetError, Credit};
pub use claim_window::{ClaimStatus, Window, claim_status};
pub use decoded::{DecodedOperation, DecodedTransaction};
pub use envelope::{AttachError, Envelope, EnvelopeError, MAX_SIGNATURES};
pub use estimate::{Estimate, EstimateQuery, RequestedAmount};
pub use fee::{Fee, FeeError, Modes};
pub use fee_bump::{FeeBumpError, fee_bump};
pub use fee_stats::{CapacityUsage, CapacityUsageError, FeeStats, OfferedFees};
pub use ids::{BalanceId, BalanceIdError, PoolId, PoolIdError};
pub use ledger::{Ledger, ResultCodes, Submission, TransactionStatus};
pub use market::{BestOffers, Market};
pub use memo::{Memo, MemoError, MemoType, UnknownMemoTypeError};
pub use memo_list::{MemoList, MemoListError, MemoPolicy};
pub use open_offer::{OfferCursor, OfferFacts, OfferId, OfferIdError, OpenOffer};
pub use params::{Chain, DECIMALS, network_id, passphrase};
pub use path::{PathQuery, PaymentPath};
pub use price::{Price, PriceError};
pub use reserve::{Reserve, starting_balance};
pub use sequence::{SequenceError, SequenceNumber};
pub use signature::{PublicKey, PublicKeyError, Signature, SignatureError};
pub use signed_network::OtherNetworkError;
pub use signer::{SignerKey, SignerKeyError, SignerKind};
pub use transaction::{DEFAULT_TIMEOUT, Frame, UnsignedTransaction};
pub use transfer::{Transfer, TransferBlocker, TransferError};
pub use trust::{Trust, TrustError};

#[cfg(test)]
mod tests;
