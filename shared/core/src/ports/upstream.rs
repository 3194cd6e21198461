//! Upstream errors and broadcast outcomes, shared by all chain families.

use std::time::Duration;

/// Errors of fetching data from the upstreams of a chain.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UpstreamError {
    /// No upstream is configured: status 503 naming the setting.
    #[error("no upstream is configured; set {setting}")]
    NotConfigured {
        /// The name of the missing variable.
        setting: String,
    },
    /// The upstream is unreachable, overloaded or rate limited: status 503, try again later.
    #[error("the upstream is unavailable: {cause}")]
    Unavailable {
        /// The cause, for the log only.
        cause: String,
        /// The backoff requested by the upstream.
        retry_after: Option<Duration>,
    },
    /// No response within the deadline: status 504.
    #[error("the upstream did not respond in time")]
    Timeout,
    /// An unusable response: status 502. Its content never reaches the caller.
    #[error("the upstream's response is unusable: {cause}")]
    Unusable {
        /// The defect of the response, for the log only.
        cause: String,
    },
}

/// Reasons for the rejection of a transaction by the network: the closed set of values of
/// `details.reason`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RejectReason {
    /// An input does not exist or is spent by another transaction.
    MissingInputs,
    /// Another transaction in the mempool spends an input of this one.
    Conflict,
    /// The fee is below the node's current minimum.
    FeeTooLow,
    /// The fee is above the node's relay limit, which treats it as a mistake.
    FeeTooHigh,
    /// An output is below the node's dust limit.
    Dust,
    /// A script or signature does not verify.
    InvalidScript,
    /// The transaction is valid but violates the node's relay rules.
    NotStandard,
    /// Another transaction of the sender with this nonce is already in a block.
    NonceTooLow,
    /// The nonce is too far ahead for the node to store the transaction.
    NonceTooHigh,
    /// Another transaction of the sender with this nonce is pending, and this one does not raise its
    /// fee enough.
    ReplacementUnderpriced,
    /// The sender's balance does not cover the amount and the fee.
    InsufficientFunds,
    /// The gas limit is below the intrinsic gas of the transaction.
    GasTooLow,
    /// The gas limit exceeds the block gas limit.
    GasTooHigh,
    /// The sequence number is not the account's next one.
    BadSequence,
    /// The transaction is not valid yet or not valid any more.
    OutsideTimeBounds,
    /// The weight of the signatures is insufficient, or a signature is superfluous.
    BadSignatures,
    /// The source account of the transaction does not exist.
    AccountMissing,
    /// An operation of the transaction failed.
    OperationFailed,
    /// The node reported a reason that is not in our list.
    Other,
}

impl RejectReason {
    /// Returns the value of `details.reason`.
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

/// The outcome of a broadcast: accepted, rejected or unknown (docs/decisions/0403).
///
/// Ambiguous responses are resolved by look-ups before an outcome is constructed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BroadcastOutcome {
    /// The network has the transaction, from this or an earlier broadcast.
    Accepted,
    /// The network rejects the transaction permanently.
    Rejected(RejectReason),
    /// The transaction was sent but its outcome is unknown: status 504 with the transaction
    /// id.
    Unknown,
}
