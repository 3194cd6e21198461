//! The result of a transaction, before it is written as the protocol does.

use super::codec;
use super::transaction::Transaction;
use stellar_xdr::{
    Hash, InnerTransactionResult, InnerTransactionResultExt, InnerTransactionResultPair, InnerTransactionResultResult,
    OperationResult, TransactionResult, TransactionResultExt, TransactionResultResult,
};

/// What became of a transaction, or of the one inside a fee bump.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All operations were done.
    Success(Vec<OperationResult>),
    /// One of them failed, so none was done.
    Failed(Vec<OperationResult>),
    /// It did not come to its operations.
    Refused(Refusal),
}

/// Why a transaction does not come to its operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{self:?}")]
pub enum Refusal {
    /// Its time has not come.
    TooEarly,
    /// Its time is over.
    TooLate,
    /// It has no operations.
    MissingOperation,
    /// Not the next number of its source.
    BadSequence,
    /// The signatures do not suffice.
    BadAuth,
    /// The fee cannot be paid.
    InsufficientBalance,
    /// The source does not exist.
    NoAccount,
    /// The fee is too low.
    InsufficientFee,
    /// A signature that nobody needs.
    BadAuthExtra,
    /// Somebody still holds the reserves of somebody else at its end.
    BadSponsorship,
    /// The last number of its source is too young (CAP-21).
    BadMinSequenceAgeOrGap,
    /// It contradicts itself.
    Malformed,
}

/// The verdict on the whole, fee bump included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judged {
    /// A transaction, or the one inside a fee bump.
    Transaction(Verdict),
    /// The fee bump itself is refused.
    Bump(Refusal),
}

impl Verdict {
    /// Whether all was done.
    pub fn is_success(&self) -> bool {
        matches!(self, Self::Success(_))
    }
}

impl Judged {
    /// Whether all was done.
    pub fn is_success(&self) -> bool {
        matches!(self, Self::Transaction(verdict) if verdict.is_success())
    }

    /// The result as the protocol writes it, in stroops; before version 25 what is inside a fee bump has a fee as well.
    pub fn to_xdr(&self, transaction: &Transaction, fee_charged: i64, inner_fee: i64) -> TransactionResult {
        let result = match (self, &transaction.bump) {
            (Self::Bump(refusal), _) => refusal.outer(),
            (Self::Transaction(verdict), None) => verdict.outer(),
            (Self::Transaction(verdict), Some(_)) => {
                let pair = InnerTransactionResultPair {
                    transaction_hash: Hash(transaction.inner_hash),
                    result: InnerTransactionResult {
                        fee_charged: inner_fee,
                        result: verdict.inner(),
                        ext: InnerTransactionResultExt::V0,
                    },
                };
                if verdict.is_success() {
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

impl Verdict {
    fn outer(&self) -> TransactionResultResult {
        match self {
            Self::Success(results) => TransactionResultResult::TxSuccess(codec::list(results.clone())),
            Self::Failed(results) => TransactionResultResult::TxFailed(codec::list(results.clone())),
            Self::Refused(refusal) => refusal.outer(),
        }
    }

    fn inner(&self) -> InnerTransactionResultResult {
        match self {
            Self::Success(results) => InnerTransactionResultResult::TxSuccess(codec::list(results.clone())),
            Self::Failed(results) => InnerTransactionResultResult::TxFailed(codec::list(results.clone())),
            Self::Refused(refusal) => refusal.inner(),
        }
    }
}

impl Refusal {
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
