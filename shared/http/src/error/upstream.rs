//! Errors of the upstreams. Their own words stay in the log.

use super::{ApiError, ErrorCode};
use std::fmt;
use wallet_core::ports::upstream::{RejectReason, UpstreamError};

impl From<UpstreamError> for ApiError {
    fn from(error: UpstreamError) -> Self {
        tracing::warn!(cause = %error, "upstream failed");
        match error {
            UpstreamError::NotConfigured { setting } => Self::new(
                ErrorCode::UpstreamUnavailable,
                format!("No upstream is configured for this chain and network; the operator must set {setting}."),
            )
            .detail("setting", setting),
            UpstreamError::Unavailable { retry_after, .. } => {
                let error = Self::new(
                    ErrorCode::UpstreamUnavailable,
                    "The network cannot be reached now; please try again.",
                );
                match retry_after {
                    Some(wait) => error.retry_after(wait),
                    None => error,
                }
            }
            UpstreamError::Timeout => Self::new(
                ErrorCode::UpstreamTimeout,
                "The network did not answer in time; please try again.",
            ),
            UpstreamError::Unusable { .. } => Self::new(
                ErrorCode::UpstreamError,
                "The network gave an unusable answer; please try again.",
            ),
        }
    }
}

impl ApiError {
    /// 504 of a broadcast: the bytes left, and nobody can say what became of them. Sending them again is always safe.
    pub fn fate_unknown(txid: impl fmt::Display) -> Self {
        let mut error = Self::from(UpstreamError::Timeout).detail("txid", txid.to_string());
        error.message = "The transaction may have been sent; look for its txid or send the same bytes again.".into();
        error
    }
}

impl From<RejectReason> for ApiError {
    fn from(reason: RejectReason) -> Self {
        let message = match reason {
            RejectReason::MissingInputs => "An input does not exist or is already spent; build the transaction anew.",
            RejectReason::Conflict => "Another transaction already spends an input; build the transaction anew.",
            RejectReason::FeeTooLow => "The network asks for a higher fee; build the transaction anew.",
            RejectReason::FeeTooHigh => {
                "The network takes the fee for a mistake; build the transaction anew with a lower one."
            }
            RejectReason::Dust => "An output is below the network's dust limit.",
            RejectReason::InvalidScript => "A signature or script does not verify.",
            RejectReason::NotStandard => "The transaction is against the relay rules of the network.",
            RejectReason::NonceTooLow => {
                "Another transaction of the sender has this nonce; build the transaction anew."
            }
            RejectReason::NonceTooHigh => "Transactions of the sender with lower nonces are missing; send those first.",
            RejectReason::ReplacementUnderpriced => {
                "Another transaction of the sender with this nonce waits for a block; replacing it takes a higher fee."
            }
            RejectReason::InsufficientFunds => "The sender cannot pay for the amount and the fee.",
            RejectReason::GasTooLow => "The gas limit is below what such a transaction costs at least; raise it.",
            RejectReason::GasTooHigh => "The gas limit is more than fits into a block; lower it.",
            RejectReason::BadSequence => {
                "The sequence number is not the next one of the account; build the transaction anew."
            }
            RejectReason::OutsideTimeBounds => "The transaction is not valid at this time; build it anew.",
            RejectReason::BadSignatures => {
                "The signatures do not carry the weight that the accounts demand, or one of them is of no use."
            }
            RejectReason::AccountMissing => "The account whose transaction this is does not exist on the network.",
            RejectReason::OperationFailed => "An operation fails; details.resultCodes.operations tells which and why.",
            RejectReason::Other => "The network refuses the transaction.",
        };
        Self::new(ErrorCode::TransactionRejected, message).detail("reason", reason.name())
    }
}
