//! Stellar's Horizon.
//!
//! Conventions (stellar/stellar-horizon, `internal/actions` and `internal/render/problem`): lists are pages of
//! records below `_embedded`, 64-bit numbers are strings, and amounts are decimal numbers of whole units. An
//! error is a problem document whose `type` ends in a code of a closed list. An account that never existed, or
//! no longer exists, is a 404.

mod account;
mod capabilities;
mod claimable;
mod claims;
mod fields;
mod fills;
#[cfg(any(test, feature = "fuzzing"))]
pub mod fuzz;
mod history;
mod ledger;
mod ledger_contents;
mod market;
mod operation_row;
mod response;
mod submission;
mod transaction;

pub(crate) use ledger::BASE_RESERVES;
pub(crate) use ledger_contents::LEDGERS;

use async_trait::async_trait;
use claims::Claims;
use ledger::Latest;
use reqwest::Url;
use response::{ErrorKind, read_error};
use serde::de::DeserializeOwned;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use wallet_core::model::Network;
use wallet_upstream::{
    Clocks, Deadline, Endpoint, Failure, Head, ImmutableCache, Kind, Lane, Policy, Refreshing, Source,
    UpstreamResponse, after, within,
};

/// Lifetime of the latest ledger. Ledgers close five to six seconds apart, and a public Horizon serves about
/// one request per second.
const LEDGER_LIFETIME: Duration = Duration::from_secs(3);

/// A Horizon server of a network.
pub(crate) struct Horizon {
    endpoint: Endpoint,
    network: Network,
    latest: Refreshing<Latest, Failure>,
    /// Claimed amounts by transaction hash; they never change.
    claims: ImmutableCache<[u8; 32], Claims>,
    /// Set once the server turned out to support only synchronous submission, which waits for the ledger.
    is_synchronous: AtomicBool,
}

/// Result of a lookup.
enum Lookup<T> {
    Found(T),
    /// The item does not exist.
    Missing,
    /// The item is older than the history of this server.
    BeforeHistory,
}

#[async_trait]
impl Source for Horizon {
    fn kind(&self) -> Kind {
        Kind::Horizon
    }

    async fn head(&self, deadline: Deadline) -> Result<Head, Failure> {
        let ledger = self.ledger(deadline).await?;
        Ok(Head {
            height: ledger.sequence.into(),
            time: Some(ledger.closed_at),
        })
    }

    async fn follows_chain(&self, deadline: Deadline) -> Result<bool, Failure> {
        self.follows_network(deadline).await
    }
}

impl Horizon {
    /// Creates the adapter of the server at this endpoint, which is expected to follow this network.
    pub(crate) fn new(endpoint: Endpoint, network: Network, clocks: Clocks) -> Self {
        Self {
            endpoint,
            network,
            latest: Refreshing::new(clocks, Policy::fresh_for(LEDGER_LIFETIME)),
            claims: ImmutableCache::default(),
            is_synchronous: AtomicBool::new(false),
        }
    }

    async fn seek<T: DeserializeOwned>(&self, url: Url, deadline: Deadline) -> Result<Lookup<T>, Failure> {
        self.seek_in(Lane::Required, url, deadline).await
    }

    async fn seek_in<T: DeserializeOwned>(
        &self,
        lane: Lane,
        url: Url,
        deadline: Deadline,
    ) -> Result<Lookup<T>, Failure> {
        look_up(&self.endpoint.get_in(lane, url, deadline).await?)
    }

    /// Returns an item that every server has, regardless of the caller.
    async fn get_common<T: DeserializeOwned>(&self, url: Url, deadline: Deadline) -> Result<T, Failure> {
        match self.seek(url, deadline).await? {
            Lookup::Found(found) => Ok(found),
            Lookup::Missing | Lookup::BeforeHistory => {
                Err(Failure::unusable("not found although every Horizon has it"))
            }
        }
    }

    /// Returns an item that exists for every valid request.
    async fn get<T: DeserializeOwned>(&self, url: Url, deadline: Deadline) -> Result<T, Failure> {
        match self.seek(url, deadline).await? {
            Lookup::Found(found) => Ok(found),
            Lookup::Missing => Err(rejected("not found")),
            Lookup::BeforeHistory => Err(rejected("before history")),
        }
    }
}

/// Returns the failure of a request that the server rejects with this problem, which a caller can cause.
fn rejected(problem: &str) -> Failure {
    Failure::RejectedRequest {
        cause: problem.to_owned(),
    }
}

/// Returns the deadline of optional requests, half of the remaining time, so that the response is returned regardless
/// of their outcome.
fn optional_deadline(deadline: Deadline) -> Deadline {
    let now = after(Duration::ZERO).instant();
    let remaining = deadline.instant().saturating_duration_since(now);
    within(deadline, remaining / 2)
}

fn look_up<T: DeserializeOwned>(response: &UpstreamResponse) -> Result<Lookup<T>, Failure> {
    if response.is_success() {
        return response.json().map(Lookup::Found);
    }
    match read_error(response)? {
        ErrorKind::Missing => Ok(Lookup::Missing),
        ErrorKind::BeforeHistory => Ok(Lookup::BeforeHistory),
        ErrorKind::Other(failure) => Err(failure),
    }
}
