//! The operator's commands for accounts and their sessions.

mod command;

pub use command::{AccountsCommand, AccountsTarget, SessionsCommand};

use super::Report;
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::sync::Arc;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use uuid::Uuid;
use wallet_core::auth::{DeviceName, Permission, SecondFactor, Username, UsernameError};
use wallet_core::ports::accounts::{Account, AccountId, Accounts, ChangeAccountError, CredentialChange};
use wallet_core::ports::sessions::{Session, Sessions};
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::{Clock, Timestamp};
use wallet_http::system::SystemClock;

/// The number of attempts to change an account that the user changes concurrently.
const RACES: u32 = 8;

/// The effect on permission tokens, which services verify without a look-up.
const PERMISSION_TOKENS: &str = "Permission tokens that were issued before expire within 10 minutes.";

/// The designation of an account. Ids are never reused; a user name is free again after the account was deleted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AccountKey {
    /// The user name.
    Name(Username),
    /// The id.
    Id(AccountId),
}

/// Operations on accounts and sessions for an operator.
pub struct AccountManager {
    accounts: Arc<dyn Accounts>,
    sessions: Arc<dyn Sessions>,
    clock: Arc<dyn Clock>,
}

impl AccountManager {
    /// Creates a manager of the accounts and sessions.
    pub fn new(accounts: Arc<dyn Accounts>, sessions: Arc<dyn Sessions>) -> Self {
        Self {
            accounts,
            sessions,
            clock: Arc::new(SystemClock),
        }
    }

    /// Describes an account.
    pub async fn find(&self, key: &AccountKey) -> Result<Report, AccountsError> {
        let account = self.read(key).await?;
        let sessions = self.sessions.of_account(account.id, self.clock.now()).await?.len();
        let factor = match account.second_factor {
            SecondFactor::Absent => "absent",
            SecondFactor::Pending(_) => "pending",
            SecondFactor::Active(_) => "active",
        };
        let state = if account.disabled { "disabled" } else { "enabled" };
        let text = format!(
            "{}\n  id             {}\n  state          {state}\n  merchant       {}\n  created        {}\n  \
             second factor  {factor}\n  sessions       {sessions}",
            account.username.as_str(),
            account.id,
            account.merchant,
            date(account.created_at)
        );
        let json = json!({
            "id": account.id,
            "username": account.username.as_str(),
            "disabled": account.disabled,
            "merchant": account.merchant.as_str(),
            "createdAt": account.created_at.as_secs(),
            "secondFactor": factor,
            "sessions": sessions,
        });
        Ok(Report::new(text, json))
    }

    /// Disables or enables an account. All sessions and security tokens of the account end.
    pub async fn set_disabled(&self, key: &AccountKey, disabled: bool) -> Result<Report, AccountsError> {
        let account = self.end_sessions_of(key, |_| disabled).await?;
        let (name, id) = (account.username.as_str(), account.id);
        let text = if disabled {
            format!(
                "{name} ({id}) is disabled: its logins are rejected, and all sessions have ended. {PERMISSION_TOKENS}\n\
                 To undo this: wallet-cloud accounts enable --id {id}"
            )
        } else {
            format!("{name} ({id}) is enabled: the user can log in again.")
        };
        let json = json!({ "id": id, "username": name, "disabled": disabled });
        Ok(Report::new(text, json))
    }

    /// Removes the second factor of an account, or the enrolment. All sessions and security tokens of the account end.
    pub async fn reset_factor(&self, key: &AccountKey) -> Result<Report, AccountsError> {
        let removal = async |account: &Account| {
            if account.second_factor == SecondFactor::Absent {
                return Err(AccountsError::NoFactor(account.username.as_str().to_owned()));
            }
            let removal = CredentialChange::SecondFactor(&SecondFactor::Absent);
            // No session has this new token id, so none is retained.
            let (retained, now) = (Uuid::new_v4(), self.clock.now());
            let change = self.accounts.change_credentials(account, removal, retained, now);
            Ok(change.await)
        };
        let account = self.change(key, removal).await?;
        let (name, id) = (account.username.as_str(), account.id);
        let text = format!(
            "{name} ({id}) has no second factor: the password alone logs in, and all sessions have ended. \
             {PERMISSION_TOKENS}"
        );
        let json = json!({ "id": id, "username": name, "secondFactor": "absent" });
        Ok(Report::new(text, json))
    }

    /// Deletes an account with all sessions, which frees the user name.
    pub async fn delete(&self, id: AccountId) -> Result<Report, AccountsError> {
        let deletion = async |account: &Account| Ok(self.accounts.delete(account).await);
        let account = self.change(&AccountKey::Id(id), deletion).await?;
        let name = account.username.as_str();
        let text = format!("{name} ({id}) is deleted, and the user name is free. {PERMISSION_TOKENS}");
        let json = json!({ "id": id, "username": name, "deleted": true });
        Ok(Report::new(text, json))
    }

    async fn read(&self, key: &AccountKey) -> Result<Account, AccountsError> {
        let found = match key {
            AccountKey::Name(name) => self.accounts.find_by_username(name).await?,
            AccountKey::Id(id) => self.accounts.find(*id).await?,
        };
        found.ok_or_else(|| AccountsError::unknown(key))
    }

    /// Ends all sessions of an account and stores if the account is disabled. Returns the account as read before.
    async fn end_sessions_of(
        &self,
        key: &AccountKey,
        disabled: impl Fn(&Account) -> bool,
    ) -> Result<Account, AccountsError> {
        let end = async |account: &Account| Ok(self.accounts.end_sessions(account, disabled(account)).await);
        self.change(key, end).await
    }

    /// Changes an account, again if the user changes the account concurrently. Returns the account as read before.
    async fn change(
        &self,
        key: &AccountKey,
        change: impl AsyncFn(&Account) -> Result<Result<(), ChangeAccountError>, AccountsError>,
    ) -> Result<Account, AccountsError> {
        for _ in 0..RACES {
            let account = self.read(key).await?;
            match change(&account).await? {
                Ok(()) => return Ok(account),
                Err(ChangeAccountError::Changed) => {}
                Err(ChangeAccountError::Store(error)) => return Err(error.into()),
            }
        }
        Err(AccountsError::Busy)
    }
}

/// Returns a time in RFC 3339, or in Unix seconds if the time is not a date.
fn date(time: Timestamp) -> String {
    let seconds = i64::try_from(time.as_secs()).unwrap_or(i64::MAX);
    let date = OffsetDateTime::from_unix_timestamp(seconds).ok();
    let text = date.and_then(|date| date.format(&Rfc3339).ok());
    text.unwrap_or_else(|| seconds.to_string())
}

impl AccountManager {
    /// Lists the sessions of an account, latest use first.
    pub async fn list_sessions(&self, key: &AccountKey) -> Result<Report, AccountsError> {
        let account = self.read(key).await?;
        let mut sessions = self.sessions.of_account(account.id, self.clock.now()).await?;
        sessions.sort_by_key(|session| (Reverse(session.last_used_at()), session.token_id));
        let lines: Vec<_> = sessions.iter().map(line).collect();
        let text = format!("{}{} sessions.", lines.concat(), sessions.len());
        Ok(Report::new(text, sessions.iter().map(item).collect()))
    }

    /// Ends all sessions, security tokens and device tokens of an account.
    pub async fn end_sessions(&self, key: &AccountKey) -> Result<Report, AccountsError> {
        let account = self.end_sessions_of(key, |account| account.disabled).await?;
        let (name, id) = (account.username.as_str(), account.id);
        let text = format!("All sessions of {name} ({id}) have ended. {PERMISSION_TOKENS}");
        Ok(Report::new(text, json!({ "id": id, "username": name })))
    }
}

fn line(session: &Session) -> String {
    format!(
        "{}  used {}  until {}  {}  {}\n",
        session.token_id,
        date(session.last_used_at()),
        date(session.ends_at()),
        permissions(session).join(","),
        session.device_name.as_ref().map_or("", DeviceName::as_str)
    )
}

fn item(session: &Session) -> Value {
    json!({
        "tokenId": session.token_id,
        "deviceName": session.device_name.as_ref().map(DeviceName::as_str),
        "permissions": permissions(session),
        "createdAt": session.created_at.as_secs(),
        "lastUsedAt": session.last_used_at().as_secs(),
        "expiresAt": session.ends_at().as_secs(),
    })
}

fn permissions(session: &Session) -> Vec<&'static str> {
    session.permissions.iter().map(Permission::name).collect()
}

/// The error of a command. The message states the remedy; a source is printed after the message.
#[derive(Debug, thiserror::Error)]
pub enum AccountsError {
    /// No account has the user name.
    #[error("there is no account with the user name {0}")]
    UnknownName(String),
    /// No account has the id.
    #[error("there is no account with the id {0}")]
    UnknownId(Uuid),
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
    fn unknown(key: &AccountKey) -> Self {
        match key {
            AccountKey::Name(name) => Self::UnknownName(name.as_str().to_owned()),
            AccountKey::Id(id) => Self::UnknownId(*id),
        }
    }
}

#[cfg(test)]
mod tests;
