//! Transactions: `getTransaction` and `sendTransaction`.

use super::StellarRpc;
use super::ledger::look_up;
use super::message::{number, optional_number};
use crate::upstreams::source::{Found, MALFORMED, Reply};
use serde::Deserialize;
use serde_json::json;
use wallet_core::model::Network;
use wallet_upstream::{Deadline, Failure, for_log};
use wallet_xlm::history::StoredTransaction;
use wallet_xlm::{Envelope, LedgerTransaction, ResultCodes, Retention, TransactionLookup, TransactionStatus};

/// Result of a look-up; the fields of a transaction are absent if the transaction was not found.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireTransaction {
    status: String,
    latest_ledger: u32,
    oldest_ledger: u32,
    #[serde(deserialize_with = "number")]
    oldest_ledger_close_time: u64,
    ledger: Option<u32>,
    #[serde(default, deserialize_with = "optional_number")]
    created_at: Option<u64>,
    envelope_xdr: Option<String>,
    result_xdr: Option<String>,
    result_meta_xdr: Option<String>,
}

/// Response to a submission.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireReply {
    status: String,
    hash: String,
    /// Result of a rejected transaction, in base64.
    error_result_xdr: Option<String>,
}

impl StellarRpc {
    /// Returns a transaction by hash (for a fee bump, either hash), `None` if no known ledger contains it.
    pub(super) async fn transaction(&self, hash: [u8; 32], deadline: Deadline) -> Result<Option<Found>, Failure> {
        self.seek(hash, deadline).await?.found(hash, self.network)
    }

    /// Returns the status of a transaction, or the oldest ledger that the server knows.
    pub(super) async fn status(&self, hash: [u8; 32], deadline: Deadline) -> Result<TransactionLookup, Failure> {
        self.seek(hash, deadline).await?.status(hash, self.network)
    }

    async fn seek(&self, hash: [u8; 32], deadline: Deadline) -> Result<WireTransaction, Failure> {
        self.call("getTransaction", look_up(hash), deadline).await
    }

    /// Submits an envelope without waiting for a ledger.
    pub(super) async fn post(&self, envelope: &Envelope, deadline: Deadline) -> Result<Reply, Failure> {
        let params = json!({ "transaction": envelope.to_base64(), "xdrFormat": "base64" });
        match self.call::<WireReply>("sendTransaction", params, deadline).await {
            Ok(reply) => reply.read(),
            // The server cannot read the envelope.
            Err(Failure::RejectedRequest { cause }) if cause.contains("invalid_") => {
                Ok(Reply::Rejected(ResultCodes::of_transaction(MALFORMED)))
            }
            Err(failure) => Err(failure),
        }
    }
}

impl WireReply {
    pub(super) fn read(self) -> Result<Reply, Failure> {
        Reply::of_status(&self.status, self.hash, self.error_result_xdr.as_deref())
    }
}

impl WireTransaction {
    /// Decodes the transaction, and checks the hash of the envelope against the request.
    pub(super) fn found(&self, requested: [u8; 32], network: Network) -> Result<Option<Found>, Failure> {
        let succeeded = match self.status.as_str() {
            "SUCCESS" => true,
            "FAILED" => false,
            "NOT_FOUND" => return Ok(None),
            other => return Err(Failure::unusable(format_args!("status {}", for_log(other)))),
        };
        let envelope = required("envelopeXdr", self.envelope_xdr.as_deref())?;
        let envelope = Envelope::parse(envelope);
        let envelope = envelope.map_err(|error| Failure::unusable(format_args!("envelopeXdr: {error}")))?;
        if !envelope.has_hash(requested, network) {
            return Err(Failure::unusable("transaction hash does not match the request"));
        }
        Ok(Some(Found {
            succeeded,
            ledger: self.ledger.ok_or_else(|| missing("ledger"))?,
            time: self.created_at.ok_or_else(|| missing("createdAt"))?,
            codes: self.result_xdr.as_deref().and_then(ResultCodes::read),
        }))
    }

    /// Decodes the transaction with all operations, and checks the hash of the envelope against the request.
    pub(super) fn ledger_transaction(
        &self,
        requested: [u8; 32],
        network: Network,
    ) -> Result<Option<LedgerTransaction>, Failure> {
        let Some(found) = self.found(requested, network)? else {
            return Ok(None);
        };
        let stored = StoredTransaction {
            envelope: required("envelopeXdr", self.envelope_xdr.as_deref())?,
            result: required("resultXdr", self.result_xdr.as_deref())?,
            meta: required("resultMetaXdr", self.result_meta_xdr.as_deref())?,
            ledger: found.ledger,
            time: found.time,
        };
        let read = stored.read(requested, network).map_err(Failure::unusable)?;
        if read.entry.succeeded != found.succeeded {
            return Err(Failure::unusable("status of a different result"));
        }
        Ok(Some(read))
    }

    pub(super) fn status(&self, requested: [u8; 32], network: Network) -> Result<TransactionLookup, Failure> {
        let found = self.found(requested, network)?;
        Ok(match found {
            Some(found) => TransactionLookup::Found(TransactionStatus {
                succeeded: found.succeeded,
                ledger: found.ledger,
                // Servers before version 25.1 may report a latest ledger before that of the transaction.
                confirmations: self.latest_ledger.saturating_sub(found.ledger).saturating_add(1),
                time: found.time,
            }),
            None => TransactionLookup::Missing(Some(Retention {
                ledger: self.oldest_ledger,
                time: self.oldest_ledger_close_time,
            })),
        })
    }
}

/// Returns the text of a field that a found transaction has.
fn required<'a>(field: &str, text: Option<&'a str>) -> Result<&'a str, Failure> {
    text.ok_or_else(|| missing(field))
}

fn missing(field: &str) -> Failure {
    Failure::unusable(format_args!("{field}: missing"))
}
