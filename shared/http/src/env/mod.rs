//! Environment variables, read once before serving.
//!
//! Only these functions read the environment; `config.rs` files and `wallet-compose` call them.

mod known;

use std::str::FromStr;

/// An environment variable is missing or invalid. The message names the variable and never contains the value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EnvError {
    /// A required variable is not set.
    #[error("the environment variable {name} is not set")]
    Missing {
        /// The name of the variable.
        name: String,
    },
    /// The value cannot be parsed.
    #[error("the environment variable {name} does not parse: {problem}")]
    Unreadable {
        /// The name of the variable.
        name: String,
        /// The parse error.
        problem: String,
    },
    /// The variable is not a setting.
    #[error(
        "the environment variable {name} is not a setting; the nearest setting is {nearest} (docs/configuration.md)"
    )]
    Unknown {
        /// The name of the variable.
        name: String,
        /// The most similar name of a setting.
        nearest: String,
    },
}

/// Fails if a variable with the prefix of the settings is not a setting, so that a misspelt setting stops the start.
pub fn check_names() -> Result<(), EnvError> {
    let names = std::env::vars_os().map(|(name, _)| name.to_string_lossy().into_owned());
    match known::first_unknown(names) {
        Some((name, nearest)) => Err(EnvError::Unknown { name, nearest }),
        None => Ok(()),
    }
}

/// Returns the names of all settings, with a name for each chain and network.
pub fn names() -> impl Iterator<Item = String> {
    known::all()
}

/// Returns the value of a variable; an empty value counts as not set.
#[expect(clippy::disallowed_methods, reason = "the only function that reads the environment")]
pub fn var(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// Returns the value of a required variable, or an error for an unset variable.
pub fn required_var(name: &str) -> Result<String, EnvError> {
    var(name).ok_or_else(|| EnvError::Missing { name: name.to_owned() })
}

/// Parses the value that `setting` returns for a variable; `None` for an unset variable.
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
