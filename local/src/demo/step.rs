//! Which step failed, and how.

use super::api::CallError;

/// What went wrong in a step.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// A call failed.
    #[error(transparent)]
    Call(#[from] CallError),
    /// The calls succeeded, but what they say does not add up.
    #[error("{0}")]
    Wrong(String),
}

/// A step that failed.
#[derive(Debug, thiserror::Error)]
#[error("{step}")]
pub struct StepError {
    /// Its name as printed.
    pub step: &'static str,
    /// What went wrong.
    #[source]
    pub problem: Problem,
}

/// Names the step that a result belongs to.
pub trait AtStep<T> {
    /// The value, or the error of this step.
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

/// Fails the step unless the fact holds.
pub fn ensure(fact: bool, step: &'static str, otherwise: impl FnOnce() -> String) -> Result<(), StepError> {
    if fact {
        Ok(())
    } else {
        Err(StepError {
            step,
            problem: Problem::Wrong(otherwise()),
        })
    }
}
