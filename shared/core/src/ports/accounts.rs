//! User accounts.

pub use crate::auth::AccountId;
use crate::auth::{MerchantId, SecondFactor, Username};
use crate::error::{CodedError, ErrorCode, ErrorInfo};
use crate::ports::store::StoreError;
use crate::ports::system::Timestamp;
use async_trait::async_trait;
use uuid::Uuid;

/// A user account as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// The `<id>` of the subject `account:<id>`.
    pub id: AccountId,
    /// The user name in the prepared form (RFC 8265).
    pub username: Username,
    /// The Argon2id hash in PHC string form.
    pub password_hash: String,
    /// The number of changes of the password, of enrolments and removals of a second factor, and of calls of
    /// [`Accounts::end_sessions`]. Sessions and security tokens record the epoch of their creation and are valid only
    /// for that epoch.
    pub epoch: u64,
    /// True if an operator has disabled the account: logins and tokens are rejected.
    pub disabled: bool,
    /// The second factor of logins.
    pub second_factor: SecondFactor,
    /// The number of changes of `second_factor`, which include the uses of codes.
    pub factor_revision: u64,
    /// The merchant with the back end that registered the account.
    pub merchant: MerchantId,
    /// The time of registration.
    pub created_at: Timestamp,
}

/// Errors of [`Accounts::create`].
#[derive(Debug, thiserror::Error)]
pub enum CreateAccountError {
    /// The user name belongs to a different account.
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

/// A change of what a login requires, which ends the remaining sessions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CredentialChange<'a> {
    /// A new password, as an Argon2id hash in PHC string form.
    Password(&'a str),
    /// The confirmation or removal of a second factor.
    SecondFactor(&'a SecondFactor),
}

/// Errors of the changes of an account.
#[derive(Debug, thiserror::Error)]
pub enum ChangeAccountError {
    /// The account was deleted, or the part that the change depends on was changed, since it was read.
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
    /// Stores a new account if the user name is free.
    async fn create(&self, account: &Account) -> Result<(), CreateAccountError>;

    /// Returns the account with a user name.
    async fn find_by_username(&self, username: &Username) -> Result<Option<Account>, StoreError>;

    /// Returns the account with an id.
    async fn find(&self, id: AccountId) -> Result<Option<Account>, StoreError>;

    /// Changes the credentials and increments the epoch, which ends all sessions and security tokens of the account
    /// except the session under `retained_token_id`.
    ///
    /// Returns [`ChangeAccountError::Changed`] without a change if the epoch of `account`, as read before, is no longer
    /// the stored epoch. The same applies to the revision of the second factor if that is changed.
    async fn change_credentials(
        &self,
        account: &Account,
        change: CredentialChange<'_>,
        retained_token_id: Uuid,
        now: Timestamp,
    ) -> Result<(), ChangeAccountError>;

    /// Stores the second factor after the use of a code, new recovery codes or the start of an enrolment. The epoch
    /// does not change.
    ///
    /// Returns [`ChangeAccountError::Changed`] without a change if the epoch or the revision of `account`, as read
    /// before, is no longer the stored revision: of concurrent uses of a code, one succeeds.
    async fn update_second_factor(&self, account: &Account, factor: &SecondFactor) -> Result<(), ChangeAccountError>;

    /// Replaces the hash by a hash of the same password with different parameters. The epoch does not change.
    async fn rehash(&self, account: &Account, new_hash: &str) -> Result<(), ChangeAccountError>;

    /// Increments the epoch, which ends all sessions, security tokens and device tokens of the account, and stores if
    /// it is disabled from now on.
    ///
    /// Returns [`ChangeAccountError::Changed`] without a change if the epoch of `account`, as read before, is no longer
    /// the stored one.
    async fn end_sessions(&self, account: &Account, disabled: bool) -> Result<(), ChangeAccountError>;

    /// Deletes the account, which frees the user name and ends all sessions. Succeeds if the account is already
    /// deleted.
    async fn delete(&self, account: &Account) -> Result<(), ChangeAccountError>;
}
