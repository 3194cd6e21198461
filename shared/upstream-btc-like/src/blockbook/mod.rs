//! Blockbook v2: an index server on top of a node, per chain and network.
//!
//! Conventions (`openapi.yaml` of trezor/blockbook): amounts are decimal strings in base units. Empty values
//! are omitted, so every field has a default. A client error has status 400 with `{"error": "text"}` (invalid
//! address, unknown transaction, rejected broadcast); an internal error has status 500.

mod blocks;
#[cfg(any(test, feature = "fuzzing"))]
pub mod fuzz;
mod history;
mod key;
mod payment;
mod rows;
mod transaction;
mod walk;

use crate::memory::{BlockDownloads, Shared};
use crate::source::follows_chain;
use async_trait::async_trait;
use serde::de::DeserializeOwned;
use std::time::Duration;
use tokio::time::{Instant, timeout_at};
use wallet_btc_like::{BlockHash, Params};
use wallet_upstream::blockbook_status::{IndexStatus, StatusResponse, unexpected_error};
use wallet_upstream::{
    Clocks, Deadline, Endpoint, Failure, Head, Kind, Lane, Policy, Refreshing, Source, UpstreamResponse, after,
};

pub(crate) struct Blockbook {
    endpoint: Endpoint,
    params: &'static Params,
    status: CachedStatus,
    downloads: BlockDownloads,
}

#[async_trait]
impl Source for Blockbook {
    fn kind(&self) -> Kind {
        Kind::Blockbook
    }

    async fn head(&self, deadline: Deadline) -> Result<Head, Failure> {
        self.status.latest(&self.endpoint, deadline).await?.decode()
    }

    async fn follows_chain(&self, deadline: Deadline) -> Result<bool, Failure> {
        follows_chain(self.params, |height| self.block_hash(height, deadline)).await
    }
}

impl Blockbook {
    /// Creates the adapter of a Blockbook of this chain and network at this endpoint.
    pub(crate) fn new(endpoint: Endpoint, params: &'static Params, clocks: Clocks, shared: &Shared) -> Self {
        Self {
            endpoint,
            params,
            status: CachedStatus::new(clocks),
            downloads: BlockDownloads::new(shared, blocks::max_response(params)),
        }
    }

    /// Sends `GET /api/v2/{segments}` and returns the response regardless of the status.
    async fn get(&self, segments: &[&str], deadline: Deadline) -> Result<UpstreamResponse, Failure> {
        self.get_in(Lane::Required, segments, deadline).await
    }

    /// Sends `GET /api/v2/{segments}` in this lane, as [`Self::get`] does.
    async fn get_in(&self, lane: Lane, segments: &[&str], deadline: Deadline) -> Result<UpstreamResponse, Failure> {
        let url = self.endpoint.url(&[&["api", "v2"], segments].concat());
        self.endpoint.get_in(lane, url, deadline).await
    }

    /// Sends `GET /api/v2/{segments}`; any error response is a failure.
    async fn get_json<T: DeserializeOwned>(&self, segments: &[&str], deadline: Deadline) -> Result<T, Failure> {
        let response = self.get(segments, deadline).await?;
        if response.is_success() {
            response.json()
        } else {
            Err(unexpected_error(&response))
        }
    }
}

impl Blockbook {
    /// Returns the hash of the block at a height.
    pub(crate) async fn block_hash(&self, height: u32, deadline: Deadline) -> Result<BlockHash, Failure> {
        let found = self.indexed_hash(height, Lane::Required, deadline).await?;
        found.ok_or_else(|| Failure::unusable(format_args!("no block at height {height}")))
    }
}

/// Time for which a status serves responses about addresses. The pool requests the head as often, so in general the
/// pool is the only cause of requests.
const LIFETIME: Duration = Duration::from_secs(15);

/// Time for which a status serves the pool: long enough to share the request with the response that the pool checks,
/// so short that a head is no older than the pool assumes.
const SHARED: Duration = Duration::from_secs(1);

/// Time for the request. Each caller waits until the caller's deadline.
const TIME: Duration = Duration::from_secs(8);

/// The last status of one server (`GET /api/status`), requested at most once per [`LIFETIME`].
pub(crate) struct CachedStatus(Refreshing<IndexStatus, Failure>);

impl CachedStatus {
    /// Creates the cache without a status.
    pub(crate) fn new(clocks: Clocks) -> Self {
        Self(Refreshing::new(clocks, Policy::fresh_for(SHARED)))
    }

    /// Returns the current status.
    pub(crate) async fn latest(&self, endpoint: &Endpoint, deadline: Deadline) -> Result<IndexStatus, Failure> {
        let flight = self.0.join(|| request(endpoint.clone()));
        let end = Instant::from_std(deadline.instant());
        timeout_at(end, flight).await.unwrap_or(Err(Failure::TimedOut))
    }

    /// Returns a height of the server that is at most [`LIFETIME`] old.
    pub(crate) async fn height(&self, endpoint: &Endpoint, deadline: Deadline) -> Result<u32, Failure> {
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
