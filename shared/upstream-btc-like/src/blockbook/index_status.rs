//! `GET /api/status`: state of the index, requested at most once per [`LIFETIME`].

use std::time::Duration;
use tokio::time::{Instant, timeout_at};
use wallet_upstream::blockbook_status::{IndexStatus, StatusResponse, unexpected_error};
use wallet_upstream::client::{Deadline, after};
use wallet_upstream::endpoint::Endpoint;
use wallet_upstream::failure::Failure;
use wallet_upstream::resilience::{Clocks, Policy, Refreshing};

/// Time for which a status serves responses about addresses. The pool requests the head as often, so in general it is
/// the only one that causes requests.
const LIFETIME: Duration = Duration::from_secs(15);

/// Time for which a status serves the pool: long enough to share the request with the response that the pool checks,
/// so short that a head is no older than the pool assumes.
const SHARED: Duration = Duration::from_secs(1);

/// Time for the request. Each caller waits until its own deadline.
const TIME: Duration = Duration::from_secs(8);

/// The last status of one server.
pub(super) struct CachedStatus(Refreshing<IndexStatus, Failure>);

impl CachedStatus {
    /// Creates the cache without a status.
    pub(super) fn new(clocks: Clocks) -> Self {
        Self(Refreshing::new(clocks, Policy::fresh_for(SHARED)))
    }

    /// Returns the current status.
    pub(super) async fn latest(&self, endpoint: &Endpoint, deadline: Deadline) -> Result<IndexStatus, Failure> {
        let flight = self.0.join(|| request(endpoint.clone()));
        let end = Instant::from_std(deadline.instant());
        timeout_at(end, flight).await.unwrap_or(Err(Failure::TimedOut))
    }

    /// Returns a height of the server that is at most [`LIFETIME`] old.
    pub(super) async fn height(&self, endpoint: &Endpoint, deadline: Deadline) -> Result<u32, Failure> {
        match self.0.last(LIFETIME) {
            Some(status) => Ok(status.best_height),
            None => Ok(self.latest(endpoint, deadline).await?.best_height),
        }
    }
}

async fn request(endpoint: Endpoint) -> Result<IndexStatus, Failure> {
    let url = endpoint.url(&["api", "status"]);
    let response = endpoint.get(url, after(TIME)).await?;
    if response.is_success() {
        Ok(response.json::<StatusResponse>()?.blockbook)
    } else {
        Err(unexpected_error(&response))
    }
}
