//! The errors of the commands for accounts.

use super::AccountKey;
use wallet_core::auth::UsernameError;
use wallet_core::ports::store::StoreError;

/// The error of a command. The message states the remedy; a source is printed after it.
#[derive(Debug, thiserror::Error)]
pub enum AccountsError {
    /// No account has the user name.
    #[error("there is no account with the user name {0}")]
    UnknownName(String),
    /// No account has the id.
    #[error("there is no account with the id {0}")]
    UnknownId(uuid::Uuid),
    /// The user name is invalid.
    #[error("the user name is invalid")]
    Name(#[from] UsernameError),
    /// The account has no second factor.
    #[error("{0} has no second factor")]
    NoFactor(String),
    /// The account changes continually.
    #[error("the account is changed by its user at the same time; run the command again")]
    Busy,
    /// The names of the tables are incomplete.
    #[error(
        "set --accounts-table and --sessions-table to the outputs AccountsTable and SessionsTable of the stack, or --stack to its name"
    )]
    NoTable,
    /// The tables cannot be accessed.
    #[error("the tables cannot be accessed")]
    Store(#[from] StoreError),
}

impl AccountsError {
    /// Returns the error for an account that does not exist.
    pub(super) fn unknown(key: &AccountKey) -> Self {
        match key {
            AccountKey::Name(name) => Self::UnknownName(name.as_str().to_owned()),
            AccountKey::Id(id) => Self::UnknownId(*id),
        }
    }
}
