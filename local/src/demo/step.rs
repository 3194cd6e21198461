//! The error of a failed step.

use std::sync::Arc;
use wallet_client::payments::PaymentError;
use wallet_client::{CallError, SessionError};

/// The cause of a failed step.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// A call failed.
    #[error(transparent)]
    Call(#[from] CallError),
    /// A call of a session failed.
    #[error(transparent)]
    SessionCall(Arc<CallError>),
    /// A session failed otherwise.
    #[error(transparent)]
    Session(SessionError),
    /// A payment failed.
    #[error(transparent)]
    Payment(#[from] PaymentError),
    /// The responses are inconsistent with the expectation.
    #[error("{0}")]
    Unexpected(String),
}

impl From<SessionError> for Problem {
    fn from(error: SessionError) -> Self {
        match error {
            SessionError::Call(error) => Self::SessionCall(error),
            error => Self::Session(error),
        }
    }
}

/// A failed step.
#[derive(Debug, thiserror::Error)]
#[error("{step}")]
pub struct StepError {
    /// The step name as printed.
    pub step: &'static str,
    /// The cause of the failure.
    #[source]
    pub problem: Problem,
}

/// Attaches a step name to the error of a result.
pub trait AtStep<T> {
    /// Returns the value, or the error of the given step.
    fn at(self, step: &'static str) -> Result<T, StepError>;
}

impl<T, E: Into<Problem>> AtStep<T> for Result<T, E> {
    fn at(self, step: &'static str) -> Result<T, StepError> {
        self.map_err(|error| StepError {
            step,
            problem: error.into(),
        })
    }
}

/// Fails the step unless the condition is true.
pub fn ensure(condition: bool, step: &'static str, otherwise: impl FnOnce() -> String) -> Result<(), StepError> {
    if condition {
        Ok(())
    } else {
        Err(StepError {
            step,
            problem: Problem::Unexpected(otherwise()),
        })
    }
}
