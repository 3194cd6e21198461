//! The steps of a payment.

use crate::check::problem::causes;
use std::error::Error;
use wallet_client::payments::PaymentError;

/// A failed step.
#[derive(Debug)]
pub struct Failure {
    /// The step.
    pub step: &'static str,
    /// The cause.
    pub problem: String,
}

/// Attaches a step to the error of a result.
pub trait At<T> {
    /// Returns the value, or the failure of the step.
    fn at(self, step: &'static str) -> Result<T, Failure>;
}

impl<T, E: Error + Send + Sync + 'static> At<T> for Result<T, E> {
    fn at(self, step: &'static str) -> Result<T, Failure> {
        self.map_err(|error| {
            let mismatch = (&error as &dyn std::any::Any).downcast_ref::<PaymentError>();
            let step = match mismatch {
                Some(PaymentError::Mismatch(mismatch)) => mismatch.endpoint,
                _ => step,
            };
            Failure {
                step,
                problem: causes(error),
            }
        })
    }
}

/// Fails the step unless the condition is true.
pub fn ensure(condition: bool, step: &'static str, otherwise: impl FnOnce() -> String) -> Result<(), Failure> {
    if condition {
        return Ok(());
    }
    Err(Failure {
        step,
        problem: otherwise(),
    })
}
