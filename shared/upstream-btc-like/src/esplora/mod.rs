//! Esplora: a REST server over an index of the chain, as blockstream.info runs it, and the dialect of mempool.space.
//!
//! Its conventions (`API.md` of Blockstream/esplora, `src/rest.rs` of Blockstream/electrs): paths below the address of
//! the upstream, amounts as JSON integers in the smallest unit; errors, hashes and hex are plain text. What
//! mempool.space adds is below `v1/`, and a longer page for who asks (`max_txs`); it is found by asking
//! (docs/decisions/0451).

mod block;
mod broadcast;
mod coinbase;
mod fees;
#[cfg(any(test, feature = "fuzzing"))]
pub mod fuzz;
mod history;
mod pages;
mod pending;
mod stats;
mod transaction;
mod transaction_row;
mod utxo;

use crate::source::{BtcLikeSource, Head};
use async_trait::async_trait;
use coinbase::Coinbases;
use pending::PendingTimes;
use serde::de::DeserializeOwned;
use std::sync::Arc;
use wallet_btc_like::history::{AddressFacts, Position};
use wallet_btc_like::{Address, FeeEstimates, Params, SignedTransaction, TransactionStatus, Txid, Unspent};
use wallet_upstream::broadcast::Verdict;
use wallet_upstream::client::{Answer, Deadline};
use wallet_upstream::config::Kind;
use wallet_upstream::endpoint::Endpoint;
use wallet_upstream::failure::{Failure, for_log};
use wallet_upstream::first_seen::FirstSeen;

/// One Esplora.
pub(crate) struct Esplora {
    endpoint: Endpoint,
    params: &'static Params,
    coinbases: Coinbases,
    pending: PendingTimes,
}

#[async_trait]
impl BtcLikeSource for Esplora {
    fn kind(&self) -> Kind {
        Kind::Esplora
    }

    async fn head(&self, deadline: Deadline) -> Result<Head, Failure> {
        let newest = self.newest_block(deadline).await?;
        Ok(Head {
            height: newest.height.into(),
            time: Some(newest.timestamp),
        })
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

impl Esplora {
    /// The Esplora of a chain and network at this endpoint, which must accept text.
    pub(crate) fn new(endpoint: Endpoint, params: &'static Params, first_seen: Arc<FirstSeen<Txid>>) -> Self {
        Self {
            endpoint,
            params,
            coinbases: Coinbases::default(),
            pending: PendingTimes::new(first_seen),
        }
    }

    /// `GET {segments}`, whatever the status.
    async fn get(&self, segments: &[&str], deadline: Deadline) -> Result<Answer, Failure> {
        self.endpoint.get(self.endpoint.url(segments), deadline).await
    }

    /// `GET {segments}` where any error is unusable.
    async fn get_json<T: DeserializeOwned>(&self, segments: &[&str], deadline: Deadline) -> Result<T, Failure> {
        success(self.get(segments, deadline).await?)?.json()
    }
}

/// The answer, unless it is an error: then one that has no meaning of its own where it occurred.
fn success(answer: Answer) -> Result<Answer, Failure> {
    if answer.is_success() {
        Ok(answer)
    } else {
        Err(unexpected_error(&answer))
    }
}

fn unexpected_error(answer: &Answer) -> Failure {
    let text = match words(answer) {
        Ok(text) => text,
        Err(failure) => return failure,
    };
    let cause = format!("status {}: {}", answer.status(), for_log(text));
    if answer.status() == 400 && is_beyond_limits(text) {
        Failure::Declined { cause }
    } else {
        Failure::unusable(cause)
    }
}

/// The text of an answer, without the line's end.
fn words(answer: &Answer) -> Result<&str, Failure> {
    answer.text().map(str::trim)
}

/// Whether an error says that the address has more outputs or transactions than the server is set to look at. The words
/// changed: "Too many history entries", "Too many unspent outputs", "Too many unspent transaction outputs (>500). …".
fn is_beyond_limits(error: &str) -> bool {
    let error = error.to_ascii_lowercase();
    error.starts_with("too many history entries") || error.starts_with("too many unspent")
}
