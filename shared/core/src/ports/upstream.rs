//! How an upstream can fail, and what a broadcast can end in. The same for every family.

use std::time::Duration;

/// A fact could not be had from any upstream.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UpstreamError {
    /// No upstream is configured: 503 naming the setting.
    #[error("no upstream is configured; set {setting}")]
    NotConfigured {
        /// The name of the missing variable.
        setting: String,
    },
    /// Refused, overloaded or rate limited: 503, try again later.
    #[error("the upstream is unavailable: {cause}")]
    Unavailable {
        /// What went wrong, for the log only.
        cause: String,
        /// How long the upstream asked us to wait.
        retry_after: Option<Duration>,
    },
    /// No answer within the deadline: 504.
    #[error("the upstream did not answer in time")]
    Timeout,
    /// An answer that cannot be used: 502. Its text never reaches the caller.
    #[error("the upstream's answer is unusable: {cause}")]
    Unusable {
        /// What is wrong with it, for the log only.
        cause: String,
    },
}

/// Why the network refuses a transaction: the closed list that `details.reason` may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RejectReason {
    /// An input does not exist or is spent by a transaction that is not this one.
    MissingInputs,
    /// Another transaction in the mempool spends an input of this one.
    Conflict,
    /// The fee is below what the node accepts now.
    FeeTooLow,
    /// The fee is above what the node passes on: it takes it for a mistake.
    FeeTooHigh,
    /// An output is below the node's dust limit.
    Dust,
    /// A script or signature does not verify.
    InvalidScript,
    /// Valid, but against the node's relay rules.
    NotStandard,
    /// Another transaction of the sender with this nonce is in a block.
    NonceTooLow,
    /// The node keeps no transaction of this sender with a nonce so far ahead.
    NonceTooHigh,
    /// Another transaction of the sender with this nonce waits for a block, and this one does not pay enough more.
    ReplacementUnderpriced,
    /// The sender cannot pay for the amount and the fee.
    InsufficientFunds,
    /// The gas limit does not cover what every such transaction costs.
    GasTooLow,
    /// The gas limit is more than fits into a block.
    GasTooHigh,
    /// The sequence number is not the next one of the account.
    BadSequence,
    /// The transaction is not valid yet, or not any more.
    OutsideTimeBounds,
    /// The signatures do not carry enough weight, or one of them is of no use.
    BadSignatures,
    /// The account whose transaction it is does not exist.
    AccountMissing,
    /// An operation of the transaction failed.
    OperationFailed,
    /// The node gave a reason that is on no list of ours.
    Other,
}

impl RejectReason {
    /// The text in `details.reason`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::MissingInputs => "missing_inputs",
            Self::Conflict => "conflict",
            Self::FeeTooLow => "fee_too_low",
            Self::FeeTooHigh => "fee_too_high",
            Self::Dust => "dust",
            Self::InvalidScript => "invalid_script",
            Self::NotStandard => "not_standard",
            Self::NonceTooLow => "nonce_too_low",
            Self::NonceTooHigh => "nonce_too_high",
            Self::ReplacementUnderpriced => "replacement_underpriced",
            Self::InsufficientFunds => "insufficient_funds",
            Self::GasTooLow => "gas_too_low",
            Self::GasTooHigh => "gas_too_high",
            Self::BadSequence => "bad_sequence",
            Self::OutsideTimeBounds => "outside_time_bounds",
            Self::BadSignatures => "bad_signatures",
            Self::AccountMissing => "account_missing",
            Self::OperationFailed => "operation_failed",
            Self::Other => "rejected_by_node",
        }
    }
}

/// What became of a broadcast. Its three outcomes are accepted, rejected and unknown
/// (docs/decisions/0403). Look-ups are done: an ambiguous answer never gets here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BroadcastOutcome {
    /// The network has the transaction, now or already before.
    Accepted,
    /// The network refuses it for good.
    Rejected(RejectReason),
    /// The bytes left and nobody can say what became of them: 504 with the txid.
    Unknown,
}
