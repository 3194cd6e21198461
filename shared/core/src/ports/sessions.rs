//! Sessions: the chain of refresh tokens that one issue began.

use crate::auth::{PermissionSet, Subject};
use crate::ports::store::StoreError;
use crate::ports::system::Timestamp;
use async_trait::async_trait;
use uuid::Uuid;

/// The id of a session, the part of a refresh token that finds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SessionId(pub [u8; 16]);

/// SHA-256 of a whole refresh token: all that the table keeps of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokenHash(pub [u8; 32]);

/// A session as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// Its id.
    pub id: SessionId,
    /// Whose it is.
    pub subject: Subject,
    /// The id under which the client opened it, claim `sid` of its permission tokens.
    pub token_id: Uuid,
    /// What its permission tokens allow.
    pub permissions: PermissionSet,
    /// The client's payload, a claim of its permission tokens.
    pub payload: Option<String>,
    /// The account's epoch when it was opened or kept; `None` for a merchant.
    pub epoch: Option<u64>,
    /// SHA-256 of the merchant key that opened it, which it does not outlive; `None` for an account.
    pub merchant_key: Option<[u8; 32]>,
    /// How often it was refreshed: the generation of the current refresh token.
    pub generation: u32,
    /// The hash of the current refresh token.
    pub current: TokenHash,
    /// The hash of the one before, which is good for the same successor for a short while.
    pub previous: Option<TokenHash>,
    /// When the previous one was spent.
    pub previous_spent_at: Option<Timestamp>,
    /// When it ends if it is not refreshed.
    pub idle_expires_at: Timestamp,
    /// When it ends however often it is refreshed.
    pub expires_at: Timestamp,
}

/// Why a session was not opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenSessionError {
    /// The account is gone, or its password was changed since the proof was given.
    #[error("the account changed meanwhile")]
    AccountChanged,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The change that one use of a refresh token makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rotation {
    /// The session named by the presented token.
    pub id: SessionId,
    /// The hash of the presented token.
    pub presented: TokenHash,
    /// The hash of its successor.
    pub successor: TokenHash,
    /// The moment of use.
    pub now: Timestamp,
    /// The new end if it is not refreshed again.
    pub idle_expires_at: Timestamp,
}

/// What a rotation found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RotateOutcome {
    /// The presented token was current; the successor is now. The session as it is after the rotation.
    Rotated(Session),
    /// Nothing was changed. The session as it stands, for the caller to judge
    /// (`auth::judge_spent_token`): the presented token is not its current one, or it has expired.
    NotCurrent(Session),
    /// There is no such session, it has ended, or its account is gone or has another epoch.
    Ended,
}

/// The sessions. Every change is all or nothing; reads are strongly consistent.
#[async_trait]
pub trait Sessions: Send + Sync {
    /// Stores a new session. For an account it replaces the one under the same (subject, token id),
    /// and only while the account exists with the session's epoch.
    /// Sessions of a merchant live side by side.
    async fn open(&self, session: &Session) -> Result<(), OpenSessionError>;

    /// Spends the presented token if it is the session's current one, the session is neither ended
    /// nor expired at `now`, and its account (if any) still has the session's epoch.
    /// A rotation whose answer was lost and which is tried again is recognised and succeeds.
    async fn rotate(&self, rotation: &Rotation) -> Result<RotateOutcome, StoreError>;

    /// Ends a session; that it has ended already is no error.
    async fn end(&self, id: SessionId) -> Result<(), StoreError>;
}
