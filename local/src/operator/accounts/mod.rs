//! The operator's commands for accounts and their sessions.

mod command;
mod error;
mod sessions;
mod target;

pub use command::{AccountsCommand, SessionsCommand};
pub use error::AccountsError;
pub use target::AccountsTarget;

use super::Report;
use serde_json::json;
use std::sync::Arc;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use uuid::Uuid;
use wallet_core::auth::{SecondFactor, Username};
use wallet_core::ports::accounts::{Account, AccountId, Accounts, ChangeAccountError, CredentialChange};
use wallet_core::ports::sessions::Sessions;
use wallet_core::ports::system::{Clock, Timestamp};
use wallet_http::system::SystemClock;

/// The number of attempts to change an account that its user changes concurrently.
const RACES: u32 = 8;

/// The effect on permission tokens, which services verify without a look-up.
const PERMISSION_TOKENS: &str = "Permission tokens that were issued before expire within 10 minutes.";

/// The designation of an account. Ids are never reused; a user name is free again after its account was deleted.
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

    /// Disables or enables an account. All its sessions and security tokens end.
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

    /// Removes the second factor of an account, or its enrolment. All its sessions and security tokens end.
    pub async fn reset_factor(&self, key: &AccountKey) -> Result<Report, AccountsError> {
        for _ in 0..RACES {
            let account = self.read(key).await?;
            let (name, id) = (account.username.as_str(), account.id);
            if account.second_factor == SecondFactor::Absent {
                return Err(AccountsError::NoFactor(name.to_owned()));
            }
            let removal = CredentialChange::SecondFactor(&SecondFactor::Absent);
            // No session has this new token id, so none is retained.
            let (retained, now) = (Uuid::new_v4(), self.clock.now());
            match self.accounts.change_credentials(&account, removal, retained, now).await {
                Ok(()) => {
                    let text = format!(
                        "{name} ({id}) has no second factor: the password alone logs in, and all sessions have ended. \
                         {PERMISSION_TOKENS}"
                    );
                    let json = json!({ "id": id, "username": name, "secondFactor": "absent" });
                    return Ok(Report::new(text, json));
                }
                Err(ChangeAccountError::Changed) => {}
                Err(ChangeAccountError::Store(error)) => return Err(error.into()),
            }
        }
        Err(AccountsError::Busy)
    }

    /// Deletes an account with all its sessions, which frees its user name.
    pub async fn delete(&self, id: AccountId) -> Result<Report, AccountsError> {
        let key = AccountKey::Id(id);
        for _ in 0..RACES {
            let account = self.read(&key).await?;
            match self.accounts.delete(&account).await {
                Ok(()) => {
                    let name = account.username.as_str();
                    let text = format!("{name} ({id}) is deleted, and the user name is free. {PERMISSION_TOKENS}");
                    return Ok(Report::new(
                        text,
                        json!({ "id": id, "username": name, "deleted": true }),
                    ));
                }
                Err(ChangeAccountError::Changed) => {}
                Err(ChangeAccountError::Store(error)) => return Err(error.into()),
            }
        }
        Err(AccountsError::Busy)
    }

    async fn read(&self, key: &AccountKey) -> Result<Account, AccountsError> {
        let found = match key {
            AccountKey::Name(name) => self.accounts.find_by_username(name).await?,
            AccountKey::Id(id) => self.accounts.find(*id).await?,
        };
        found.ok_or_else(|| AccountsError::unknown(key))
    }

    /// Ends all sessions of an account and stores if it is disabled. Returns the account as read before.
    async fn end_sessions_of(
        &self,
        key: &AccountKey,
        disabled: impl Fn(&Account) -> bool,
    ) -> Result<Account, AccountsError> {
        for _ in 0..RACES {
            let account = self.read(key).await?;
            match self.accounts.end_sessions(&account, disabled(&account)).await {
                Ok(()) => return Ok(account),
                Err(ChangeAccountError::Changed) => {}
                Err(ChangeAccountError::Store(error)) => return Err(error.into()),
            }
        }
        Err(AccountsError::Busy)
    }
}

/// Returns a time in RFC 3339, or in Unix seconds if it is not a date.
fn date(time: Timestamp) -> String {
    let seconds = i64::try_from(time.as_secs()).unwrap_or(i64::MAX);
    let date = OffsetDateTime::from_unix_timestamp(seconds).ok();
    let text = date.and_then(|date| date.format(&Rfc3339).ok());
    text.unwrap_or_else(|| seconds.to_string())
}

#[cfg(test)]
mod tests;
