//! Tests of the mapping from result codes to rejection reasons.

use crate::ResultCodes;
use wallet_core::ports::upstream::RejectReason;

#[track_caller]
fn check(transaction: &str, inner: Option<&str>, reason: RejectReason) {
    let codes = ResultCodes {
        transaction: transaction.to_owned(),
        inner_transaction: inner.map(str::to_owned),
        operations: Vec::new(),
    };
    assert_eq!(codes.reason(), reason, "{transaction} {inner:?}");
}

#[test]
fn every_rejection_that_a_caller_can_fix_has_a_reason() {
    check("tx_bad_seq", None, RejectReason::BadSequence);
    check("tx_too_late", None, RejectReason::OutsideTimeBounds);
    check("tx_bad_auth", None, RejectReason::BadSignatures);
    check("tx_insufficient_fee", None, RejectReason::FeeTooLow);
    check("tx_insufficient_balance", None, RejectReason::InsufficientFunds);
    check("tx_no_source_account", None, RejectReason::AccountMissing);
    check("tx_failed", None, RejectReason::OperationFailed);
    check("tx_internal_error", None, RejectReason::Other);
    check("", None, RejectReason::Other);
}

#[test]
fn insufficient_weight_for_an_operation_means_bad_signatures() {
    let codes = |operations: [&str; 2]| ResultCodes {
        transaction: "tx_failed".to_owned(),
        inner_transaction: None,
        operations: operations.map(str::to_owned).to_vec(),
    };
    let reason = |operations| codes(operations).reason();
    assert_eq!(reason(["op_success", "op_bad_auth"]), RejectReason::BadSignatures);
    assert_eq!(reason(["op_success", "op_underfunded"]), RejectReason::OperationFailed);
}

#[test]
fn fee_bump_has_the_reason_of_its_inner_transaction() {
    let bump = "tx_fee_bump_inner_failed";
    check(bump, Some("tx_bad_seq"), RejectReason::BadSequence);
    check(bump, Some("tx_failed"), RejectReason::OperationFailed);
    check(
        "tx_insufficient_balance",
        Some("tx_bad_seq"),
        RejectReason::InsufficientFunds,
    );
}
