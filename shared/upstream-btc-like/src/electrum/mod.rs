//! The Electrum protocol, 1.4 to 1.6, over TCP and TLS: <https://electrumx.readthedocs.io/en/latest/protocol.html>
//!
//! The protocol is line-delimited JSON-RPC over one connection. Addresses are hashes of scripts. Amounts are
//! JSON integers in base units, but fee estimates are in whole coins. Transactions in the mempool have height 0
//! or -1. The servers (ElectrumX, Fulcrum, electrs) differ in their errors and in all optional features, so the
//! adapter requests raw transactions and block headers and decodes them itself.

mod blocks;
mod client;
mod connection;
mod facts;
#[cfg(any(test, feature = "fuzzing"))]
pub mod fuzz;
mod head;
mod histories;
mod key;
mod line_reader;
mod message;
mod payment;
mod rpc_error;
mod scripts;
mod server_address;
mod statuses;
mod transaction;

#[cfg(test)]
pub(crate) use payment::{NODE_ERROR, node_rejection};
pub(crate) use server_address::ServerAddress;

use crate::memory::Shared;
use crate::source::follows_chain;
use async_trait::async_trait;
use client::Client;
use histories::Histories;
use statuses::Statuses;
use std::sync::Arc;
use transaction::Transactions;
use wallet_btc_like::{Params, Txid};
use wallet_upstream::{Clocks, Deadline, Failure, FirstSeen, Head, Kind, Limits, Source};

/// One Electrum server of one chain and network.
pub(crate) struct Electrum {
    client: Client,
    params: &'static Params,
    transactions: Transactions,
    histories: Histories,
    statuses: Statuses,
    first_seen: Arc<FirstSeen<Txid>>,
}

impl Electrum {
    /// Creates the adapter of the server at this address. Sends no request.
    pub(crate) fn new(
        address: ServerAddress,
        limits: Limits,
        clocks: Clocks,
        params: &'static Params,
        shared: &Shared,
    ) -> Result<Self, rustls::Error> {
        Ok(Self {
            client: Client::new(address, limits, shared.responses.clone(), clocks)?,
            params,
            transactions: Transactions::new(),
            histories: Histories::new(),
            statuses: Statuses::new(),
            first_seen: Arc::clone(&shared.first_seen),
        })
    }
}

/// Each call is one attempt, regardless of its number of round trips.
#[async_trait]
impl Source for Electrum {
    fn kind(&self) -> Kind {
        Kind::Electrum
    }

    async fn head(&self, deadline: Deadline) -> Result<Head, Failure> {
        let [tip] = self.client.call([head::tip_request()], deadline).await?;
        let tip = head::read_tip(tip)?;
        Ok(Head {
            height: tip.height.into(),
            time: Some(tip.time),
        })
    }

    async fn follows_chain(&self, deadline: Deadline) -> Result<bool, Failure> {
        follows_chain(self.params, |height| self.block_hash(height, deadline)).await
    }
}
