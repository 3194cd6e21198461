//! Ledgers with all transactions from the metadata of closed ledgers: `getLatestLedger` and `getLedgers`, and single
//! transactions: `getTransaction`.
//!
//! The response with the latest ledger contains the metadata, so that a ledger that is read when it is the latest requires no
//! further request.

use super::ledger::look_up;
use super::transaction::WireTransaction;
use super::{StellarRpc, call_in};
use crate::horizon::LEDGERS;
use crate::upstreams::source::{LedgerSource, ReadLedger};
use async_trait::async_trait;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::sync::{Mutex, PoisonError};
use wallet_core::model::Network;
use wallet_upstream::{Deadline, Failure};
use wallet_xlm::history::ClosedLedger;
use wallet_xlm::{LedgerId, LedgerTransaction};

/// Ledger of a list.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireClosed {
    hash: String,
    sequence: u32,
    metadata_xdr: String,
}

/// Latest ledger. The metadata is absent before version 25.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireLatest {
    id: String,
    sequence: u32,
    metadata_xdr: Option<String>,
}

#[derive(Debug, Deserialize)]
struct WirePage {
    ledgers: Vec<WireClosed>,
}

/// The latest ledger of the last response, until it is read.
#[derive(Default)]
pub(super) struct LatestLedger(Mutex<Option<WireClosed>>);

impl LatestLedger {
    fn put(&self, ledger: Option<WireClosed>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = ledger;
    }

    /// Removes the ledger with this sequence number.
    fn take(&self, sequence: u32) -> Option<WireClosed> {
        let mut latest = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        latest.take_if(|latest| latest.sequence == sequence)
    }
}

impl StellarRpc {
    /// Calls a method with a response that may have a whole ledger.
    pub(super) async fn call_for_ledger<T: DeserializeOwned>(
        &self,
        method: &'static str,
        params: Value,
        deadline: Deadline,
    ) -> Result<T, Failure> {
        call_in(LEDGERS, &self.ledger_endpoint, method, params, deadline).await
    }

    /// Requests a ledger, `None` above the latest ledger.
    async fn closed(&self, sequence: u32, deadline: Deadline) -> Result<Option<WireClosed>, Failure> {
        // Requested first, so that a ledger which closes in the meantime is not taken for a gap.
        let health = self.health(deadline).await?;
        let page = json!({ "startLedger": sequence, "pagination": { "limit": 1 }, "xdrFormat": "base64" });
        match self.call_for_ledger::<WirePage>("getLedgers", page, deadline).await {
            Ok(page) => page.ledger(sequence).map(Some),
            Err(Failure::RejectedRequest { .. }) if sequence > health.sequence => Ok(None),
            Err(Failure::RejectedRequest { .. }) => Err(Failure::Declined {
                cause: format!("ledger {sequence} is older than the ledgers of the server"),
            }),
            Err(failure) => Err(failure),
        }
    }
}

#[async_trait]
impl LedgerSource for StellarRpc {
    async fn latest_id(&self, deadline: Deadline) -> Result<LedgerId, Failure> {
        let latest: WireLatest = self.call_for_ledger("getLatestLedger", Value::Null, deadline).await?;
        let id = latest.id()?;
        self.latest.put(latest.closed());
        Ok(id)
    }

    async fn ledger_hash(&self, sequence: u32, deadline: Deadline) -> Result<Option<[u8; 32]>, Failure> {
        let closed = self.closed(sequence, deadline).await?;
        closed.map(|closed| hash(&closed.hash)).transpose()
    }

    async fn contents(&self, sequence: u32, deadline: Deadline) -> Result<Option<ReadLedger>, Failure> {
        let closed = match self.latest.take(sequence) {
            Some(latest) => Some(latest),
            None => self.closed(sequence, deadline).await?,
        };
        closed.map(|closed| closed.read(self.network)).transpose()
    }

    async fn ledger_transaction(
        &self,
        hash: [u8; 32],
        deadline: Deadline,
    ) -> Result<Option<LedgerTransaction>, Failure> {
        let found: WireTransaction = self.call_for_ledger("getTransaction", look_up(hash), deadline).await?;
        found.ledger_transaction(hash, self.network)
    }
}

impl WirePage {
    fn ledger(self, sequence: u32) -> Result<WireClosed, Failure> {
        let mut ledgers = self.ledgers.into_iter();
        match (ledgers.next(), ledgers.next()) {
            (Some(ledger), None) if ledger.sequence == sequence => Ok(ledger),
            _ => Err(Failure::unusable("not the one requested ledger")),
        }
    }
}

impl WireLatest {
    pub(super) fn id(&self) -> Result<LedgerId, Failure> {
        Ok(LedgerId {
            sequence: self.sequence,
            hash: hash(&self.id)?,
        })
    }

    fn closed(self) -> Option<WireClosed> {
        Some(WireClosed {
            hash: self.id,
            sequence: self.sequence,
            metadata_xdr: self.metadata_xdr?,
        })
    }
}

impl WireClosed {
    /// Decodes the ledger. The hash and the sequence number must equal the header's.
    pub(super) fn read(&self, network: Network) -> Result<ReadLedger, Failure> {
        let read = ClosedLedger::read(&self.metadata_xdr, network).map_err(Failure::unusable)?;
        let stated = LedgerId {
            sequence: self.sequence,
            hash: hash(&self.hash)?,
        };
        if read.contents.id != stated {
            return Err(Failure::unusable("metadata of a different ledger"));
        }
        Ok(ReadLedger {
            contents: read.contents,
            unreadable: read.unreadable,
        })
    }
}

pub(super) fn hash(text: &str) -> Result<[u8; 32], Failure> {
    let bytes = hex::decode(text).ok().and_then(|bytes| bytes.try_into().ok());
    bytes.ok_or_else(|| Failure::unusable("expected a hash"))
}
