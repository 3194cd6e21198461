//! User accounts.

use crate::auth::{MerchantId, Username};
use crate::ports::store::StoreError;
use crate::ports::system::Timestamp;
use async_trait::async_trait;
use uuid::Uuid;

/// The id of an account: never reused, unlike its user name.
pub type AccountId = Uuid;

/// A user account as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// Its id, the `<id>` of the subject `account:<id>`.
    pub id: AccountId,
    /// The user name in its prepared form (RFC 8265).
    pub username: Username,
    /// The Argon2id hash in PHC string form.
    pub password_hash: String,
    /// Counts password changes. Sessions and security tokens name the epoch they were made in
    /// and die with it.
    pub epoch: u64,
    /// The merchant whose back end registered it.
    pub merchant: MerchantId,
    /// When it was registered.
    pub created_at: Timestamp,
}

/// Why an account was not created.
#[derive(Debug, thiserror::Error)]
pub enum CreateAccountError {
    /// The user name belongs to an account.
    #[error("the user name is taken")]
    UsernameTaken,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why an account was not changed.
#[derive(Debug, thiserror::Error)]
pub enum ChangeAccountError {
    /// It is gone, or its password was changed since it was read.
    #[error("the account changed meanwhile")]
    Changed,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The accounts. Reads are strongly consistent; every change is all or nothing.
#[async_trait]
pub trait Accounts: Send + Sync {
    /// Stores a new account if its user name is free.
    async fn create(&self, account: &Account) -> Result<(), CreateAccountError>;

    /// The account of a user name.
    async fn find_by_username(&self, username: &Username) -> Result<Option<Account>, StoreError>;

    /// The account with an id.
    async fn find(&self, id: AccountId) -> Result<Option<Account>, StoreError>;

    /// Sets a new password and raises the epoch by one, which ends all sessions and security tokens
    /// of the account but the session under `keep_token_id`.
    /// `account` is as it was read: when its epoch is no longer the stored one, nothing changes.
    async fn change_password(
        &self,
        account: &Account,
        new_hash: &str,
        keep_token_id: Uuid,
        now: Timestamp,
    ) -> Result<(), ChangeAccountError>;

    /// Replaces the hash of the same password by one with other parameters; the epoch stays.
    async fn rehash(&self, account: &Account, new_hash: &str) -> Result<(), ChangeAccountError>;

    /// Deletes the account; its user name becomes free and its sessions end. That it is gone already is no error.
    async fn delete(&self, account: &Account) -> Result<(), ChangeAccountError>;
}
