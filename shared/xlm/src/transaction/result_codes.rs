//! Result codes of failed transactions in Horizon's form.
//!
//! Horizon's codes are the names of the protocol's codes in snake case with a prefix. Exceptions are
//! listed here (`internal/codes` in stellar/stellar-horizon).

use crate::chain::from_base64;
use crate::fee::ledger::ResultCodes;
use stellar_xdr as xdr;
use xdr::OperationResultTr as Done;

/// The codes that an already applied transaction yields: the sequence number is used, the account was
/// merged, or the funds for the fee are spent.
const ALREADY_APPLIED_CODES: [&str; 3] = ["tx_bad_seq", "tx_no_source_account", "tx_insufficient_balance"];

impl ResultCodes {
    /// Creates the result of a transaction that was rejected before execution.
    pub fn of_transaction(code: &str) -> Self {
        Self {
            transaction: code.to_owned(),
            ..Self::default()
        }
    }

    /// Parses the base64 of a transaction result (`TransactionResult`). Returns `None` if it is
    /// invalid.
    pub fn read(result: &str) -> Option<Self> {
        let result = from_base64::<xdr::TransactionResult>(result)?.result;
        let inner = match &result {
            xdr::TransactionResultResult::TxFeeBumpInnerSuccess(inner)
            | xdr::TransactionResultResult::TxFeeBumpInnerFailed(inner) => Some(&inner.result.result),
            _ => None,
        };
        Some(Self {
            transaction: transaction(result.name()),
            inner_transaction: inner.map(|inner| transaction(inner.name())),
            operations: operations(&result).iter().map(operation).collect(),
        })
    }

    /// Returns true if a transaction that is already in a recent ledger could be rejected with this
    /// code.
    pub fn may_be_already_applied(&self) -> bool {
        let codes = std::iter::once(&self.transaction).chain(&self.inner_transaction);
        codes
            .into_iter()
            .any(|code| ALREADY_APPLIED_CODES.contains(&code.as_str()))
    }
}

/// Returns the results of the operations, if they were executed.
fn operations(result: &xdr::TransactionResultResult) -> &[xdr::OperationResult] {
    use xdr::{InnerTransactionResultResult as Inner, TransactionResultResult as Outer};
    match result {
        Outer::TxSuccess(results) | Outer::TxFailed(results) => results,
        Outer::TxFeeBumpInnerSuccess(inner) | Outer::TxFeeBumpInnerFailed(inner) => match &inner.result.result {
            Inner::TxSuccess(results) | Inner::TxFailed(results) => results,
            _ => &[],
        },
        _ => &[],
    }
}

/// Returns the code for the protocol name of a transaction result: `TxBadSeq`.
fn transaction(name: &str) -> String {
    match name {
        "TxNoAccount" => "tx_no_source_account".to_owned(),
        "TxBadMinSeqAgeOrGap" => "tx_bad_minseq_age_or_gap".to_owned(),
        _ => snake_case(name),
    }
}

fn operation(result: &xdr::OperationResult) -> String {
    match result {
        xdr::OperationResult::OpInner(done) => inner_operation(name(done)),
        xdr::OperationResult::OpNoAccount => "op_no_source_account".to_owned(),
        other => snake_case(other.name()),
    }
}

/// The Horizon codes that differ from `op_` and the snake case name.
const IRREGULAR_CODES: &[(&str, &str)] = &[
    ("AlreadyExist", "op_already_exists"),
    ("BuyNoIssuer", "buy_no_issuer"),
    ("BuyNotAuthorized", "buy_not_authorized"),
    ("EntryArchived", "entry_archived"),
    ("InsufficientRefundableFee", "insufficient_refundable_fee"),
    ("InvalidName", "op_data_invalid_name"),
    ("NameNotFound", "op_data_name_not_found"),
    ("NoTrustLine", "op_no_trust"),
    ("NotAuthMaintainLiabilities", "op_not_aut_maintain_liabilities"),
    ("NotFound", "op_offer_not_found"),
    ("NotIssuer", "op_no_issuer"),
    ("OfferCrossSelf", "op_cross_self"),
    ("OverSendmax", "op_over_source_max"),
    ("ResourceLimitExceeded", "resource_limit_exceeded"),
    ("SellNotAuthorized", "sell_not_authorized"),
    ("SeqnumTooFar", "op_seq_num_too_far"),
    ("Trapped", "function_trapped"),
    ("TrustNotRequired", "op_not_required"),
    ("UnderDestmin", "op_under_dest_min"),
];

fn inner_operation(name: &str) -> String {
    let irregular = IRREGULAR_CODES.iter().find(|(known, _)| *known == name);
    irregular.map_or_else(|| format!("op_{}", snake_case(name)), |(_, code)| (*code).to_owned())
}

fn snake_case(name: &str) -> String {
    let mut snake = String::with_capacity(name.len() + 8);
    for (index, letter) in name.char_indices() {
        if letter.is_ascii_uppercase() && index > 0 {
            snake.push('_');
        }
        snake.push(letter.to_ascii_lowercase());
    }
    snake
}

/// Returns the protocol name of an operation result: `Underfunded`.
const fn name(done: &Done) -> &'static str {
    match done {
        Done::CreateAccount(result) => result.name(),
        Done::Payment(result) => result.name(),
        Done::PathPaymentStrictReceive(result) => result.name(),
        Done::ManageSellOffer(result) | Done::CreatePassiveSellOffer(result) => result.name(),
        Done::SetOptions(result) => result.name(),
        Done::ChangeTrust(result) => result.name(),
        Done::AllowTrust(result) => result.name(),
        Done::AccountMerge(result) => result.name(),
        Done::Inflation(result) => result.name(),
        Done::ManageData(result) => result.name(),
        Done::BumpSequence(result) => result.name(),
        Done::ManageBuyOffer(result) => result.name(),
        Done::PathPaymentStrictSend(result) => result.name(),
        Done::CreateClaimableBalance(result) => result.name(),
        Done::ClaimClaimableBalance(result) => result.name(),
        Done::BeginSponsoringFutureReserves(result) => result.name(),
        Done::EndSponsoringFutureReserves(result) => result.name(),
        Done::RevokeSponsorship(result) => result.name(),
        Done::Clawback(result) => result.name(),
        Done::ClawbackClaimableBalance(result) => result.name(),
        Done::SetTrustLineFlags(result) => result.name(),
        Done::LiquidityPoolDeposit(result) => result.name(),
        Done::LiquidityPoolWithdraw(result) => result.name(),
        Done::InvokeHostFunction(result) => result.name(),
        Done::ExtendFootprintTtl(result) => result.name(),
        Done::RestoreFootprint(result) => result.name(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stellar_xdr::{Limits, WriteXdr};

    /// Returns a result in base64.
    fn result(result: xdr::TransactionResultResult) -> String {
        let result = xdr::TransactionResult {
            fee_charged: 100,
            result,
            ext: xdr::TransactionResultExt::V0,
        };
        result.to_xdr_base64(Limits::none()).unwrap()
    }

    fn failed(operations: Vec<xdr::OperationResult>) -> Vec<String> {
        let operations = operations.try_into().unwrap();
        let codes = ResultCodes::read(&result(xdr::TransactionResultResult::TxFailed(operations))).unwrap();
        assert_eq!(
            (codes.transaction.as_str(), codes.inner_transaction),
            ("tx_failed", None)
        );
        codes.operations
    }

    // The base64 examples of the documentation (developers.stellar.org, result codes; go-stellar-sdk,
    // `txnbuild`).
    #[test]
    fn network_results_are_parsed() {
        for (base64, code) in [
            ("AAAAAAAAAGT////7AAAAAA==", "tx_bad_seq"),
            ("AAAAAAAAAAD////3AAAAAA==", "tx_insufficient_fee"),
            ("AAAAAAAAAGT////4AAAAAA==", "tx_no_source_account"),
        ] {
            let codes = ResultCodes::read(base64).expect(base64);
            assert_eq!(codes, ResultCodes::of_transaction(code));
            assert_eq!(
                codes.may_be_already_applied(),
                ALREADY_APPLIED_CODES.contains(&code),
                "{code}"
            );
        }
        let codes = ResultCodes::read("AAAAAAAAAGT/////AAAAAQAAAAAAAAAB/////gAAAAA=").unwrap();
        assert_eq!(codes.operations, ["op_underfunded"]);
    }

    #[test]
    fn operation_codes_match_horizon() {
        use xdr::OperationResult::OpInner;
        let codes = failed(vec![
            OpInner(Done::CreateAccount(xdr::CreateAccountResult::Success)),
            OpInner(Done::CreateAccount(xdr::CreateAccountResult::AlreadyExist)),
            OpInner(Done::Payment(xdr::PaymentResult::NoTrust)),
            OpInner(Done::ManageBuyOffer(xdr::ManageBuyOfferResult::SellNotAuthorized)),
            OpInner(Done::ManageSellOffer(xdr::ManageSellOfferResult::NotFound)),
            OpInner(Done::AccountMerge(xdr::AccountMergeResult::NoAccount)),
            OpInner(Done::PathPaymentStrictSend(
                xdr::PathPaymentStrictSendResult::UnderDestmin,
            )),
            OpInner(Done::ClawbackClaimableBalance(
                xdr::ClawbackClaimableBalanceResult::NotIssuer,
            )),
            xdr::OperationResult::OpNoAccount,
            xdr::OperationResult::OpTooManySubentries,
        ]);
        assert_eq!(
            codes,
            [
                "op_success",
                "op_already_exists",
                "op_no_trust",
                "sell_not_authorized",
                "op_offer_not_found",
                "op_no_account",
                "op_under_dest_min",
                "op_no_issuer",
                "op_no_source_account",
                "op_too_many_subentries",
            ]
        );
    }

    #[test]
    fn fee_bump_result_contains_the_inner_code() {
        let inner = xdr::InnerTransactionResultPair {
            transaction_hash: xdr::Hash([7; 32]),
            result: xdr::InnerTransactionResult {
                fee_charged: 0,
                result: xdr::InnerTransactionResultResult::TxBadSeq,
                ext: xdr::InnerTransactionResultExt::V0,
            },
        };
        let codes = ResultCodes::read(&result(xdr::TransactionResultResult::TxFeeBumpInnerFailed(inner))).unwrap();
        assert_eq!(codes.transaction, "tx_fee_bump_inner_failed");
        assert_eq!(codes.inner_transaction.as_deref(), Some("tx_bad_seq"));
        assert!(codes.may_be_already_applied() && codes.operations.is_empty());
    }

    #[test]
    fn every_irregular_code_has_a_protocol_name() {
        let names = [
            xdr::CreateAccountResultCode::VARIANTS_STR.as_slice(),
            &xdr::PathPaymentStrictReceiveResultCode::VARIANTS_STR,
            &xdr::PathPaymentStrictSendResultCode::VARIANTS_STR,
            &xdr::ManageSellOfferResultCode::VARIANTS_STR,
            &xdr::ChangeTrustResultCode::VARIANTS_STR,
            &xdr::AllowTrustResultCode::VARIANTS_STR,
            &xdr::AccountMergeResultCode::VARIANTS_STR,
            &xdr::ManageDataResultCode::VARIANTS_STR,
            &xdr::ClawbackClaimableBalanceResultCode::VARIANTS_STR,
            &xdr::InvokeHostFunctionResultCode::VARIANTS_STR,
        ]
        .concat();
        for (name, _) in IRREGULAR_CODES {
            assert!(names.contains(name), "{name}");
        }
    }

    #[test]
    fn invalid_result_is_rejected() {
        for invalid in ["", "AAAA", "!!!!", "AAAAAAAAAGT////7AAAAAAAAAAA="] {
            assert_eq!(ResultCodes::read(invalid), None, "{invalid}");
        }
    }
}
