//! The comparison of a transaction with the requested payment.

use super::signed::Signed;
use super::signer::SignerError;
use crate::error::{CallError, StoreError};
use std::fmt::{self, Debug};

/// A difference between the response of a service and the payment.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{endpoint} returned another {field}: {found}, expected {expected}")]
#[non_exhaustive]
pub struct Mismatch {
    /// The endpoint of the response.
    pub endpoint: &'static str,
    /// The part of the transaction that differs.
    pub field: &'static str,
    /// The expected value.
    pub expected: String,
    /// The returned value.
    pub found: String,
}

/// The error of a payment.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PaymentError {
    /// A call failed.
    #[error(transparent)]
    Call(#[from] CallError),
    /// The service described or built a different transaction. Nothing was signed, or the signed bytes are not those of
    /// the payment and must not be sent.
    #[error(transparent)]
    Mismatch(Box<Mismatch>),
    /// A field of the payment is invalid, or this version cannot verify the field.
    #[error("{field} is invalid: {problem}")]
    Invalid {
        /// The field.
        field: &'static str,
        /// The problem.
        problem: String,
    },
    /// The fee exceeds the limit of the payment, in base units.
    #[error("the fee is {fee}, the limit is {limit}")]
    FeeAboveLimit {
        /// The fee.
        fee: String,
        /// The limit.
        limit: String,
    },
    /// The tip exceeds the limit of the payment, in base units. Block producers collect the tip.
    #[error("the tip is {tip}, the limit is {limit}")]
    TipAboveLimit {
        /// The tip per gas multiplied by the gas limit.
        tip: String,
        /// The limit.
        limit: String,
    },
    /// An equal payment of the same sender is signed and may still be mined. Send the same bytes again, watch or
    /// replace the transaction, or make this payment instead (`quote_instead_of`). [`Signed::release`] permits a second
    /// payment.
    #[error("an equal payment is signed, and its outcome is unknown: {}", .0.txid)]
    Unresolved(Box<Signed>),
    /// An equal payment of the same sender is being signed. Nothing was signed.
    #[error("an equal payment is being signed")]
    InProgress,
    /// The store of unresolved payments failed. The service received no signature for a payment that is not stored.
    #[error("the payment store failed")]
    Store(#[source] StoreError),
    /// The signer failed.
    #[error("the signer failed")]
    Signer(#[source] SignerError),
    /// The signer returned an invalid signature.
    #[error("the signature is not valid for the hash and the public key")]
    InvalidSignature,
}

impl PaymentError {
    /// Creates the error of an invalid field.
    pub(super) fn invalid(field: &'static str, problem: impl fmt::Display) -> Self {
        Self::Invalid {
            field,
            problem: problem.to_string(),
        }
    }
}

/// Compares a part of a response with the expectation.
pub fn check<T: PartialEq + Debug + ?Sized>(
    endpoint: &'static str,
    field: &'static str,
    found: &T,
    expected: &T,
) -> Result<(), PaymentError> {
    if found == expected {
        return Ok(());
    }
    Err(PaymentError::Mismatch(Box::new(Mismatch {
        endpoint,
        field,
        expected: format!("{expected:?}"),
        found: format!("{found:?}"),
    })))
}
