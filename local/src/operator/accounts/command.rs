//! The subcommands for accounts and sessions.

use super::{AccountKey, AccountManager, AccountsError};
use crate::operator::Report;
use clap::{Args, Subcommand};
use uuid::Uuid;
use wallet_core::auth::Username;

/// Commands on user accounts.
#[derive(Debug, Subcommand)]
pub enum AccountsCommand {
    /// Show an account: its id, state, merchant, second factor and number of sessions
    Find(Designation),
    /// Reject the logins of an account and end its sessions
    Disable(Designation),
    /// Accept the logins of a disabled account again
    Enable(Designation),
    /// Remove the second factor of an account and end its sessions; the password alone logs in again
    ResetFactor(Designation),
    /// Delete an account with its sessions; its user name becomes free
    Delete {
        /// The id of the account, as printed by `accounts find`
        #[arg(long, value_name = "ID")]
        id: Uuid,
    },
}

/// Commands on the sessions of an account.
#[derive(Debug, Subcommand)]
pub enum SessionsCommand {
    /// List the sessions of an account
    List(Designation),
    /// End all sessions of an account; its user has to log in again
    RevokeAll(Designation),
}

/// The designation of an account.
#[derive(Args, Debug)]
pub struct Designation {
    /// The user name
    #[arg(required_unless_present = "id")]
    username: Option<String>,
    /// The id of the account instead of the user name
    #[arg(long, value_name = "ID", conflicts_with = "username")]
    id: Option<Uuid>,
}

impl Designation {
    fn key(&self) -> Result<AccountKey, AccountsError> {
        match self.id {
            Some(id) => Ok(AccountKey::Id(id)),
            None => Ok(AccountKey::Name(Username::parse(
                self.username.as_deref().unwrap_or_default(),
            )?)),
        }
    }
}

impl AccountsCommand {
    /// Runs the command and returns its output.
    pub async fn run(&self, manager: &AccountManager) -> anyhow::Result<Report> {
        Ok(match self {
            Self::Find(account) => manager.find(&account.key()?).await?,
            Self::Disable(account) => manager.set_disabled(&account.key()?, true).await?,
            Self::Enable(account) => manager.set_disabled(&account.key()?, false).await?,
            Self::ResetFactor(account) => manager.reset_factor(&account.key()?).await?,
            Self::Delete { id } => manager.delete(*id).await?,
        })
    }
}

impl SessionsCommand {
    /// Runs the command and returns its output.
    pub async fn run(&self, manager: &AccountManager) -> anyhow::Result<Report> {
        Ok(match self {
            Self::List(account) => manager.list_sessions(&account.key()?).await?,
            Self::RevokeAll(account) => manager.end_sessions(&account.key()?).await?,
        })
    }
}
