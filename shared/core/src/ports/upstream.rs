//! Upstream errors and broadcast outcomes, shared by all chain families.

use crate::error::{CodedError, ErrorCode, ErrorInfo};
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
    /// An unusable response: status 502. The content never reaches the caller.
    #[error("the upstream's response is unusable: {cause}")]
    Unusable {
        /// The defect of the response, for the log only.
        cause: String,
    },
}

impl CodedError for UpstreamError {
    fn info(&self) -> ErrorInfo {
        let info = match self {
            Self::NotConfigured { setting } => ErrorInfo::new(
                ErrorCode::NotConfigured,
                format!("No upstream is configured for this chain and network; the operator must set {setting}."),
            )
            .detail("setting", setting.as_str()),
            Self::Unavailable { retry_after, .. } => ErrorInfo {
                retry_after: *retry_after,
                ..ErrorInfo::new(
                    ErrorCode::UpstreamUnavailable,
                    "The network is unreachable; please try again.",
                )
            },
            Self::Timeout => ErrorInfo::new(
                ErrorCode::UpstreamTimeout,
                "The network did not respond in time; please try again.",
            ),
            Self::Unusable { .. } => ErrorInfo::new(
                ErrorCode::UpstreamError,
                "The network returned an unusable response; please try again.",
            ),
        };
        info.caused_by(self)
    }
}

/// Reasons for the rejection of a transaction by the network: the closed set of values of
/// `details.reason`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum RejectReason {
    /// An input does not exist or is spent by a different transaction.
    #[error("an input does not exist or is already spent; rebuild the transaction")]
    MissingInputs,
    /// A different transaction in the mempool spends an input of this transaction.
    #[error("another transaction already spends an input; rebuild the transaction")]
    Conflict,
    /// The fee is below the node's current minimum.
    #[error("the network requires a higher fee; rebuild the transaction")]
    FeeTooLow,
    /// The fee is above the node's relay limit, which treats it as a mistake.
    #[error("the network rejects the fee as too high; rebuild the transaction with a lower fee")]
    FeeTooHigh,
    /// An output is below the node's dust limit.
    #[error("an output is below the network's dust limit")]
    Dust,
    /// A script or signature does not verify.
    #[error("a signature or script does not verify")]
    InvalidScript,
    /// The transaction is valid but violates the node's relay rules.
    #[error("the transaction violates the relay rules of the network")]
    NotStandard,
    /// A different transaction of the sender with this nonce is already in a block.
    #[error("another transaction of the sender has this nonce; rebuild the transaction")]
    NonceTooLow,
    /// The nonce is too far ahead for the node to store the transaction.
    #[error("transactions of the sender with lower nonces are missing; send those first")]
    NonceTooHigh,
    /// A different transaction of the sender with this nonce is pending, and this transaction does not raise its
    /// fee enough.
    #[error("another transaction of the sender with this nonce is pending; a replacement requires a higher fee")]
    ReplacementUnderpriced,
    /// The sender's balance does not cover the amount and the fee.
    #[error("the balance of the sender does not cover the amount and the fee")]
    InsufficientFunds,
    /// The gas limit is below the intrinsic gas of the transaction.
    #[error("the gas limit is below the minimum for such a transaction; raise it")]
    GasTooLow,
    /// The gas limit exceeds the block gas limit.
    #[error("the gas limit exceeds the block gas limit; lower it")]
    GasTooHigh,
    /// The sequence number is not the next number of the account.
    #[error("the sequence number is not the next one of the account; rebuild the transaction")]
    BadSequence,
    /// The transaction is not valid yet or not valid any more.
    #[error("the transaction is outside its time bounds; rebuild it")]
    OutsideTimeBounds,
    /// The weight of the signatures is insufficient, or a signature is superfluous.
    #[error("the signatures do not reach the required weight of the accounts, or one of them is superfluous")]
    BadSignatures,
    /// The source account of the transaction does not exist.
    #[error("the source account of the transaction does not exist on the network")]
    AccountMissing,
    /// An operation of the transaction failed.
    #[error("an operation failed; see details.resultCodes.operations")]
    OperationFailed,
    /// The node reported a reason that is not in our list.
    #[error("the network rejects the transaction")]
    Other,
}

impl CodedError for RejectReason {
    fn info(&self) -> ErrorInfo {
        ErrorInfo::describe(ErrorCode::TransactionRejected, self).detail("reason", self.name())
    }
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

/// The outcome of a broadcast: accepted, rejected or unknown
/// (docs/decisions/upstreams.md#broadcasts-of-unknown-outcome).
///
/// Ambiguous responses are resolved by look-ups before an outcome is constructed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BroadcastOutcome {
    /// The network has the transaction, from this or an earlier broadcast.
    Accepted,
    /// The network rejects the transaction permanently.
    Rejected(RejectReason),
    /// The transaction was sent, with an unknown outcome: status 504 with the transaction id.
    Unknown,
}

impl BroadcastOutcome {
    /// Returns true if the network has or may have the transaction.
    pub const fn may_be_sent(self) -> bool {
        match self {
            Self::Accepted | Self::Unknown => true,
            Self::Rejected(_) => false,
        }
    }
}
