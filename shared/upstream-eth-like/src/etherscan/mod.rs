//! The API of Etherscan (v2), and of those that speak like it: Blockscout and Routescan.
//!
//! Its conventions (docs.etherscan.io; `api/rpc` of blockscout/blockscout): one address, everything else in its query; the
//! answer is an envelope of status 200 whatever became of the question, with texts that tell a limit from an error and an
//! empty list from both; all numbers are decimal strings. The dialects differ in little (docs/decisions/0833):
//!
//! - Etherscan serves all chains at one address and wants to know which; Routescan has an address for each and ignores the
//!   question. Both are of kind `etherscan`.
//! - Blockscout (kind `blockscout`) says so where its internal transfers are not complete, lists pending transactions, and has
//!   other names for two things.

mod decode;
mod envelope;
#[cfg(any(test, feature = "fuzzing"))]
pub mod fuzz;
mod head;
mod lists;
mod refusal;
mod row;

use crate::history_source::{Head, HistorySource};
use crate::windows::{self, Sizes};
use async_trait::async_trait;
use envelope::Envelope;
use lists::AddressLists;
use std::sync::Arc;
use std::time::Duration;
use wallet_eth_like::history::{HistoryFacts, Position};
use wallet_eth_like::{Address, Hash, Params};
use wallet_upstream::client::{Deadline, after};
use wallet_upstream::config::Kind;
use wallet_upstream::endpoint::Endpoint;
use wallet_upstream::failure::Failure;
use wallet_upstream::first_seen::FirstSeen;

/// One server that speaks like Etherscan, about one chain and network.
pub(crate) struct Etherscan {
    endpoint: Endpoint,
    params: Params,
    dialect: Dialect,
    first_seen: Arc<FirstSeen<Hash>>,
}

/// Whose words a server speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// Etherscan's, and Routescan's.
    Etherscan,
    /// Blockscout's.
    Blockscout,
}

/// How often a question is asked that was refused for coming too soon after others.
const TRIES: usize = 3;

/// A pause that is short enough to be waited for within a question: the limits are calls per second.
const SHORT_PAUSE: Duration = Duration::from_millis(1500);

#[async_trait]
impl HistorySource for Etherscan {
    fn kind(&self) -> Kind {
        match self.dialect {
            Dialect::Etherscan => Kind::Etherscan,
            Dialect::Blockscout => Kind::Blockscout,
        }
    }

    async fn head(&self, deadline: Deadline) -> Result<Head, Failure> {
        self.newest_block(deadline).await
    }

    async fn history(
        &self,
        address: Address,
        from: Position,
        limit: u32,
        deadline: Deadline,
    ) -> Result<HistoryFacts, Failure> {
        let lists = AddressLists::new(self, address, from, deadline);
        // A transaction has a few rows; what small answers save in time is more than what they cost now and then.
        let sizes = Sizes::first((4 * limit).max(100));
        windows::history(&lists, address, from, limit, sizes).await
    }
}

impl Etherscan {
    /// The server at this endpoint, whose address is that of the API itself.
    pub(crate) const fn new(
        endpoint: Endpoint,
        params: Params,
        dialect: Dialect,
        first_seen: Arc<FirstSeen<Hash>>,
    ) -> Self {
        Self {
            endpoint,
            params,
            dialect,
            first_seen,
        }
    }

    /// `?module={module}&action={action}&…`. One that comes too soon after others is asked again when its time has come.
    async fn ask(&self, query: &[(&str, &str)], deadline: Deadline) -> Result<Envelope, Failure> {
        let mut tries = 1;
        loop {
            let failure = match self.ask_once(query, deadline).await {
                Ok(envelope) => return Ok(envelope),
                Err(failure) => failure,
            };
            let wait = short_pause(&failure).filter(|wait| tries < TRIES && after(*wait) < deadline);
            let Some(wait) = wait else { return Err(failure) };
            tries += 1;
            // Those that wait together must not come back together.
            tokio::time::sleep(wait + Duration::from_millis(fastrand::u64(..200))).await;
        }
    }

    async fn ask_once(&self, query: &[(&str, &str)], deadline: Deadline) -> Result<Envelope, Failure> {
        let mut url = self.endpoint.url(&[]);
        if self.dialect == Dialect::Etherscan {
            let id = self.params.chain_id().to_string();
            url.query_pairs_mut().append_pair("chainid", &id);
        }
        url.query_pairs_mut().extend_pairs(query);
        let read = |answer| Envelope::open(&answer);
        self.endpoint.get_read(url, deadline, read).await
    }
}

/// The pause that a failure asks for, where it is short.
fn short_pause(failure: &Failure) -> Option<Duration> {
    let wait = match failure {
        Failure::Refused { retry_after, .. } => *retry_after,
        Failure::Paused { wait } => Some(*wait),
        _ => None,
    };
    wait.filter(|wait| *wait <= SHORT_PAUSE)
}
