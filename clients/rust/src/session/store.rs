//! The storage of a session's tokens.

use crate::error::StoreError;
use async_trait::async_trait;
use bon::Builder;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// A token with its expiry.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Builder)]
#[serde(rename_all = "camelCase")]
#[builder(on(String, into))]
#[non_exhaustive]
pub struct Token {
    /// The token.
    pub token: String,
    /// The expiry in Unix seconds of the server's clock.
    pub expires_at: u64,
}

/// The tokens of a session, as an app stores them. They grant access to the account, so the storage must be as
/// secure as that of a password.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Builder)]
#[serde(rename_all = "camelCase")]
#[builder(on(String, into))]
#[non_exhaustive]
pub struct StoredSession {
    /// The permission token.
    pub permission_token: Token,
    /// The refresh token.
    pub refresh_token: Token,
    /// The difference of the server's clock and the device's clock in milliseconds.
    pub clock_offset: i64,
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Token {{ expires_at: {} }}", self.expires_at)
    }
}

/// Stores the tokens of one session. An app replaces it to continue the session after a restart.
#[async_trait]
pub trait TokenStore: Send + Sync {
    /// Returns the stored tokens.
    async fn load(&self) -> Result<Option<StoredSession>, StoreError>;

    /// Replaces the stored tokens.
    async fn save(&self, session: &StoredSession) -> Result<(), StoreError>;

    /// Deletes the stored tokens.
    async fn clear(&self) -> Result<(), StoreError>;
}

/// A store in memory: the session ends with the process.
#[derive(Debug, Default)]
pub struct MemoryStore(Mutex<Option<StoredSession>>);

#[async_trait]
impl TokenStore for MemoryStore {
    async fn load(&self) -> Result<Option<StoredSession>, StoreError> {
        Ok(self.0.lock().unwrap_or_else(PoisonError::into_inner).clone())
    }

    async fn save(&self, session: &StoredSession) -> Result<(), StoreError> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(session.clone());
        Ok(())
    }

    async fn clear(&self) -> Result<(), StoreError> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
        Ok(())
    }
}
