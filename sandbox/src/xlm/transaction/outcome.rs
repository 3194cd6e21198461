//! The outcome of a transaction before its conversion to the protocol form, and Horizon's names of results.

use super::Transaction;
use crate::xlm::codec;
use stellar_xdr as xdr;
use stellar_xdr::{
    AccountId, Asset, ClaimableBalanceId, Hash, InnerTransactionResult, InnerTransactionResultExt,
    InnerTransactionResultPair, InnerTransactionResultResult, ManageOfferSuccessResult, ManageOfferSuccessResultOffer,
    OperationBody, OperationResult, OperationResultTr, PublicKey, SimplePaymentResult, TransactionResult,
    TransactionResultExt, TransactionResultResult, Uint256,
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

/// Returns the placeholder result of an operation that was not applied.
pub fn blank(body: &OperationBody) -> OperationResult {
    let result = match body {
        OperationBody::CreateAccount(_) => OperationResultTr::CreateAccount(xdr::CreateAccountResult::Success),
        OperationBody::Payment(_) => OperationResultTr::Payment(xdr::PaymentResult::Success),
        OperationBody::PathPaymentStrictReceive(_) => {
            let success = xdr::PathPaymentStrictReceiveResultSuccess {
                offers: codec::list(Vec::new()),
                last: empty_payment(),
            };
            OperationResultTr::PathPaymentStrictReceive(xdr::PathPaymentStrictReceiveResult::Success(success))
        }
        OperationBody::PathPaymentStrictSend(_) => {
            let success = xdr::PathPaymentStrictSendResultSuccess {
                offers: codec::list(Vec::new()),
                last: empty_payment(),
            };
            OperationResultTr::PathPaymentStrictSend(xdr::PathPaymentStrictSendResult::Success(success))
        }
        OperationBody::ManageSellOffer(_) => {
            OperationResultTr::ManageSellOffer(xdr::ManageSellOfferResult::Success(empty_offer()))
        }
        OperationBody::CreatePassiveSellOffer(_) => {
            OperationResultTr::CreatePassiveSellOffer(xdr::ManageSellOfferResult::Success(empty_offer()))
        }
        OperationBody::ManageBuyOffer(_) => {
            OperationResultTr::ManageBuyOffer(xdr::ManageBuyOfferResult::Success(empty_offer()))
        }
        OperationBody::CreateClaimableBalance(_) => {
            let id = ClaimableBalanceId::ClaimableBalanceIdTypeV0(Hash([0; 32]));
            OperationResultTr::CreateClaimableBalance(xdr::CreateClaimableBalanceResult::Success(id))
        }
        other => return plain(other),
    };
    OperationResult::OpInner(result)
}

/// Returns the success result of operations without further result data.
fn plain(body: &OperationBody) -> OperationResult {
    let result = match body {
        OperationBody::SetOptions(_) => OperationResultTr::SetOptions(xdr::SetOptionsResult::Success),
        OperationBody::ChangeTrust(_) => OperationResultTr::ChangeTrust(xdr::ChangeTrustResult::Success),
        OperationBody::AllowTrust(_) => OperationResultTr::AllowTrust(xdr::AllowTrustResult::Success),
        OperationBody::AccountMerge(_) => OperationResultTr::AccountMerge(xdr::AccountMergeResult::Success(0)),
        OperationBody::Inflation => {
            OperationResultTr::Inflation(xdr::InflationResult::Success(codec::list(Vec::new())))
        }
        OperationBody::ManageData(_) => OperationResultTr::ManageData(xdr::ManageDataResult::Success),
        OperationBody::BumpSequence(_) => OperationResultTr::BumpSequence(xdr::BumpSequenceResult::Success),
        OperationBody::ClaimClaimableBalance(_) => {
            OperationResultTr::ClaimClaimableBalance(xdr::ClaimClaimableBalanceResult::Success)
        }
        OperationBody::BeginSponsoringFutureReserves(_) => {
            OperationResultTr::BeginSponsoringFutureReserves(xdr::BeginSponsoringFutureReservesResult::Success)
        }
        OperationBody::EndSponsoringFutureReserves => {
            OperationResultTr::EndSponsoringFutureReserves(xdr::EndSponsoringFutureReservesResult::Success)
        }
        OperationBody::RevokeSponsorship(_) => {
            OperationResultTr::RevokeSponsorship(xdr::RevokeSponsorshipResult::Success)
        }
        OperationBody::Clawback(_) => OperationResultTr::Clawback(xdr::ClawbackResult::Success),
        OperationBody::ClawbackClaimableBalance(_) => {
            OperationResultTr::ClawbackClaimableBalance(xdr::ClawbackClaimableBalanceResult::Success)
        }
        OperationBody::SetTrustLineFlags(_) => {
            OperationResultTr::SetTrustLineFlags(xdr::SetTrustLineFlagsResult::Success)
        }
        OperationBody::LiquidityPoolDeposit(_) => {
            OperationResultTr::LiquidityPoolDeposit(xdr::LiquidityPoolDepositResult::Success)
        }
        OperationBody::LiquidityPoolWithdraw(_) => {
            OperationResultTr::LiquidityPoolWithdraw(xdr::LiquidityPoolWithdrawResult::Success)
        }
        _ => return OperationResult::OpNotSupported,
    };
    OperationResult::OpInner(result)
}

fn empty_payment() -> SimplePaymentResult {
    SimplePaymentResult {
        destination: AccountId(PublicKey::PublicKeyTypeEd25519(Uint256([0; 32]))),
        asset: Asset::Native,
        amount: 0,
    }
}

fn empty_offer() -> ManageOfferSuccessResult {
    ManageOfferSuccessResult {
        offers_claimed: codec::list(Vec::new()),
        offer: ManageOfferSuccessResultOffer::Deleted,
    }
}

/// The result codes of a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Codes {
    /// The code of the outer transaction.
    pub transaction: String,
    /// The code of the transaction inside a fee bump.
    pub inner: Option<String>,
    /// The code of each operation, if the operations were reached.
    pub operations: Vec<String>,
}

impl Codes {
    /// Returns the codes of a result.
    pub fn of(result: &TransactionResult) -> Self {
        use InnerTransactionResultResult as Inner;
        use TransactionResultResult as Outer;
        let transaction = transaction_code(result.result.name());
        match &result.result {
            Outer::TxFeeBumpInnerSuccess(pair) | Outer::TxFeeBumpInnerFailed(pair) => {
                let operations: &[OperationResult] = match &pair.result.result {
                    Inner::TxSuccess(results) | Inner::TxFailed(results) => results,
                    _ => &[],
                };
                Self {
                    transaction,
                    inner: Some(transaction_code(pair.result.result.name())),
                    operations: operations.iter().map(operation_code).collect(),
                }
            }
            other => {
                let operations: &[OperationResult] = match other {
                    Outer::TxSuccess(results) | Outer::TxFailed(results) => results,
                    _ => &[],
                };
                Self {
                    transaction,
                    inner: None,
                    operations: operations.iter().map(operation_code).collect(),
                }
            }
        }
    }
}

fn transaction_code(name: &str) -> String {
    match name {
        "TxNoAccount" => "tx_no_source_account".to_owned(),
        "TxBadMinSeqAgeOrGap" => "tx_bad_minseq_age_or_gap".to_owned(),
        other => snake(other),
    }
}

fn operation_code(result: &OperationResult) -> String {
    match result {
        OperationResult::OpInner(inner) => inner_code(inner),
        OperationResult::OpNoAccount => "op_no_source_account".to_owned(),
        other => snake(other.name()),
    }
}

/// Returns the code of an operation. Most codes are the protocol names in snake case; a few differ.
fn inner_code(result: &OperationResultTr) -> String {
    let own = match (result, name(result)) {
        (_, "AlreadyExist") => "already_exists",
        (_, "OfferCrossSelf") => "cross_self",
        (_, "OverSendmax") => "over_source_max",
        (_, "UnderDestmin") => "under_dest_min",
        (_, "SeqnumTooFar") => "seq_num_too_far",
        (_, "NotFound") => "offer_not_found",
        (_, "NotAuthMaintainLiabilities") => "not_aut_maintain_liabilities",
        (_, "NameNotFound") => "data_name_not_found",
        (OperationResultTr::ManageData(_), "InvalidName") => "data_invalid_name",
        (_, "NoTrustLine") => "no_trust",
        (OperationResultTr::AllowTrust(_), "TrustNotRequired") => "not_required",
        (OperationResultTr::ClawbackClaimableBalance(_), "NotIssuer") => "no_issuer",
        (_, "SellNotAuthorized") => return "sell_not_authorized".to_owned(),
        (_, "BuyNotAuthorized") => return "buy_not_authorized".to_owned(),
        (_, "BuyNoIssuer") => return "buy_no_issuer".to_owned(),
        (_, name) => return format!("op_{}", snake(name)),
    };
    format!("op_{own}")
}

fn name(result: &OperationResultTr) -> &'static str {
    match result {
        OperationResultTr::CreateAccount(result) => result.name(),
        OperationResultTr::Payment(result) => result.name(),
        OperationResultTr::PathPaymentStrictReceive(result) => result.name(),
        OperationResultTr::ManageSellOffer(result) | OperationResultTr::CreatePassiveSellOffer(result) => result.name(),
        OperationResultTr::SetOptions(result) => result.name(),
        OperationResultTr::ChangeTrust(result) => result.name(),
        OperationResultTr::AllowTrust(result) => result.name(),
        OperationResultTr::AccountMerge(result) => result.name(),
        OperationResultTr::Inflation(result) => result.name(),
        OperationResultTr::ManageData(result) => result.name(),
        OperationResultTr::BumpSequence(result) => result.name(),
        OperationResultTr::ManageBuyOffer(result) => result.name(),
        OperationResultTr::PathPaymentStrictSend(result) => result.name(),
        OperationResultTr::CreateClaimableBalance(result) => result.name(),
        OperationResultTr::ClaimClaimableBalance(result) => result.name(),
        OperationResultTr::BeginSponsoringFutureReserves(result) => result.name(),
        OperationResultTr::EndSponsoringFutureReserves(result) => result.name(),
        OperationResultTr::RevokeSponsorship(result) => result.name(),
        OperationResultTr::Clawback(result) => result.name(),
        OperationResultTr::ClawbackClaimableBalance(result) => result.name(),
        OperationResultTr::SetTrustLineFlags(result) => result.name(),
        OperationResultTr::LiquidityPoolDeposit(result) => result.name(),
        OperationResultTr::LiquidityPoolWithdraw(result) => result.name(),
        OperationResultTr::InvokeHostFunction(result) => result.name(),
        OperationResultTr::ExtendFootprintTtl(result) => result.name(),
        OperationResultTr::RestoreFootprint(result) => result.name(),
    }
}

fn snake(name: &str) -> String {
    let mut text = String::new();
    for (index, letter) in name.char_indices() {
        if letter.is_ascii_uppercase() && index > 0 {
            text.push('_');
        }
        text.push(letter.to_ascii_lowercase());
    }
    text
}
