//! The source of permission tokens.

use super::error::SessionError;
use async_trait::async_trait;

/// Supplies permission tokens to a client.
#[async_trait]
pub trait TokenSource: Send + Sync {
    /// Returns a permission token that is valid now.
    async fn permission_token(&self) -> Result<String, SessionError>;

    /// Obtains another permission token after a service rejected this one.
    async fn replace(&self, rejected: &str) -> Result<(), SessionError>;
}
