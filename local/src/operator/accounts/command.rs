//! The subcommands for accounts and sessions, and the location of the accounts.

use super::{AccountKey, AccountManager, AccountsError};
use crate::operator::Report;
use crate::operator::aws::AwsAccess;
use crate::serve;
use crate::serve::EmbeddedDatabase;
use clap::{Args, Subcommand};
use std::path::{Path, PathBuf};
use uuid::Uuid;
use wallet_core::auth::Username;
use wallet_store::dynamodb::{Adapters, Client, Tables};

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
    /// Runs the command and returns the output.
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
    /// Runs the command and returns the output.
    pub async fn run(&self, manager: &AccountManager) -> anyhow::Result<Report> {
        Ok(match self {
            Self::List(account) => manager.list_sessions(&account.key()?).await?,
            Self::RevokeAll(account) => manager.end_sessions(&account.key()?).await?,
        })
    }
}

/// The location of the accounts and sessions: a data folder, or tables on AWS.
#[derive(Args, Debug)]
pub struct AccountsTarget {
    /// The data folder of a server on this machine, which may be running
    // Not the id `data`: clap gives the default of the server's flag with that id to a global flag of a subcommand.
    #[arg(long = "data", id = "accounts_data", value_name = "DIR", global = true)]
    data: Option<PathBuf>,
    /// The table of accounts on AWS, the output `AccountsTable` of the stack
    #[arg(long, value_name = "NAME", env = "WALLET_CLOUD_ACCOUNTS_TABLE", global = true)]
    accounts_table: Option<String>,
    /// The table of sessions on AWS, the output `SessionsTable` of the stack
    #[arg(long, value_name = "NAME", env = "WALLET_CLOUD_SESSIONS_TABLE", global = true)]
    sessions_table: Option<String>,
    #[command(flatten)]
    aws: AwsAccess,
}

impl AccountsTarget {
    /// Opens the tables. `--data` has precedence over the tables on AWS, and without both, the default folder is used.
    pub async fn open(&self) -> anyhow::Result<AccountManager> {
        if self.data.is_none()
            && let Some(tables) = self.tables().await?
        {
            let client = Client::new(&self.aws.load().await?);
            return Ok(manager(&client, &tables));
        }
        let folder = self.data.as_deref().unwrap_or(Path::new(serve::DEFAULT_DATA));
        let database = EmbeddedDatabase::open_existing(folder).await?;
        Ok(manager(&database.client, &database.tables))
    }

    /// Returns the names of the tables on AWS, or `None` if the accounts are on this machine. Names that are given
    /// precede the tables of the stack.
    async fn tables(&self) -> anyhow::Result<Option<Tables>> {
        if let (Some(accounts), Some(sessions)) = (&self.accounts_table, &self.sessions_table) {
            return Ok(Some(Tables {
                accounts: accounts.clone(),
                sessions: sessions.clone(),
                throttle: String::new(),
            }));
        }
        if let Some(stack) = self.aws.stack().await? {
            return Ok(Some(Tables {
                accounts: self.accounts_table.clone().unwrap_or(stack.tables.accounts),
                sessions: self.sessions_table.clone().unwrap_or(stack.tables.sessions),
                throttle: stack.tables.throttle,
            }));
        }
        match (&self.accounts_table, &self.sessions_table) {
            (None, None) => Ok(None),
            _ => Err(AccountsError::NoTable.into()),
        }
    }
}

fn manager(client: &Client, tables: &Tables) -> AccountManager {
    let adapters = Adapters::new(client, tables);
    AccountManager::new(adapters.accounts, adapters.sessions)
}
