//! The location of the accounts.

use super::{AccountManager, AccountsError};
use crate::operator::aws::AwsAccess;
use crate::serve::{self, EmbeddedDatabase};
use clap::Args;
use std::path::{Path, PathBuf};
use wallet_store::dynamodb::{Adapters, Client, Tables};

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
    /// Opens the tables. `--data` has precedence over the tables on AWS, and without both it is the default folder.
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

    /// Returns the names of the tables on AWS, or `None` if the accounts are on this machine. Names that are given precede
    /// those of the stack.
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
