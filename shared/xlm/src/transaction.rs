//! Building transactions.

use super::address::AccountId;
use super::encoding::to_base64;
use super::memo::Memo;
use super::operation::Operations;
use super::params::network_id;
use sha2::{Digest, Sha256};
use std::time::Duration;
use stellar_xdr::{self as xdr, Limits, WriteXdr};
use wallet_core::model::Network;

/// What a transaction is made of beside its operations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Whose transaction it is; the account pays the fee.
    pub source: AccountId,
    /// The sequence number of the account, of which the transaction takes the next one.
    pub sequence: i64,
    /// The most that is paid for all operations together, in stroops.
    pub fee: Fee,
    /// For the recipient.
    pub memo: Memo,
    /// The Unix time in seconds after which no ledger may hold it.
    pub valid_until: u64,
}

/// A fee for a whole transaction, in stroops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fee(u32);

/// The least fee of an operation, in stroops.
pub const MIN_FEE: u32 = 100;

/// How long a transaction is valid, unless the caller says otherwise.
pub const DEFAULT_TIMEOUT: Duration = Duration::from_mins(10);

/// Why a fee is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FeeError {
    /// Below what the network demands.
    #[error("the network demands a fee of at least {minimum} stroops for this transaction")]
    TooLow {
        /// The least fee in stroops.
        minimum: u64,
    },
    /// More than the field holds.
    #[error("the fee is above {maximum} stroops, the most that a transaction can hold")]
    TooHigh {
        /// The highest fee in stroops.
        maximum: u64,
    },
}

impl Fee {
    /// A fee for so many operations.
    pub fn new(stroops: u64, operations: usize) -> Result<Self, FeeError> {
        let minimum = u64::from(MIN_FEE).saturating_mul(operations as u64);
        if stroops < minimum {
            return Err(FeeError::TooLow { minimum });
        }
        let maximum = u64::from(u32::MAX);
        u32::try_from(stroops)
            .map(Self)
            .map_err(|_| FeeError::TooHigh { maximum })
    }
}

/// A transaction without signatures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnsignedTransaction(xdr::Transaction);

/// The sequence number of the account cannot grow any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the account has used up its sequence numbers")]
pub struct SequenceError;

impl UnsignedTransaction {
    /// Puts a transaction together.
    pub fn build(frame: &Frame, operations: &Operations) -> Result<Self, SequenceError> {
        let sequence = frame.sequence.checked_add(1).ok_or(SequenceError)?;
        let bounds = xdr::TimeBounds {
            min_time: xdr::TimePoint(0),
            max_time: xdr::TimePoint(frame.valid_until),
        };
        Ok(Self(xdr::Transaction {
            source_account: xdr::MuxedAccount::Ed25519(xdr::Uint256(frame.source.0)),
            fee: frame.fee.0,
            seq_num: xdr::SequenceNumber(sequence),
            cond: xdr::Preconditions::Time(bounds),
            memo: frame.memo.to_xdr(),
            operations: operations.to_xdr(),
            ext: xdr::TransactionExt::V0,
        }))
    }

    /// The envelope without signatures, in base64.
    pub fn to_base64(&self) -> String {
        to_base64(&xdr::TransactionEnvelope::from(self.0.clone()))
    }

    /// What is signed.
    pub fn hash(&self, network: Network) -> [u8; 32] {
        hash(&xdr::TransactionEnvelope::from(self.0.clone()), network)
    }
}

/// The hash that the signatures of an envelope are over, which is the transaction's id: SHA-256 over the network's id and
/// the transaction.
pub(super) fn hash(envelope: &xdr::TransactionEnvelope, network: Network) -> [u8; 32] {
    use xdr::TransactionSignaturePayloadTaggedTransaction as Tagged;
    let tagged_transaction = match envelope {
        xdr::TransactionEnvelope::TxV0(envelope) => Tagged::Tx(upgraded(&envelope.tx)),
        xdr::TransactionEnvelope::Tx(envelope) => Tagged::Tx(envelope.tx.clone()),
        xdr::TransactionEnvelope::TxFeeBump(envelope) => Tagged::TxFeeBump(envelope.tx.clone()),
    };
    let payload = xdr::TransactionSignaturePayload {
        network_id: xdr::Hash(network_id(network)),
        tagged_transaction,
    };
    // Writing to memory fails at limits only, and there are none.
    Sha256::digest(payload.to_xdr(Limits::none()).unwrap_or_default()).into()
}

/// A transaction of the first version as one of the second, which is how it is hashed.
pub(super) fn upgraded(transaction: &xdr::TransactionV0) -> xdr::Transaction {
    let cond = transaction.time_bounds.clone();
    xdr::Transaction {
        source_account: xdr::MuxedAccount::Ed25519(transaction.source_account_ed25519.clone()),
        fee: transaction.fee,
        seq_num: transaction.seq_num.clone(),
        cond: cond.map_or(xdr::Preconditions::None, xdr::Preconditions::Time),
        memo: transaction.memo.clone(),
        operations: transaction.operations.clone(),
        ext: xdr::TransactionExt::V0,
    }
}
