//! Sources of permission tokens, and the session as such a source.

use super::Session;
use crate::error::SessionError;
use async_trait::async_trait;
use std::fmt;

/// Supplies permission tokens to a client.
#[async_trait]
pub trait TokenSource: Send + Sync {
    /// Returns a permission token that is valid now.
    async fn permission_token(&self) -> Result<String, SessionError>;

    /// Obtains a new permission token after a service rejected this token.
    async fn replace(&self, rejected: &str) -> Result<(), SessionError>;
}

#[async_trait]
impl TokenSource for Session {
    async fn permission_token(&self) -> Result<String, SessionError> {
        Self::permission_token(self).await
    }

    async fn replace(&self, rejected: &str) -> Result<(), SessionError> {
        let seen = self.0.renewals();
        {
            let state = self.0.state.lock().await;
            let current = state.tokens.as_ref();
            if current.is_some_and(|tokens| tokens.permission_token.token != rejected) {
                return Ok(());
            }
        }
        self.renew(seen).await.map(drop)
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("token_id", &self.0.token_id)
            .field("permissions", &self.0.permissions)
            .finish_non_exhaustive()
    }
}
