//! The requests of a session to the authorization service.

use super::store::{StoredSession, Token};
use crate::authorization::permission::{
    IssueByFactorsRequest, IssueByKeyRequest, RefreshRequest, RevokeRequest, TokenPair,
};
use crate::client::{Call, Client};
use crate::error::CallError;
use crate::operation::{Method, Operation};
use crate::retry::RetryPolicy;
use crate::transport::{Response, Transport};
use serde::Serialize;
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};
use wallet_core::ports::system::Clock;

/// All attempts of a refresh together take less than the 30 s in which the service repeats its response to a refresh
/// token that was already used.
const RETRIES: RetryPolicy = RetryPolicy {
    attempts: 3,
    attempt_timeout: Duration::from_secs(8),
    first_delay: Duration::from_millis(300),
    maximum_delay: Duration::from_secs(2),
};

const ISSUE_BY_KEY: Operation = operation("/api/permission/issue-by-key");
const ISSUE_BY_FACTORS: Operation = operation("/api/permission/issue-by-factors");
const REFRESH: Operation = operation("/api/permission/refresh");
const REVOKE: Operation = operation("/api/permission/revoke");

const fn operation(path: &'static str) -> Operation {
    Operation {
        service: "authorization",
        method: Method::Post,
        path,
        is_repeatable: true,
    }
}

/// The authorization service at the address that the app configures.
pub struct Issuer {
    client: Client,
    clock: Arc<dyn Clock>,
}

impl Issuer {
    /// Creates an issuer. `authorization_url` contains the base path: `https://…/authorization/v1`.
    pub fn new(transport: Arc<dyn Transport>, authorization_url: &str, clock: Arc<dyn Clock>) -> Self {
        Self {
            client: Client::over(transport, authorization_url).with_retries(RETRIES),
            clock,
        }
    }

    /// Issues tokens for proofs of identity.
    pub async fn issue_by_factors(&self, request: &IssueByFactorsRequest) -> Result<StoredSession, CallError> {
        self.issue(&ISSUE_BY_FACTORS, request).await
    }

    /// Issues tokens for a merchant key.
    pub async fn issue_by_key(&self, request: &IssueByKeyRequest) -> Result<StoredSession, CallError> {
        self.issue(&ISSUE_BY_KEY, request).await
    }

    /// Issues the successors of a refresh token.
    pub async fn refresh(&self, refresh_token: &str) -> Result<StoredSession, CallError> {
        let refresh_token = refresh_token.to_owned();
        self.issue(&REFRESH, &RefreshRequest { refresh_token }).await
    }

    /// Ends the session of a refresh token.
    pub async fn revoke(&self, refresh_token: &str) -> Result<(), CallError> {
        let refresh_token = refresh_token.to_owned();
        let call = call(&REVOKE).with_body(&RevokeRequest { refresh_token });
        self.client.data::<serde_json::Value>(call).await.map(drop)
    }

    async fn issue(&self, operation: &'static Operation, request: &impl Serialize) -> Result<StoredSession, CallError> {
        let call = call(operation).with_body(request);
        let (pair, response) = self.client.data_with_response::<TokenPair>(call).await?;
        Ok(StoredSession {
            permission_token: Token {
                token: pair.permission_token.permission_token,
                expires_at: pair.permission_token.expires_at,
            },
            refresh_token: Token {
                token: pair.refresh_token.refresh_token,
                expires_at: pair.refresh_token.expires_at,
            },
            clock_offset: self.offset(&response),
        })
    }

    /// Returns the difference of the server's clock and the device's clock in milliseconds, or 0 if the response has
    /// no date.
    fn offset(&self, response: &Response) -> i64 {
        let server = response
            .header("date")
            .and_then(|date| httpdate::parse_http_date(date).ok());
        let server = server.and_then(|date| date.duration_since(UNIX_EPOCH).ok());
        let server = server.and_then(|since_epoch| i64::try_from(since_epoch.as_millis()).ok());
        let device = i64::try_from(self.clock.now().as_millis()).unwrap_or(i64::MAX);
        server.map_or(0, |server| server - device)
    }
}

/// Creates a call with a path relative to the address of the service.
fn call(operation: &'static Operation) -> Call {
    Call::new(operation, operation.path.to_owned())
}
