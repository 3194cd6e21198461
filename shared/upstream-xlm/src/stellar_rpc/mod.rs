//! The JSON-RPC that Stellar nodes serve (Stellar RPC), protocol 23 and later.
//!
//! Conventions (stellar/stellar-rpc, `internal/methods`, and stellar/go-stellar-sdk, `protocols/rpc`): a `POST` of
//! JSON-RPC 2.0 with named parameters. Ledger entries are base64 of XDR; 64-bit numbers are strings in most fields. A
//! server keeps the transactions of a few days, and has no index: an entry is found only by the key.

mod entries;
mod events;
mod fees;
#[cfg(any(test, feature = "fuzzing"))]
pub mod fuzz;
mod ledger;
mod ledger_contents;
mod message;
mod simulation;
mod transaction;

use crate::upstreams::source::{ContractSource, Found, IndexSource, LedgerSource, Reply, XlmSource};
use async_trait::async_trait;
use ledger::Health;
use ledger_contents::LatestLedger;
use message::Reader;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::time::Duration;
use wallet_core::model::Network;
use wallet_upstream::{Clocks, Deadline, Endpoint, Failure, Head, Kind, Lane, Policy, Refreshing, Source};
use wallet_xlm::history::AccountFacts;
use wallet_xlm::{
    Account, AccountId, AccountQuery, BalanceId, Envelope, FeeStats, Ledger, LedgerParameters, OfferFacts, OfferId,
    StoredBalance, TransactionLookup,
};

/// Lifetime of the latest ledger, as of Horizon.
const LEDGER_LIFETIME: Duration = Duration::from_secs(3);

/// Lifetime of the base reserve and the base fee. Validators vote on changes years apart, and the response with the header
/// has the whole ledger.
const PARAMETERS_LIFETIME: Duration = Duration::from_hours(1);

/// Maximum size in bytes of a response with a ledger. Usual ones have 1 to 3 MB.
const MAX_LEDGER_RESPONSE: usize = 32 * 1024 * 1024;

/// A Stellar RPC server of a network.
pub(crate) struct StellarRpc {
    endpoint: Endpoint,
    /// The same endpoint for whole ledgers.
    ledger_endpoint: Endpoint,
    network: Network,
    health: Refreshing<Health, Failure>,
    latest: LatestLedger,
    parameters: Refreshing<LedgerParameters, Failure>,
}

impl StellarRpc {
    /// Creates the adapter of the server at this endpoint, which is expected to follow this network.
    pub(crate) fn new(endpoint: Endpoint, network: Network, clocks: Clocks) -> Self {
        Self {
            ledger_endpoint: endpoint.allowing_body(MAX_LEDGER_RESPONSE),
            endpoint,
            network,
            latest: LatestLedger::default(),
            health: Refreshing::new(clocks.clone(), Policy::fresh_for(LEDGER_LIFETIME)),
            parameters: Refreshing::new(clocks, Policy::fresh_for(PARAMETERS_LIFETIME)),
        }
    }

    /// Calls a method, without parameters if `params` is null.
    async fn call<T: DeserializeOwned>(
        &self,
        method: &'static str,
        params: Value,
        deadline: Deadline,
    ) -> Result<T, Failure> {
        call(&self.endpoint, method, params, deadline).await
    }
}

/// Calls a method at an endpoint.
async fn call<T: DeserializeOwned>(
    endpoint: &Endpoint,
    method: &'static str,
    params: Value,
    deadline: Deadline,
) -> Result<T, Failure> {
    call_in(Lane::Required, endpoint, method, params, deadline).await
}

/// Calls a method at an endpoint in a lane.
async fn call_in<T: DeserializeOwned>(
    lane: Lane,
    endpoint: &Endpoint,
    method: &'static str,
    params: Value,
    deadline: Deadline,
) -> Result<T, Failure> {
    let body = message::request(method, params);
    let read = Reader::of(method);
    endpoint
        .post_json(lane, endpoint.url(&[]), body, deadline, |response| {
            read.result(&response)
        })
        .await
}

#[async_trait]
impl Source for StellarRpc {
    fn kind(&self) -> Kind {
        Kind::StellarRpc
    }

    async fn head(&self, deadline: Deadline) -> Result<Head, Failure> {
        let health = self.health(deadline).await?;
        Ok(Head {
            height: health.sequence.into(),
            time: Some(health.closed_at),
        })
    }

    async fn follows_chain(&self, deadline: Deadline) -> Result<bool, Failure> {
        self.follows_network(deadline).await
    }
}

#[async_trait]
impl XlmSource for StellarRpc {
    fn concurrency(&self) -> usize {
        self.endpoint.concurrency()
    }

    fn index(&self) -> Option<&(dyn IndexSource + 'static)> {
        None
    }

    fn ledgers(&self) -> Option<&(dyn LedgerSource + 'static)> {
        Some(self)
    }

    fn contracts(&self) -> Option<&(dyn ContractSource + 'static)> {
        Some(self)
    }

    async fn account(&self, query: &AccountQuery, deadline: Deadline) -> Result<Option<Account>, Failure> {
        self.account(query, deadline).await.map(|read| read.item)
    }

    async fn account_facts(&self, query: &AccountQuery, deadline: Deadline) -> Result<AccountFacts, Failure> {
        self.account_facts(query, deadline).await
    }

    async fn stored_balance(&self, id: BalanceId, deadline: Deadline) -> Result<Option<StoredBalance>, Failure> {
        self.stored_balance(id, deadline).await
    }

    async fn offers(
        &self,
        id: AccountId,
        _: Option<OfferId>,
        _: u32,
        deadline: Deadline,
    ) -> Result<OfferFacts, Failure> {
        self.offers(id, deadline).await
    }

    async fn offer(&self, id: AccountId, offer: OfferId, deadline: Deadline) -> Result<OfferFacts, Failure> {
        self.offer(id, offer, deadline).await
    }

    async fn ledger(&self, deadline: Deadline) -> Result<Ledger, Failure> {
        self.ledger(deadline).await
    }

    async fn fee_stats(&self, deadline: Deadline) -> Result<FeeStats, Failure> {
        self.fee_stats(deadline).await
    }

    async fn transaction(&self, hash: [u8; 32], deadline: Deadline) -> Result<Option<Found>, Failure> {
        self.transaction(hash, deadline).await
    }

    async fn status(&self, hash: [u8; 32], deadline: Deadline) -> Result<TransactionLookup, Failure> {
        self.status(hash, deadline).await
    }

    async fn post(&self, envelope: &Envelope, deadline: Deadline) -> Result<Reply, Failure> {
        self.post(envelope, deadline).await
    }
}
