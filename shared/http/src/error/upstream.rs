//! Errors of the upstreams. Upstream messages are only logged, never returned.

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
                    "The network is unreachable; please try again.",
                );
                match retry_after {
                    Some(delay) => error.retry_after(delay),
                    None => error,
                }
            }
            UpstreamError::Timeout => Self::new(
                ErrorCode::UpstreamTimeout,
                "The network did not respond in time; please try again.",
            ),
            UpstreamError::Unusable { .. } => Self::new(
                ErrorCode::UpstreamError,
                "The network returned an unusable response; please try again.",
            ),
        }
    }
}

impl ApiError {
    /// Creates the 504 of a broadcast with an unknown outcome. Sending the same bytes again is always safe.
    pub fn broadcast_outcome_unknown(txid: impl fmt::Display) -> Self {
        let mut error = Self::from(UpstreamError::Timeout).detail("txid", txid.to_string());
        error.message = "The transaction may have been sent; look up its txid or send the same bytes again.".into();
        error
    }
}

impl From<RejectReason> for ApiError {
    fn from(reason: RejectReason) -> Self {
        let message = match reason {
            RejectReason::MissingInputs => "An input does not exist or is already spent; rebuild the transaction.",
            RejectReason::Conflict => "Another transaction already spends an input; rebuild the transaction.",
            RejectReason::FeeTooLow => "The network requires a higher fee; rebuild the transaction.",
            RejectReason::FeeTooHigh => {
                "The network rejects the fee as too high; rebuild the transaction with a lower fee."
            }
            RejectReason::Dust => "An output is below the network's dust limit.",
            RejectReason::InvalidScript => "A signature or script does not verify.",
            RejectReason::NotStandard => "The transaction violates the relay rules of the network.",
            RejectReason::NonceTooLow => "Another transaction of the sender has this nonce; rebuild the transaction.",
            RejectReason::NonceTooHigh => "Transactions of the sender with lower nonces are missing; send those first.",
            RejectReason::ReplacementUnderpriced => {
                "Another transaction of the sender with this nonce is pending; a replacement requires a higher fee."
            }
            RejectReason::InsufficientFunds => "The balance of the sender does not cover the amount and the fee.",
            RejectReason::GasTooLow => "The gas limit is below the minimum for such a transaction; raise it.",
            RejectReason::GasTooHigh => "The gas limit exceeds the block gas limit; lower it.",
            RejectReason::BadSequence => {
                "The sequence number is not the next one of the account; rebuild the transaction."
            }
            RejectReason::OutsideTimeBounds => "The transaction is outside its time bounds; rebuild it.",
            RejectReason::BadSignatures => {
                "The signatures do not reach the required weight of the accounts, or one of them is superfluous."
            }
            RejectReason::AccountMissing => "The source account of the transaction does not exist on the network.",
            RejectReason::OperationFailed => "An operation failed; see details.resultCodes.operations.",
            RejectReason::Other => "The network rejects the transaction.",
        };
        Self::new(ErrorCode::TransactionRejected, message).detail("reason", reason.name())
    }
}
