//! Blockbook v2: an index server on top of a node, one per chain and network.
//!
//! Conventions (`openapi.yaml` of trezor/blockbook): amounts are decimal strings in base units. Empty values
//! are omitted, so every field has a default. A client error has status 400 with `{"error": "text"}` (invalid
//! address, unknown transaction, rejected broadcast); an internal error has status 500.

mod address_response;
mod broadcast;
mod checkpoint;
mod fees;
#[cfg(any(test, feature = "fuzzing"))]
pub mod fuzz;
mod history;
mod index_status;
mod key;
mod spenders;
mod status;
mod transaction;
mod transaction_row;
mod utxo;
mod walk;

use crate::checkpoint::follows_chain;
use crate::source::{AddressBalance, BtcLikeSource, SourceFacts, SourceKeyFacts, addresses_within};
use async_trait::async_trait;
use index_status::CachedStatus;
use serde::de::DeserializeOwned;
use wallet_btc_like::history::Position;
use wallet_btc_like::{
    Address, ExtendedKey, FeeEstimates, KeyQuery, OutPoint, Params, SignedTransaction, TransactionStatus, Txid, Unspent,
};
use wallet_upstream::blockbook_status::unexpected_error;
use wallet_upstream::broadcast::SubmitOutcome;
use wallet_upstream::client::{Deadline, UpstreamResponse};
use wallet_upstream::config::Kind;
use wallet_upstream::endpoint::{Endpoint, Lane};
use wallet_upstream::failure::Failure;
use wallet_upstream::resilience::{Clocks, Head, Source};

/// One Blockbook server.
pub(crate) struct Blockbook {
    endpoint: Endpoint,
    params: &'static Params,
    status: CachedStatus,
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

#[async_trait]
impl BtcLikeSource for Blockbook {
    fn concurrent_addresses(&self) -> usize {
        addresses_within(self.endpoint.concurrency())
    }

    async fn unspent(&self, address: &Address, deadline: Deadline) -> Result<Vec<Unspent>, Failure> {
        self.outputs(address, deadline).await
    }

    async fn fee_estimates(&self, deadline: Deadline) -> Result<FeeEstimates, Failure> {
        self.estimates(deadline).await
    }

    async fn raw_transaction(&self, txid: Txid, lane: Lane, deadline: Deadline) -> Result<Option<Vec<u8>>, Failure> {
        self.bytes(txid, lane, deadline).await
    }

    async fn transaction_status(
        &self,
        txid: Txid,
        lane: Lane,
        deadline: Deadline,
    ) -> Result<Option<TransactionStatus>, Failure> {
        self.status(txid, lane, deadline).await
    }

    async fn spenders(&self, outpoint: OutPoint, deadline: Deadline) -> Result<Vec<Txid>, Failure> {
        let spender = self.spender(outpoint, deadline).await?;
        Ok(spender.into_iter().collect())
    }

    async fn balance(&self, address: &Address, deadline: Deadline) -> Result<AddressBalance, Failure> {
        self.balance_at_tip(address, deadline).await
    }

    async fn address_facts(
        &self,
        address: &Address,
        from: Position,
        limit: u32,
        deadline: Deadline,
    ) -> Result<SourceFacts, Failure> {
        self.facts(address, from, limit, deadline).await
    }

    async fn key_facts(
        &self,
        key: &ExtendedKey,
        query: KeyQuery,
        deadline: Deadline,
    ) -> Result<SourceKeyFacts, Failure> {
        Box::pin(self.facts_of_key(key, query, deadline)).await
    }

    async fn submit(&self, transaction: &SignedTransaction, deadline: Deadline) -> Result<SubmitOutcome, Failure> {
        self.send(transaction, deadline).await
    }
}

impl Blockbook {
    /// Creates the adapter of a Blockbook of this chain and network at this endpoint.
    pub(crate) fn new(endpoint: Endpoint, params: &'static Params, clocks: Clocks) -> Self {
        Self {
            endpoint,
            params,
            status: CachedStatus::new(clocks),
        }
    }

    /// Sends `GET /api/v2/{segments}` and returns the response regardless of its status.
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
