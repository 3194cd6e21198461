//! Requests to receivers, which are not trusted.

use async_trait::async_trait;
use reqwest::header::RETRY_AFTER;
use rustls::ClientConfig;
use std::sync::Arc;
use wallet_notifications::delivery::{Endpoint, Failure};
use wallet_upstream::client::BuildClientError;
use wallet_upstream::guarded::{GuardedClients, GuardedError, Names};

/// The number of bytes of a response's body that are read and thrown away.
const BODY: usize = 16 * 1024;

/// The maximum length of a `Retry-After` header, in bytes. The longest HTTP date has 33.
const RETRY_AFTER_BYTES: usize = 64;

/// A request to a receiver: `POST` with these headers and this body.
#[derive(Clone, Debug)]
pub struct Request {
    /// The headers: names in lower case, and values of visible ASCII.
    pub headers: Vec<(&'static str, String)>,
    /// The body.
    pub body: Vec<u8>,
}

/// A complete response; of the body only the beginning was received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The status code, also of a redirect.
    pub status: u16,
    /// The header `Retry-After`, if sent and readable.
    pub retry_after: Option<String>,
}

/// The way of requests to receivers.
#[async_trait]
pub trait Transport: Send + Sync {
    /// Sends a request. The caller bounds the time by dropping the future, which ends the connection.
    ///
    /// # Errors
    /// The receiver did not respond completely.
    async fn post(&self, endpoint: &Endpoint, request: Request) -> Result<Response, Failure>;
}

/// Requests to receivers by [`GuardedClients`].
pub struct HttpTransport(GuardedClients);

impl HttpTransport {
    /// Returns the transport with the names of the operating system and the compiled-in roots.
    ///
    /// # Errors
    /// The TLS library rejects the defaults.
    pub fn system() -> Result<Self, BuildClientError> {
        GuardedClients::system().map(Self)
    }

    /// Creates a transport.
    pub fn new(names: Arc<dyn Names>, tls: ClientConfig) -> Self {
        Self(GuardedClients::new(names, tls))
    }

    async fn send(&self, endpoint: &Endpoint, request: Request) -> Result<Response, GuardedError> {
        let client = self.0.client(endpoint).await?;
        let mut sent = client.post(endpoint.url().clone()).body(request.body);
        for (name, value) in request.headers {
            sent = sent.header(name, value);
        }
        let mut response = sent.send().await?;
        let mut left = BODY;
        while let Some(chunk) = response.chunk().await? {
            left = left.saturating_sub(chunk.len());
            if left == 0 {
                break;
            }
        }
        let retry_after = response
            .headers()
            .get(RETRY_AFTER)
            .and_then(|value| value.to_str().ok());
        Ok(Response {
            status: response.status().as_u16(),
            retry_after: retry_after
                .filter(|text| text.len() <= RETRY_AFTER_BYTES)
                .map(str::to_owned),
        })
    }
}

#[async_trait]
impl Transport for HttpTransport {
    async fn post(&self, endpoint: &Endpoint, request: Request) -> Result<Response, Failure> {
        self.send(endpoint, request).await.map_err(failure)
    }
}

/// Returns the failure of an attempt.
const fn failure(error: GuardedError) -> Failure {
    match error {
        GuardedError::Unresolved => Failure::Unresolved,
        GuardedError::ForbiddenAddress => Failure::ForbiddenAddress,
        GuardedError::Connection => Failure::Connection,
        GuardedError::Timeout => Failure::Timeout,
    }
}
