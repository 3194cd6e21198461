//! Blockbook v2: an index server over a node, one per chain and network.
//!
//! Its conventions (`openapi.yaml` of trezor/blockbook): amounts are decimal strings in the smallest unit;
//! empty values are left out, so every field has a default; a public error is status 400 with
//! `{"error": "text"}`, be it a bad address, an unknown transaction or a refused broadcast, and an internal
//! one is status 500.

mod broadcast;
mod fees;
#[cfg(any(test, feature = "fuzzing"))]
pub mod fuzz;
mod history;
mod status;
mod transaction;
mod transaction_row;
mod utxo;

use crate::source::{BtcLikeSource, Head};
use async_trait::async_trait;
use serde::de::DeserializeOwned;
use wallet_btc_like::history::{AddressFacts, Position};
use wallet_btc_like::{Address, FeeEstimates, Params, SignedTransaction, TransactionStatus, Txid, Unspent};
use wallet_upstream::blockbook_status::{IndexStatus, StatusAnswer, unexpected_error};
use wallet_upstream::broadcast::Verdict;
use wallet_upstream::client::{Answer, Deadline};
use wallet_upstream::config::Kind;
use wallet_upstream::endpoint::Endpoint;
use wallet_upstream::failure::Failure;

/// One Blockbook.
#[derive(Clone, Debug)]
pub(crate) struct Blockbook {
    endpoint: Endpoint,
    params: &'static Params,
}

#[async_trait]
impl BtcLikeSource for Blockbook {
    fn kind(&self) -> Kind {
        Kind::Blockbook
    }

    async fn head(&self, deadline: Deadline) -> Result<Head, Failure> {
        self.index(deadline).await?.decode()
    }

    async fn unspent(&self, address: &Address, deadline: Deadline) -> Result<Vec<Unspent>, Failure> {
        self.outputs(address, deadline).await
    }

    async fn fee_estimates(&self, deadline: Deadline) -> Result<FeeEstimates, Failure> {
        self.estimates(deadline).await
    }

    async fn raw_transaction(&self, txid: Txid, deadline: Deadline) -> Result<Option<Vec<u8>>, Failure> {
        self.bytes(txid, deadline).await
    }

    async fn transaction_status(&self, txid: Txid, deadline: Deadline) -> Result<Option<TransactionStatus>, Failure> {
        self.status(txid, deadline).await
    }

    async fn address_facts(
        &self,
        address: &Address,
        from: Position,
        limit: u32,
        deadline: Deadline,
    ) -> Result<AddressFacts, Failure> {
        self.facts(address, from, limit, deadline).await
    }

    async fn submit(&self, transaction: &SignedTransaction, deadline: Deadline) -> Result<Verdict, Failure> {
        self.send(transaction, deadline).await
    }
}

impl Blockbook {
    /// The Blockbook of a chain and network at this address.
    pub(crate) const fn new(endpoint: Endpoint, params: &'static Params) -> Self {
        Self { endpoint, params }
    }

    /// `GET /api/v2/{segments}`, whatever the status.
    async fn get(&self, segments: &[&str], deadline: Deadline) -> Result<Answer, Failure> {
        let url = self.endpoint.url(&[&["api", "v2"], segments].concat());
        self.endpoint.get(url, deadline).await
    }

    /// `GET /api/v2/{segments}` where any error is unusable.
    async fn get_json<T: DeserializeOwned>(&self, segments: &[&str], deadline: Deadline) -> Result<T, Failure> {
        let answer = self.get(segments, deadline).await?;
        if answer.is_success() {
            answer.json()
        } else {
            Err(unexpected_error(&answer))
        }
    }
}

impl Blockbook {
    async fn index(&self, deadline: Deadline) -> Result<IndexStatus, Failure> {
        let url = self.endpoint.url(&["api", "status"]);
        let answer = self.endpoint.get(url, deadline).await?;
        if answer.is_success() {
            Ok(answer.json::<StatusAnswer>()?.blockbook)
        } else {
            Err(unexpected_error(&answer))
        }
    }
}
