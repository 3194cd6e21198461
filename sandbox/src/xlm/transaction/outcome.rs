//! The outcome of a transaction before the conversion to the protocol form, and Horizon's names of results.

use super::Transaction;
use crate::xlm::codec;
use stellar_xdr::{
    Hash, InnerTransactionResult, InnerTransactionResultExt, InnerTransactionResultPair, InnerTransactionResultResult,
    Limited, Limits, ManageBuyOfferResult, ManageOfferSuccessResult, ManageOfferSuccessResultOffer,
    ManageSellOfferResult, OperationBody, OperationResult, OperationResultTr, ReadXdr, TransactionResult,
    TransactionResultExt, TransactionResultResult,
};

/// The maximum length of a placeholder result in bytes: that of a path payment has 64.
const LONGEST_BLANK: usize = 64;

/// The outcome of a transaction, or of the transaction inside a fee bump: the results of the operations, or the reason
/// for which the operations were not reached.
pub type Outcome = InnerTransactionResultResult;

/// The outcome of the whole transaction, fee bump included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TransactionOutcome {
    /// The outcome of a transaction, or of the transaction inside a fee bump.
    Transaction(Outcome),
    /// The reason for which the fee bump itself is invalid.
    Bump(Outcome),
}

impl TransactionOutcome {
    /// Returns true if all operations were applied.
    pub fn is_success(&self) -> bool {
        matches!(self, Self::Transaction(Outcome::TxSuccess(_)))
    }

    /// Returns the result in protocol form; fees are in stroops. Before protocol version 25, the transaction
    /// inside a fee bump has a fee as well.
    pub fn to_xdr(&self, transaction: &Transaction, fee_charged: i64, inner_fee: i64) -> TransactionResult {
        let result = match (self, &transaction.bump) {
            (Self::Bump(outcome), _) | (Self::Transaction(outcome), None) => outer(outcome),
            (Self::Transaction(outcome), Some(_)) => {
                let pair = InnerTransactionResultPair {
                    transaction_hash: Hash(transaction.inner_hash),
                    result: InnerTransactionResult {
                        fee_charged: inner_fee,
                        result: outcome.clone(),
                        ext: InnerTransactionResultExt::V0,
                    },
                };
                if self.is_success() {
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

/// Converts the result of a transaction without a fee bump. Both types have the same encoding; that of transactions
/// inside a fee bump only lacks the variants of fee bumps.
fn outer(outcome: &Outcome) -> TransactionResultResult {
    let result = TransactionResultResult::from_xdr(codec::bytes(outcome), Limits::none());
    result.unwrap_or(TransactionResultResult::TxInternalError)
}

/// Returns the placeholder result of an operation that validators did not reach: the success of the kind.
pub fn blank(body: &OperationBody) -> OperationResult {
    let offer = || ManageOfferSuccessResult {
        offers_claimed: codec::list(Vec::new()),
        offer: ManageOfferSuccessResultOffer::Deleted,
    };
    OperationResult::OpInner(match body {
        OperationBody::ManageSellOffer(_) => {
            OperationResultTr::ManageSellOffer(ManageSellOfferResult::Success(offer()))
        }
        OperationBody::CreatePassiveSellOffer(_) => {
            OperationResultTr::CreatePassiveSellOffer(ManageSellOfferResult::Success(offer()))
        }
        OperationBody::ManageBuyOffer(_) => OperationResultTr::ManageBuyOffer(ManageBuyOfferResult::Success(offer())),
        OperationBody::InvokeHostFunction(_)
        | OperationBody::ExtendFootprintTtl(_)
        | OperationBody::RestoreFootprint(_) => return OperationResult::OpNotSupported,
        other => return zeros(other),
    })
}

/// Returns the result of an operation with an encoding that has only zeros after the type: the code of success, and
/// empty or zero fields.
fn zeros(body: &OperationBody) -> OperationResult {
    let mut bytes = [0; LONGEST_BLANK];
    bytes[4..8].copy_from_slice(&(body.discriminant() as i32).to_be_bytes());
    let result = OperationResult::read_xdr(&mut Limited::new(bytes.as_slice(), Limits::none()));
    result.unwrap_or(OperationResult::OpNotSupported)
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

/// Returns a name of the protocol in the form that Horizon uses.
pub fn snake(name: &str) -> String {
    let mut text = String::new();
    for (index, letter) in name.char_indices() {
        if letter.is_ascii_uppercase() && index > 0 {
            text.push('_');
        }
        text.push(letter.to_ascii_lowercase());
    }
    text
}
