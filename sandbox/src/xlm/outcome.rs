//! The outcome of a transaction before its conversion to the protocol form.

use super::codec;
use super::transaction::Transaction;
use stellar_xdr::{
    Hash, InnerTransactionResult, InnerTransactionResultExt, InnerTransactionResultPair, InnerTransactionResultResult,
    OperationResult, TransactionResult, TransactionResultExt, TransactionResultResult,
};

/// The outcome of a transaction, or of the one inside a fee bump.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All operations were applied.
    Success(Vec<OperationResult>),
    /// An operation failed, so none was applied.
    Failed(Vec<OperationResult>),
    /// The transaction is invalid, so no operation was reached.
    Invalid(InvalidReason),
}

/// The reasons for which a transaction does not reach its operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{self:?}")]
pub enum InvalidReason {
    /// The time bounds start later.
    TooEarly,
    /// The time bounds have expired.
    TooLate,
    /// It has no operations.
    MissingOperation,
    /// It does not have the next sequence number of its source.
    BadSequence,
    /// The signatures do not suffice.
    BadAuth,
    /// The fee source's balance does not cover the fee.
    InsufficientBalance,
    /// The source does not exist.
    NoAccount,
    /// The fee is too low.
    InsufficientFee,
    /// It has a signature that no check requires.
    BadAuthExtra,
    /// A sponsorship is still active at its end.
    BadSponsorship,
    /// The current sequence number of its source is too recent (CAP-21).
    BadMinSequenceAgeOrGap,
    /// Its fields contradict each other.
    Malformed,
}

/// The outcome of the whole transaction, fee bump included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TransactionOutcome {
    /// The outcome of a transaction, or of the one inside a fee bump.
    Transaction(Outcome),
    /// The fee bump itself is invalid.
    Bump(InvalidReason),
}

impl Outcome {
    /// Returns true if all operations were applied.
    pub fn is_success(&self) -> bool {
        matches!(self, Self::Success(_))
    }
}

impl TransactionOutcome {
    /// Returns true if all operations were applied.
    pub fn is_success(&self) -> bool {
        matches!(self, Self::Transaction(outcome) if outcome.is_success())
    }

    /// Returns the result in protocol form; fees are in stroops. Before protocol version 25, the transaction
    /// inside a fee bump has a fee as well.
    pub fn to_xdr(&self, transaction: &Transaction, fee_charged: i64, inner_fee: i64) -> TransactionResult {
        let result = match (self, &transaction.bump) {
            (Self::Bump(reason), _) => reason.outer(),
            (Self::Transaction(outcome), None) => outcome.outer(),
            (Self::Transaction(outcome), Some(_)) => {
                let pair = InnerTransactionResultPair {
                    transaction_hash: Hash(transaction.inner_hash),
                    result: InnerTransactionResult {
                        fee_charged: inner_fee,
                        result: outcome.inner(),
                        ext: InnerTransactionResultExt::V0,
                    },
                };
                if outcome.is_success() {
                    TransactionResultResult::TxFeeBumpInnerSuccess(pair)
                } else {
                    TransactionResultResult::TxFeeBumpInnerFailed(pair)
                }
            }
        };
        TransactionResult {
            fee_charged,
            result,
            ext: TransactionResultExt::V0,
        }
    }
}

impl Outcome {
    fn outer(&self) -> TransactionResultResult {
        match self {
            Self::Success(results) => TransactionResultResult::TxSuccess(codec::list(results.clone())),
            Self::Failed(results) => TransactionResultResult::TxFailed(codec::list(results.clone())),
            Self::Invalid(reason) => reason.outer(),
        }
    }

    fn inner(&self) -> InnerTransactionResultResult {
        match self {
            Self::Success(results) => InnerTransactionResultResult::TxSuccess(codec::list(results.clone())),
            Self::Failed(results) => InnerTransactionResultResult::TxFailed(codec::list(results.clone())),
            Self::Invalid(reason) => reason.inner(),
        }
    }
}

impl InvalidReason {
    fn outer(self) -> TransactionResultResult {
        match self {
            Self::TooEarly => TransactionResultResult::TxTooEarly,
            Self::TooLate => TransactionResultResult::TxTooLate,
            Self::MissingOperation => TransactionResultResult::TxMissingOperation,
            Self::BadSequence => TransactionResultResult::TxBadSeq,
            Self::BadAuth => TransactionResultResult::TxBadAuth,
            Self::InsufficientBalance => TransactionResultResult::TxInsufficientBalance,
            Self::NoAccount => TransactionResultResult::TxNoAccount,
            Self::InsufficientFee => TransactionResultResult::TxInsufficientFee,
            Self::BadAuthExtra => TransactionResultResult::TxBadAuthExtra,
            Self::BadSponsorship => TransactionResultResult::TxBadSponsorship,
            Self::BadMinSequenceAgeOrGap => TransactionResultResult::TxBadMinSeqAgeOrGap,
            Self::Malformed => TransactionResultResult::TxMalformed,
        }
    }

    fn inner(self) -> InnerTransactionResultResult {
        match self {
            Self::TooEarly => InnerTransactionResultResult::TxTooEarly,
            Self::TooLate => InnerTransactionResultResult::TxTooLate,
            Self::MissingOperation => InnerTransactionResultResult::TxMissingOperation,
            Self::BadSequence => InnerTransactionResultResult::TxBadSeq,
            Self::BadAuth => InnerTransactionResultResult::TxBadAuth,
            Self::InsufficientBalance => InnerTransactionResultResult::TxInsufficientBalance,
            Self::NoAccount => InnerTransactionResultResult::TxNoAccount,
            Self::InsufficientFee => InnerTransactionResultResult::TxInsufficientFee,
            Self::BadAuthExtra => InnerTransactionResultResult::TxBadAuthExtra,
            Self::BadSponsorship => InnerTransactionResultResult::TxBadSponsorship,
            Self::BadMinSequenceAgeOrGap => InnerTransactionResultResult::TxBadMinSeqAgeOrGap,
            Self::Malformed => InnerTransactionResultResult::TxMalformed,
        }
    }
}
