//! Requests to the servers that names determine: `stellar.toml`, federation servers, gateways of off-chain names.
//!
//! The servers are not trusted ([`crate::guarded`]), and any caller can choose a slow server, so the requests have a lane of
//! few concurrent requests apart from those to upstreams, and each request has a short time.

use crate::client::{BuildClientError, within};
use crate::guarded::{GuardedClients, GuardedError};
use async_trait::async_trait;
use reqwest::header::{ACCEPT, CONTENT_TYPE};
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::time::{Instant, timeout_at};
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::public_fetch::{FetchError, FetchRequest, Fetched, PublicFetch};
use wallet_core::public_endpoint::{Endpoint, Reach};

/// The time of a request, from the wait for a permit to the end of the response.
const LIMIT: Duration = Duration::from_secs(6);

/// Concurrent requests of a process.
const PERMITS: usize = 16;

/// The implementation of the port [`PublicFetch`].
pub struct NameServers {
    clients: GuardedClients,
    reach: Reach,
    permits: Semaphore,
}

impl NameServers {
    /// Returns the adapter with the names of the operating system and the compiled-in roots.
    ///
    /// # Errors
    /// The TLS library rejects the defaults.
    pub fn system(reach: Reach) -> Result<Self, BuildClientError> {
        Ok(Self::new(GuardedClients::system()?, reach))
    }

    /// Creates the adapter over these clients.
    pub const fn new(clients: GuardedClients, reach: Reach) -> Self {
        Self {
            clients,
            reach,
            permits: Semaphore::const_new(PERMITS),
        }
    }

    async fn send(&self, endpoint: &Endpoint, request: FetchRequest<'_>) -> Result<Fetched, FetchError> {
        let client = self.clients.client(endpoint).await?;
        let url = endpoint.url().clone();
        let sent = match request.body {
            None => client.get(url),
            Some(body) => client
                .post(url)
                .header(CONTENT_TYPE, "application/json")
                .body(body.to_owned()),
        };
        let response = sent.header(ACCEPT, "*/*").send().await;
        let mut response = response.map_err(GuardedError::from)?;
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(GuardedError::from)? {
            if body.len() + chunk.len() > request.limit {
                return Err(FetchError::TooLong);
            }
            body.extend_from_slice(&chunk);
        }
        Ok(Fetched {
            status: response.status().as_u16(),
            body,
        })
    }
}

impl From<GuardedError> for FetchError {
    fn from(error: GuardedError) -> Self {
        match error {
            GuardedError::Unresolved => Self::Unresolved,
            GuardedError::ForbiddenAddress => Self::Forbidden,
            GuardedError::Connection => Self::Unavailable,
            GuardedError::Timeout => Self::Timeout,
        }
    }
}

#[async_trait]
impl PublicFetch for NameServers {
    async fn fetch(&self, request: FetchRequest<'_>, deadline: Deadline) -> Result<Fetched, FetchError> {
        let endpoint = Endpoint::parse(request.url, self.reach).map_err(|_| FetchError::Forbidden)?;
        let end = Instant::from_std(within(deadline, LIMIT).instant());
        // The semaphore is never closed, so an error means that the wait timed out.
        let Ok(Ok(_permit)) = timeout_at(end, self.permits.acquire()).await else {
            return Err(FetchError::Unavailable);
        };
        let response = timeout_at(end, self.send(&endpoint, request)).await;
        let response = response.unwrap_or(Err(FetchError::Timeout));
        if let Err(error) = &response {
            tracing::info!(%error, host = %endpoint, "request to the server of a name failed");
        }
        response
    }
}
