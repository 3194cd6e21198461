//! What the network tells of itself and of transactions.

use super::amount::Stroops;
use wallet_core::ports::upstream::RejectReason;

/// The newest ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ledger {
    /// Its number.
    pub sequence: u32,
    /// When it was closed, in Unix seconds.
    pub closed_at: u64,
    /// What a ledger entry costs that its account must keep.
    pub base_reserve: Stroops,
}

/// What operations cost over the last five ledgers, in stroops per operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeeStats {
    /// The base fee of the newest ledger.
    pub last_ledger_base_fee: Stroops,
    /// The least that was charged.
    pub charged_min: Stroops,
    /// The most that was charged.
    pub charged_max: Stroops,
}

/// Where the network has a transaction. One that waits is not told of: the network knows a transaction when it is in a
/// ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransactionStatus {
    /// Whether it did what it was to do; one that failed has paid its fee and used its sequence number, no more.
    pub succeeded: bool,
    /// The number of its ledger.
    pub ledger: u32,
    /// Ledgers from it to the newest, its own included.
    pub confirmations: u32,
    /// When its ledger was closed, in Unix seconds.
    pub time: u64,
}

/// Why the network refuses a transaction, in its own closed words: `tx_bad_seq`, `op_underfunded`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResultCodes {
    /// That of the transaction.
    pub transaction: String,
    /// Of a fee bump, that of the transaction inside.
    pub inner_transaction: Option<String>,
    /// Those of its operations, in their order, where it came to them.
    pub operations: Vec<String>,
}

impl ResultCodes {
    /// The refusal in the words that all chains share.
    pub fn reason(&self) -> RejectReason {
        // Of a fee bump that was taken the transaction inside is what failed.
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
            // The weight was enough for the transaction, and not for the threshold of an operation in it.
            "tx_failed" if self.operations.iter().any(|code| code == "op_bad_auth") => RejectReason::BadSignatures,
            "tx_failed" => RejectReason::OperationFailed,
            _ => RejectReason::Other,
        }
    }
}

/// What became of a transaction that was sent. Look-ups are done: an ambiguous answer never gets here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Submission {
    /// It is in a ledger.
    Applied,
    /// The network took it, and no ledger had it within the time that a caller can wait.
    Pending,
    /// The network refuses it, or it failed in a ledger.
    Rejected(ResultCodes),
    /// The bytes left and nobody can say what became of them: 504 with the hash.
    Unknown,
}
