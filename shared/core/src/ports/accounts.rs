//! User accounts.

use crate::auth::{MerchantId, Username};
use crate::error::{CodedError, ErrorCode, ErrorInfo};
use crate::ports::store::StoreError;
use crate::ports::system::Timestamp;
use async_trait::async_trait;
use uuid::Uuid;

/// The account id. Unlike a user name, it is never reused.
pub type AccountId = Uuid;

/// A user account as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// The `<id>` of the subject `account:<id>`.
    pub id: AccountId,
    /// The user name in its prepared form (RFC 8265).
    pub username: Username,
    /// The Argon2id hash in PHC string form.
    pub password_hash: String,
    /// The number of password changes. Sessions and security tokens record the epoch of their creation and are
    /// valid only for that epoch.
    pub epoch: u64,
    /// The merchant with the back end that registered the account.
    pub merchant: MerchantId,
    /// The time of registration.
    pub created_at: Timestamp,
}

/// Errors of [`Accounts::create`].
#[derive(Debug, thiserror::Error)]
pub enum CreateAccountError {
    /// Another account has the user name.
    #[error("choose another user name; this one is taken")]
    UsernameTaken,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl CodedError for CreateAccountError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::UsernameTaken => ErrorInfo::describe(ErrorCode::UsernameTaken, self).at("username"),
            Self::Store(error) => error.info(),
        }
    }
}

/// Errors of [`Accounts::change_password`], [`Accounts::rehash`] and [`Accounts::delete`].
#[derive(Debug, thiserror::Error)]
pub enum ChangeAccountError {
    /// The account was deleted, or its password was changed, since it was read.
    #[error("the account was changed concurrently; send its current password")]
    Changed,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl CodedError for ChangeAccountError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::Changed => ErrorInfo::describe(ErrorCode::InvalidCredentials, self),
            Self::Store(error) => error.info(),
        }
    }
}

/// The account storage. Reads are strongly consistent; every change is atomic.
#[async_trait]
pub trait Accounts: Send + Sync {
    /// Stores a new account if its user name is free.
    async fn create(&self, account: &Account) -> Result<(), CreateAccountError>;

    /// Returns the account with a user name.
    async fn find_by_username(&self, username: &Username) -> Result<Option<Account>, StoreError>;

    /// Returns the account with an id.
    async fn find(&self, id: AccountId) -> Result<Option<Account>, StoreError>;

    /// Sets a new password and increments the epoch, which ends all sessions and security tokens of the account
    /// except the session under `retained_token_id`.
    ///
    /// Returns [`ChangeAccountError::Changed`] without a change if the epoch of `account`, as read
    /// before, is no longer the stored one.
    async fn change_password(
        &self,
        account: &Account,
        new_hash: &str,
        retained_token_id: Uuid,
        now: Timestamp,
    ) -> Result<(), ChangeAccountError>;

    /// Replaces the hash by one of the same password with other parameters. The epoch does not change.
    async fn rehash(&self, account: &Account, new_hash: &str) -> Result<(), ChangeAccountError>;

    /// Deletes the account, which frees its user name and ends its sessions. Succeeds if the account is already
    /// deleted.
    async fn delete(&self, account: &Account) -> Result<(), ChangeAccountError>;
}
