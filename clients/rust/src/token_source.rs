//! The source of permission tokens.

use super::error::SessionError;
use async_trait::async_trait;

/// Supplies permission tokens to a client.
#[async_trait]
pub trait TokenSource: Send + Sync {
    /// Returns a permission token that is valid now.
    async fn permission_token(&self) -> Result<String, SessionError>;

    /// Obtains a new permission token after a service rejected this token.
    async fn replace(&self, rejected: &str) -> Result<(), SessionError>;
}
