//! Stellar's Horizon.
//!
//! Its conventions (`internal/actions` and `internal/render/problem` of stellar/stellar-horizon): lists are pages of
//! records below `_embedded`, 64-bit numbers are strings, amounts are decimal numbers of whole units, and what is wrong is a
//! problem document whose `type` ends in a word of a closed list. What an account has never been is a 404, and so is what it
//! is no more.

mod account;
mod claimable;
mod claims;
mod fees;
mod fields;
#[cfg(any(test, feature = "fuzzing"))]
pub mod fuzz;
mod history;
mod ledger;
mod operation_row;
mod page;
mod problem;
mod submission;
mod transaction;

pub(crate) use submission::Reply;
pub(crate) use transaction::Found;

use problem::{Refusal, refusal};
use reqwest::Url;
use serde::de::DeserializeOwned;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use wallet_core::model::Network;
use wallet_upstream::client::Deadline;
use wallet_upstream::endpoint::Endpoint;
use wallet_upstream::failure::Failure;
use wallet_upstream::resilience::{Clocks, Head, SingleFlight};
use wallet_xlm::Ledger;

/// For how long the newest ledger is: they are closed five to six seconds apart, and a public Horizon answers about one
/// question a second.
const LEDGER_GOOD_FOR: Duration = Duration::from_secs(3);

/// One Horizon of one network.
pub(crate) struct Horizon {
    endpoint: Endpoint,
    network: Network,
    ledger: SingleFlight<Ledger, Failure>,
    /// Whether it said that it follows this network.
    is_of_network: AtomicBool,
    /// Whether it was found to take transactions in the old way alone, which waits for their ledger.
    is_synchronous: AtomicBool,
}

/// What a question about something came to.
enum Sought<T> {
    Found(T),
    /// There is no such thing.
    Missing,
    /// It lies before what this Horizon keeps.
    BeforeHistory,
}

impl Horizon {
    /// The Horizon at this endpoint, which should follow this network.
    pub(crate) fn new(endpoint: Endpoint, network: Network, clocks: Clocks) -> Self {
        Self {
            endpoint,
            network,
            ledger: SingleFlight::new(clocks, LEDGER_GOOD_FOR, Duration::ZERO),
            is_of_network: AtomicBool::new(false),
            is_synchronous: AtomicBool::new(false),
        }
    }

    /// How far it is. A Horizon of another network is [`Failure::Behind`].
    pub(crate) async fn head(&self, deadline: Deadline) -> Result<Head, Failure> {
        self.check_network(deadline).await?;
        let ledger = self.ledger(deadline).await?;
        Ok(Head {
            height: ledger.sequence.into(),
            time: Some(ledger.closed_at),
        })
    }

    async fn seek<T: DeserializeOwned>(&self, url: Url, deadline: Deadline) -> Result<Sought<T>, Failure> {
        let answer = self.endpoint.get(url, deadline).await?;
        if answer.is_success() {
            return answer.json().map(Sought::Found);
        }
        match refusal(&answer)? {
            Refusal::Missing => Ok(Sought::Missing),
            Refusal::BeforeHistory => Ok(Sought::BeforeHistory),
            Refusal::Other(cause) => Err(Failure::unusable(cause)),
        }
    }

    /// What must be there.
    async fn get<T: DeserializeOwned>(&self, url: Url, deadline: Deadline) -> Result<T, Failure> {
        match self.seek(url, deadline).await? {
            Sought::Found(found) => Ok(found),
            Sought::Missing | Sought::BeforeHistory => Err(Failure::unusable("not found what every Horizon has")),
        }
    }
}
