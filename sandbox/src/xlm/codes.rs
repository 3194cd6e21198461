//! Horizon's names of transaction and operation results.

use stellar_xdr::{
    InnerTransactionResultResult, OperationResult, OperationResultTr, TransactionResult, TransactionResultResult,
};

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
