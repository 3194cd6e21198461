//! Ledgers and transaction results reported by the network.

use crate::value::amount::Stroops;
use serde_json::json;
use wallet_core::error::{CodedError, ErrorInfo};
use wallet_core::ports::upstream::RejectReason;

/// The latest ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ledger {
    /// The protocol of the upstream that reported the ledger.
    pub upstream: &'static str,
    /// The ledger sequence number.
    pub sequence: u32,
    /// The close time in Unix seconds.
    pub closed_at: u64,
    /// The base reserve: the minimum balance per ledger entry.
    pub base_reserve: Stroops,
}

/// The status of a transaction in a ledger. The network reports no pending transactions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransactionStatus {
    /// True if the transaction succeeded. A failed transaction has only paid the fee and used the sequence
    /// number.
    pub succeeded: bool,
    /// The sequence number of its ledger.
    pub ledger: u32,
    /// The number of ledgers from its own to the latest, both included.
    pub confirmations: u32,
    /// The close time of its ledger in Unix seconds.
    pub time: u64,
}

/// The result of a look-up of a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TransactionLookup {
    /// A ledger contains the transaction.
    Found(TransactionStatus),
    /// No known ledger contains the transaction. Only ledgers of the retention are known if there is one.
    Missing(Option<Retention>),
}

/// The oldest ledger that the upstreams still know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Retention {
    /// The sequence number of the ledger.
    pub ledger: u32,
    /// The close time of the ledger in Unix seconds.
    pub time: u64,
}

/// The result codes of a rejection by the network: `tx_bad_seq`, `op_underfunded`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResultCodes {
    /// The code of the transaction.
    pub transaction: String,
    /// The code of the transaction inside a fee bump.
    pub inner_transaction: Option<String>,
    /// The codes of the operations in order, if executed.
    pub operations: Vec<String>,
}

impl CodedError for ResultCodes {
    /// Returns the rejection with the result codes of the network, a closed set.
    fn info(&self) -> ErrorInfo {
        let mut codes = json!({ "transaction": self.transaction, "operations": self.operations });
        if let Some(inner) = &self.inner_transaction {
            codes["innerTransaction"] = inner.as_str().into();
        }
        self.reason().info().detail("resultCodes", codes)
    }
}

impl ResultCodes {
    /// Returns the rejection reason shared by all chains.
    pub fn reason(&self) -> RejectReason {
        // If a fee bump was accepted, the inner transaction failed.
        let code = match &self.inner_transaction {
            Some(inner) if self.transaction == "tx_fee_bump_inner_failed" => inner,
            _ => &self.transaction,
        };
        match code.as_str() {
            "tx_bad_seq" => RejectReason::BadSequence,
            "tx_too_late" | "tx_too_early" => RejectReason::OutsideTimeBounds,
            "tx_bad_auth" | "tx_bad_auth_extra" => RejectReason::BadSignatures,
            "tx_insufficient_fee" => RejectReason::FeeTooLow,
            "tx_insufficient_balance" => RejectReason::InsufficientFunds,
            "tx_no_source_account" | "tx_no_account" => RejectReason::AccountMissing,
            // The weight sufficed for the transaction but not for the threshold of an operation.
            "tx_failed" if self.operations.iter().any(|code| code == "op_bad_auth") => RejectReason::BadSignatures,
            "tx_failed" => RejectReason::OperationFailed,
            _ => RejectReason::Other,
        }
    }
}

/// The outcome of a submitted transaction. Ambiguous responses are resolved by look-ups before an
/// outcome is constructed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Submission {
    /// The transaction is in a ledger.
    Applied,
    /// The network accepted the transaction, but no ledger contained it before the deadline.
    Pending,
    /// The network rejected the transaction, or a ledger contains the failed transaction.
    Rejected(ResultCodes),
    /// The transaction was sent, with an unknown outcome: status 504 with the hash.
    Unknown,
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
