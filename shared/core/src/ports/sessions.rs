//! Sessions: chains of refresh tokens, each from a single issue.

use crate::auth::{DeviceName, PermissionSet, Subject};
use crate::error::{CodedError, ErrorCode, ErrorInfo};
use crate::ports::accounts::AccountId;
use crate::ports::store::StoreError;
use crate::ports::system::Timestamp;
use async_trait::async_trait;
use uuid::Uuid;

/// The session id, which is part of every refresh token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SessionId(pub [u8; 16]);

/// SHA-256 of a complete refresh token. The token itself is not stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokenHash(pub [u8; 32]);

/// A session as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// The session id.
    pub id: SessionId,
    /// The account or merchant that owns the session.
    pub subject: Subject,
    /// The client-supplied token id: claim `sid` of the permission tokens.
    pub token_id: Uuid,
    /// The permissions of the permission tokens.
    pub permissions: PermissionSet,
    /// The client-supplied payload, a claim of the permission tokens.
    pub payload: Option<String>,
    /// The name of the client's device, for the list of sessions.
    pub device_name: Option<DeviceName>,
    /// The time when the session was opened.
    pub created_at: Timestamp,
    /// The epoch of the account when the session was opened or retained. `None` for a merchant.
    pub epoch: Option<u64>,
    /// SHA-256 of the merchant key that opened the session. The session ends with that key. `None` for an account.
    pub merchant_key: Option<[u8; 32]>,
    /// The number of refreshes: the generation of the current refresh token.
    pub generation: u32,
    /// The hash of the current refresh token.
    pub current: TokenHash,
    /// The hash of the previous refresh token, which is valid for the same successor for a short time.
    pub previous: Option<TokenHash>,
    /// The time when the previous refresh token was spent.
    pub previous_spent_at: Option<Timestamp>,
    /// The time when the session ends without a refresh.
    pub idle_expires_at: Timestamp,
    /// The time when the session ends regardless of refreshes.
    pub expires_at: Timestamp,
}

impl Session {
    /// Returns the time of the last refresh, or of the opening without a refresh.
    pub fn last_used_at(&self) -> Timestamp {
        self.previous_spent_at.unwrap_or(self.created_at)
    }

    /// Returns the time when the session ends without a refresh.
    pub fn ends_at(&self) -> Timestamp {
        self.idle_expires_at.min(self.expires_at)
    }
}

/// The maximum number of sessions of an account. A further session ends the session that was not used for the longest
/// time.
pub const SESSIONS_PER_ACCOUNT: usize = 100;

/// Errors of [`Sessions::open`].
#[derive(Debug, thiserror::Error)]
pub enum OpenSessionError {
    /// The account was deleted, or the password was changed, since the credentials were verified.
    #[error("the account was deleted or its password was changed; request a new security token")]
    AccountChanged,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl CodedError for OpenSessionError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::AccountChanged => ErrorInfo::describe(ErrorCode::InvalidToken, self),
            Self::Store(error) => error.info(),
        }
    }
}

/// The change made by a use of a refresh token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rotation {
    /// The id of the session in the presented token.
    pub id: SessionId,
    /// The hash of the presented token.
    pub presented: TokenHash,
    /// The hash of the successor.
    pub successor: TokenHash,
    /// The time of use.
    pub now: Timestamp,
    /// The new expiry if the session is not refreshed again.
    pub idle_expires_at: Timestamp,
}

/// Results of [`Sessions::rotate`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RotateOutcome {
    /// The presented token was current, and the successor is now current. Contains the session after
    /// the rotation.
    Rotated(Session),
    /// No change: the presented token is not the current token of the session, or the session has
    /// expired. Contains the stored session, for the caller to check with `auth::classify_spent_token`.
    NotCurrent(Session),
    /// The session does not exist or has ended, or the account is deleted or has a different epoch.
    Ended,
}

/// The session storage. Every change is atomic; reads are strongly consistent.
#[async_trait]
pub trait Sessions: Send + Sync {
    /// Stores a new session.
    ///
    /// A session of an account replaces the session with the same (subject, token id), and is stored only
    /// if the account exists with the epoch of the session. If the account has [`SESSIONS_PER_ACCOUNT`] sessions, the
    /// one that was not used for the longest time ends. A merchant can have any number of sessions under the same token
    /// id.
    async fn open(&self, session: &Session) -> Result<(), OpenSessionError>;

    /// Returns a session, which may have expired or belong to a changed account; `None` if no such session exists.
    async fn find(&self, id: SessionId) -> Result<Option<Session>, StoreError>;

    /// Spends the presented token if all conditions hold: the token is the current token of the session, the session
    /// has neither ended nor expired at `now`, and the account (if any) still has the epoch of the session.
    ///
    /// Recognises and accepts the retry of a rotation with a lost response.
    async fn rotate(&self, rotation: &Rotation) -> Result<RotateOutcome, StoreError>;

    /// Ends a session. Succeeds if the session has already ended.
    async fn end(&self, id: SessionId) -> Result<(), StoreError>;

    /// Returns the sessions of an account that have neither ended nor expired at `now`, in any order.
    async fn of_account(&self, account: AccountId, now: Timestamp) -> Result<Vec<Session>, StoreError>;

    /// Ends the session of an account under a token id. Returns false if there is none at `now`.
    async fn end_of_account(&self, account: AccountId, token_id: Uuid, now: Timestamp) -> Result<bool, StoreError>;
}
