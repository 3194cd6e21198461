//! The EVM chains: the rows of the table in [`Params`].
//!
//! Only this module and its submodules use `ethers-core`; no public signature contains the library's types.
//! Amounts are in wei or in a token's base units, prices in wei per gas.
//!
//! A transaction uses these types in order:
//!
//! 1. [`PublicKey`] yields the sender's [`Address`]; [`erc20`] encodes the calldata of tokens.
//! 2. [`FeeFacts`] yield [`GasPrices`] and fees.
//! 3. [`UnsignedTransaction::build`] fixes the [`TransactionFields`]; the client signs the sighash.
//! 4. [`UnsignedTransaction::attach`] verifies the [`Signature`] and returns the [`SignedTransaction`].
//! 5. [`SignedTransaction::parse`] parses a client-supplied transaction and applies the same bounds.
//!
//! [`ens`] has the names of addresses. Messages without a transaction are hashed by [`personal_hash`] and [`TypedData::hash`].

#![warn(missing_docs)]

mod account;
pub mod block;
mod calls;
mod chain;
pub mod ens;
mod fee;
pub mod history;
mod message;
mod payment_request;
pub mod ports;
pub mod preview;
mod transaction;
mod value;
pub mod wire;

#[cfg(test)]
mod tests;

pub use account::approvals::{
    ApprovalEvent, ApprovalKey, ApprovalKind, ApprovalLogs, BlockCursor, Granted, GrantedApprovals, LoggedApproval,
    LoggedAt, PERMIT2,
};
pub use account::nfts::{NftKey, NftKind, OwnedNft, OwnedNfts, ReceivedNft, ReceivedNfts};
pub use account::pending::{PendingTransactions, PoolTransaction, UnknownPendingError};
pub use account::tokens::{Balances, ContractLabel, Erc20Token, Holder, TokenMetadata, clean_text, plausible_decimals};
pub use account::{MAX_PENDING, NextNonce, TransactionCounts, erc20, nft_calls};
pub use calls::recipients::recipients;
pub use calls::{CallKind, Cautions, NamedCall, TokenAmount};
pub use chain::params::{Chain, Params};
pub use chain::{Inclusion, PaidFee, RollupReceipt, TRANSFER_GAS};
pub use fee::gas::{GasEstimate, GasLimit, GasLimitError};
pub use fee::{
    FeeFacts, FundsError, GasPrices, PendingTransaction, Quote, REWARD_PERCENTILES, max_amount, with_l1_fee_margin,
};
pub use message::{
    MessageSignature, Permission, Permit, PermitStandard, TypedData, TypedDataError, personal_hash, sign_message,
};
pub use payment_request::{PaymentRequest, PaymentRequestError, TokenPayment, payment_uri};
pub use transaction::decoding::TransactionError;
pub use transaction::fields::{AccessListItem, BoundsError, GasPrice, MAX_DATA, MAX_NONCE, TransactionFields};
pub use transaction::signature::{AttachError, Parity, ParityError, Signature};
pub use transaction::signed::{DecodedTransaction, SenderNonce, SignatureParts, SignedTransaction, TransactionStatus};
pub use transaction::{BuildError, BumpError, BumpMode, Call, PoolLookup, UnsignedTransaction};
pub use value::{Address, AddressError, Amount, Hash, HashError, PublicKey};
pub use wallet_core::model::Modes;
