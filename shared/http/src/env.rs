//! The environment, read once, before serving.
//!
//! These are the only functions that read it; each package has one `config.rs` that calls them.

use std::str::FromStr;

/// A variable is missing or does not parse; the message names it and never shows its value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EnvError {
    /// A required variable is not set.
    #[error("the environment variable {name} is not set")]
    Missing {
        /// Its name.
        name: String,
    },
    /// The value is not what the variable holds.
    #[error("the environment variable {name} does not parse: {problem}")]
    Unreadable {
        /// Its name.
        name: String,
        /// What is wrong.
        problem: String,
    },
}

/// The value of a variable; an empty one counts as not set.
#[expect(clippy::disallowed_methods, reason = "the one place that reads the environment")]
pub fn var(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// The value of a variable that must be set.
pub fn required_var(name: &str) -> Result<String, EnvError> {
    var(name).ok_or_else(|| EnvError::Missing { name: name.to_owned() })
}

/// The parsed value that `setting` gives a variable, `None` when it is not set.
pub fn parsed<T>(name: &str, setting: impl Fn(&str) -> Option<String>) -> Result<Option<T>, EnvError>
where
    T: FromStr,
    T::Err: std::fmt::Display,
{
    let unreadable = |error: T::Err| EnvError::Unreadable {
        name: name.to_owned(),
        problem: error.to_string(),
    };
    setting(name).map(|value| value.parse().map_err(unreadable)).transpose()
}
