//! Etherscan API (v2) and its dialects: Blockscout and Routescan.
//!
//! Conventions (docs.etherscan.io; `api/rpc` of blockscout/blockscout): a single URL with all parameters in the
//! query. The response is an envelope of status 200 regardless of the outcome, with texts that distinguish rate
//! limits, errors and empty lists. All numbers are decimal strings. The dialects differ slightly
//! (docs/decisions/evm-history.md#etherscan-dialects):
//!
//! - Etherscan serves all chains at a single URL and requires the chain id; Routescan has a URL per chain and
//!   ignores the id. Both are of kind `etherscan`.
//! - Blockscout (kind `blockscout`) marks incomplete internal transfers, lists pending transactions, and names
//!   two actions differently.

mod envelope;
#[cfg(any(test, feature = "fuzzing"))]
pub mod fuzz;
mod lists;
mod logs;
mod nfts;
mod omitted;
mod row;

use crate::windows::{self, HistorySource, Sizes};
use async_trait::async_trait;
use envelope::Envelope;
use futures::FutureExt;
use lists::AddressLists;
use omitted::OmittedLists;
use reqwest::Url;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use wallet_eth_like::history::{HistoryFacts, Position};
use wallet_eth_like::{Address, Amount, ApprovalLogs, Hash, NftKind, Params, ReceivedNfts};
use wallet_upstream::{Clocks, Deadline, Endpoint, Failure, FirstSeen, Head, Kind, Lane, Source, Topic, after};

/// Server with an Etherscan API, for a chain and network.
pub(crate) struct Etherscan {
    endpoint: Endpoint,
    params: Params,
    dialect: Dialect,
    first_seen: Arc<FirstSeen<Hash>>,
    omitted: OmittedLists,
    /// True for the standards of non-fungible tokens whose transfers the server has reported not to list.
    lacks_nfts: [AtomicBool; NftKind::ALL.len()],
}

/// Dialect of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// Etherscan and Routescan.
    Etherscan,
    /// Blockscout.
    Blockscout,
}

/// Maximum number of attempts for a rate-limited request.
const MAX_ATTEMPTS: usize = 3;

/// Maximum backoff that is awaited within a request: the limits are calls per second.
const MAX_BACKOFF: Duration = Duration::from_millis(1500);

#[async_trait]
impl Source for Etherscan {
    fn kind(&self) -> Kind {
        match self.dialect {
            Dialect::Etherscan => Kind::Etherscan,
            Dialect::Blockscout => Kind::Blockscout,
        }
    }

    async fn head(&self, deadline: Deadline) -> Result<Head, Failure> {
        self.latest_block(deadline).await
    }

    /// Sends no request: no resource of the server has the chain id.
    async fn follows_chain(&self, _: Deadline) -> Result<bool, Failure> {
        Ok(true)
    }
}

#[async_trait]
impl HistorySource for Etherscan {
    async fn history(
        &self,
        address: Address,
        from: Position,
        limit: u32,
        deadline: Deadline,
    ) -> Result<HistoryFacts, Failure> {
        let lists = AddressLists::new(self, address, from, deadline);
        // A transaction has a few rows. Small responses save more time than an occasional further page costs.
        let sizes = Sizes::first((4 * limit).max(100));
        let history = windows::history(&lists, address, from, limit, sizes);
        let omitted = self.omitted_changes(address, from == Position::Start, deadline);
        let (mut history, omitted) = futures::try_join!(history, omitted.map(Ok))?;
        history.omitted.extend(omitted);
        Ok(history)
    }

    async fn approval_logs(&self, owner: Address, from: u64, deadline: Deadline) -> Result<ApprovalLogs, Failure> {
        self.approvals_from(owner, from, deadline).await
    }

    async fn received_nfts(
        &self,
        address: Address,
        to: Option<u64>,
        deadline: Deadline,
    ) -> Result<ReceivedNfts, Failure> {
        self.nfts_to(address, to, deadline).await
    }
}

impl Etherscan {
    /// Creates the adapter of the server at this endpoint, which is the URL of the API.
    pub(crate) fn new(
        endpoint: Endpoint,
        params: Params,
        dialect: Dialect,
        first_seen: Arc<FirstSeen<Hash>>,
        clocks: Clocks,
    ) -> Self {
        Self {
            endpoint,
            params,
            dialect,
            first_seen,
            omitted: OmittedLists::new(clocks),
            lacks_nfts: Default::default(),
        }
    }

    /// Sends `?module={module}&action={action}&…` and repeats a rate-limited request after the backoff.
    async fn call(&self, query: &[(&str, &str)], deadline: Deadline) -> Result<Envelope, Failure> {
        let mut attempts = 1;
        loop {
            let failure = match self.call_in(Lane::Required, query, deadline).await {
                Ok(envelope) => return Ok(envelope),
                Err(failure) => failure,
            };
            let delay = short_backoff(&failure).filter(|delay| attempts < MAX_ATTEMPTS && after(*delay) < deadline);
            let Some(delay) = delay else { return Err(failure) };
            attempts += 1;
            // Random delays keep requests that wait together from returning together.
            tokio::time::sleep(delay + Duration::from_millis(fastrand::u64(..200))).await;
        }
    }

    /// Sends a request whose response only completes a response, once. Of the errors in an envelope, only a rate limit stops
    /// further requests of the topic.
    async fn call_optional(
        &self,
        topic: Topic,
        query: &[(&str, &str)],
        deadline: Deadline,
    ) -> Result<Envelope, Failure> {
        let read = |response| match Envelope::open(&response) {
            Err(failure @ Failure::Throttled { .. }) => Err(failure),
            outcome => Ok(outcome),
        };
        let lane = Lane::Optional(topic);
        self.endpoint.get_read(lane, self.url(query), deadline, read).await?
    }

    /// Sends the request in this lane, once.
    async fn call_in(&self, lane: Lane, query: &[(&str, &str)], deadline: Deadline) -> Result<Envelope, Failure> {
        let read = |response| Envelope::open(&response);
        self.endpoint.get_read(lane, self.url(query), deadline, read).await
    }

    fn url(&self, query: &[(&str, &str)]) -> Url {
        let mut url = self.endpoint.url(&[]);
        if self.dialect == Dialect::Etherscan {
            let id = self.params.chain_id().to_string();
            url.query_pairs_mut().append_pair("chainid", &id);
        }
        url.query_pairs_mut().extend_pairs(query);
        url
    }
}

/// Returns the backoff that a failure requires, if short.
fn short_backoff(failure: &Failure) -> Option<Duration> {
    let delay = match failure {
        Failure::Throttled { retry_after, .. } => *retry_after,
        Failure::Paused { wait } => Some(*wait),
        _ => None,
    };
    delay.filter(|delay| *delay <= MAX_BACKOFF)
}

impl Etherscan {
    pub(crate) async fn latest_block(&self, deadline: Deadline) -> Result<Head, Failure> {
        let (module, action) = match self.dialect {
            Dialect::Etherscan => ("proxy", "eth_blockNumber"),
            Dialect::Blockscout => ("block", "eth_block_number"),
        };
        let envelope = self.call(&[("module", module), ("action", action)], deadline).await?;
        read(&envelope)
    }
}

fn read(envelope: &Envelope) -> Result<Head, Failure> {
    let text: Option<String> = envelope.read()?;
    let height = text.as_deref().and_then(Amount::from_quantity).and_then(Amount::as_u64);
    let height = height.ok_or_else(|| Failure::unusable("expected a block height"))?;
    Ok(Head { height, time: None })
}
