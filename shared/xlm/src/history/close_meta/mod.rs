//! Ledgers and transactions as nodes store them: the metadata of a closed ledger (`LedgerCloseMeta`).
//!
//! The operations are those that the records of an index have: amounts that only the result or the meta has are
//! taken from there.

mod movements;
mod operations;

use super::effects::{TransactionEffects, results};
use super::facts::Entry;
use super::ledger_contents::{LedgerContents, LedgerId, LedgerTransaction};
use crate::chain::from_base64;
use crate::transaction::memo::Memo;
use crate::value::address::MuxedAccount;
use crate::{Envelope, Stroops};
use operations::Executed;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use stellar_xdr as xdr;
use stellar_xdr::{Limits, WriteXdr};
use wallet_core::model::Network;

/// Reasons why the metadata of a ledger, or the parts of a transaction, are unusable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CloseMetaError {
    /// The string is not the base64 of the expected structure, or of a structure before protocol 20.
    #[error("{0}: not XDR of a supported version")]
    Form(&'static str),
    /// The hash does not belong to the header or the transaction.
    #[error("hash of different contents")]
    Hash,
    /// The results are not those of the transactions of the ledger.
    #[error("results do not match the transactions of the ledger")]
    Results,
    /// The ledger has more operations than are read.
    #[error("more than {MAX_OPERATIONS} operations")]
    TooLarge,
    /// A transaction has an impossible fee.
    #[error("negative fee")]
    Fee,
}

/// The maximum number of operations of a ledger that is read, many times that of the network.
const MAX_OPERATIONS: usize = 20_000;

/// Ledger with the number of unreadable operations, which are omitted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClosedLedger {
    /// The ledger with the readable operations.
    pub contents: LedgerContents,
    /// The number of operations of successful transactions that cannot be read.
    pub unreadable: u64,
}

/// A transaction of a ledger: the envelope, the result and the meta in base64.
#[derive(Clone, Copy, Debug)]
pub struct StoredTransaction<'a> {
    /// The envelope in base64 of XDR.
    pub envelope: &'a str,
    /// The result in base64 of XDR.
    pub result: &'a str,
    /// The meta in base64 of XDR.
    pub meta: &'a str,
    /// The sequence number of the ledger.
    pub ledger: u32,
    /// The close time of the ledger in Unix seconds.
    pub time: u64,
}

/// Result and meta of a transaction, in the order of application.
struct Applied<'a> {
    result: &'a xdr::TransactionResultPair,
    meta: &'a xdr::TransactionMeta,
}

/// Position of a transaction.
#[derive(Clone, Copy)]
struct Place {
    network: Network,
    ledger: u32,
    time: u64,
}

impl ClosedLedger {
    /// Parses the base64 of the metadata of a ledger (`LedgerCloseMeta`) of this network. The hash of the header is
    /// computed, and every result must belong to a transaction of the ledger.
    pub fn read(text: &str, network: Network) -> Result<Self, CloseMetaError> {
        let meta: xdr::LedgerCloseMeta = from_base64(text).ok_or(CloseMetaError::Form("metadata"))?;
        let (entry, set, applied): (_, _, Vec<_>) = match &meta {
            xdr::LedgerCloseMeta::V0(_) => return Err(CloseMetaError::Form("metadata")),
            xdr::LedgerCloseMeta::V1(meta) => {
                let applied = meta.tx_processing.iter().map(|done| Applied {
                    result: &done.result,
                    meta: &done.tx_apply_processing,
                });
                (&meta.ledger_header, &meta.tx_set, applied.collect())
            }
            xdr::LedgerCloseMeta::V2(meta) => {
                let applied = meta.tx_processing.iter().map(|done| Applied {
                    result: &done.result,
                    meta: &done.tx_apply_processing,
                });
                (&meta.ledger_header, &meta.tx_set, applied.collect())
            }
        };
        let id = LedgerId {
            sequence: entry.header.ledger_seq,
            hash: entry.hash.0,
        };
        if hash(&entry.header) != id.hash {
            return Err(CloseMetaError::Hash);
        }
        let place = Place {
            network,
            ledger: id.sequence,
            time: entry.header.scp_value.close_time.0,
        };
        let (transactions, unreadable) = transactions(set, &applied, place)?;
        Ok(Self {
            contents: LedgerContents {
                id,
                parent: entry.header.previous_ledger_hash.0,
                time: place.time,
                transactions,
            },
            unreadable,
        })
    }
}

impl StoredTransaction<'_> {
    /// Reads the transaction with all operations. The envelope must have the requested hash on the network; for a fee
    /// bump that of the outer or the inner transaction.
    pub fn read(&self, requested: [u8; 32], network: Network) -> Result<LedgerTransaction, CloseMetaError> {
        let envelope: xdr::TransactionEnvelope = from_base64(self.envelope).ok_or(CloseMetaError::Form("envelope"))?;
        let envelope = Envelope(envelope);
        if !envelope.has_hash(requested, network) {
            return Err(CloseMetaError::Hash);
        }
        let result: xdr::TransactionResult = from_base64(self.result).ok_or(CloseMetaError::Form("result"))?;
        let meta: xdr::TransactionMeta = from_base64(self.meta).ok_or(CloseMetaError::Form("meta"))?;
        let place = Place {
            network,
            ledger: self.ledger,
            time: self.time,
        };
        let hash = envelope.hash(network);
        let (transaction, _) = transaction(&envelope, hash, &result, &meta, place)?;
        Ok(transaction)
    }
}

/// Combines the envelopes of a ledger with their results. Returns also the number of unreadable operations.
fn transactions(
    set: &xdr::GeneralizedTransactionSet,
    applied: &[Applied<'_>],
    place: Place,
) -> Result<(Vec<LedgerTransaction>, u64), CloseMetaError> {
    let envelopes = envelopes(set);
    if envelopes.len() != applied.len() {
        return Err(CloseMetaError::Results);
    }
    if envelopes
        .iter()
        .map(|envelope| operation_count(envelope))
        .sum::<usize>()
        > MAX_OPERATIONS
    {
        return Err(CloseMetaError::TooLarge);
    }
    let envelopes = envelopes.into_iter().map(|envelope| {
        let envelope = Envelope(envelope.clone());
        (envelope.hash(place.network), envelope)
    });
    let mut envelopes: HashMap<_, _> = envelopes.collect();
    let (mut read, mut unreadable) = (Vec::with_capacity(applied.len()), 0);
    for Applied { result, meta } in applied {
        let hash = result.transaction_hash.0;
        let envelope = envelopes.remove(&hash).ok_or(CloseMetaError::Results)?;
        let (transaction, omitted) = transaction(&envelope, hash, &result.result, meta, place)?;
        unreadable += omitted;
        read.push(transaction);
    }
    Ok((read, unreadable))
}

/// Returns the envelopes of a set in any order.
fn envelopes(set: &xdr::GeneralizedTransactionSet) -> Vec<&xdr::TransactionEnvelope> {
    let xdr::GeneralizedTransactionSet::V1(set) = set;
    let mut envelopes = Vec::new();
    for phase in &set.phases {
        match phase {
            xdr::TransactionPhase::V0(components) => {
                for component in components {
                    let xdr::TxSetComponent::TxsetCompTxsMaybeDiscountedFee(component) = component;
                    envelopes.extend(component.txs.iter());
                }
            }
            xdr::TransactionPhase::V1(parallel) => {
                let clusters = parallel.execution_stages.iter().flat_map(|stage| stage.0.iter());
                envelopes.extend(clusters.flat_map(|cluster| cluster.0.iter()));
            }
        }
    }
    envelopes
}

fn operation_count(envelope: &xdr::TransactionEnvelope) -> usize {
    match envelope {
        xdr::TransactionEnvelope::TxV0(envelope) => envelope.tx.operations.len(),
        xdr::TransactionEnvelope::Tx(envelope) => envelope.tx.operations.len(),
        xdr::TransactionEnvelope::TxFeeBump(envelope) => {
            let xdr::FeeBumpTransactionInnerTx::Tx(inner) = &envelope.tx.inner_tx;
            inner.tx.operations.len()
        }
    }
}

/// Combines an envelope with the result and the meta. Returns also the number of unreadable operations, none of a failed
/// transaction, which changed nothing.
fn transaction(
    envelope: &Envelope,
    hash: [u8; 32],
    result: &xdr::TransactionResult,
    meta: &xdr::TransactionMeta,
    place: Place,
) -> Result<(LedgerTransaction, u64), CloseMetaError> {
    let transaction = envelope.transaction();
    let source = MuxedAccount::from_xdr(&transaction.source_account);
    let fee_payer = match &envelope.0 {
        xdr::TransactionEnvelope::TxFeeBump(bump) => MuxedAccount::from_xdr(&bump.tx.fee_source),
        xdr::TransactionEnvelope::Tx(_) | xdr::TransactionEnvelope::TxV0(_) => source,
    };
    let succeeded = has_succeeded(result);
    let executed = Executed {
        network: place.network,
        source,
        operations: &transaction.operations,
        meta,
        results: results(result),
        succeeded,
    };
    let effects = if succeeded {
        TransactionEffects::from_xdr(Some(result), Some(meta))
    } else {
        TransactionEffects::default()
    };
    let (operations, unreadable) = executed.operations(&effects);
    let entry = Entry {
        hash,
        ledger: place.ledger,
        time: place.time,
        succeeded,
        source,
        fee: Stroops::new(result.fee_charged).ok_or(CloseMetaError::Fee)?,
        fee_payer: fee_payer.account,
        memo: Memo::from_xdr(&transaction.memo),
        operations,
        effects,
    };
    let read = LedgerTransaction {
        entry,
        sequence: transaction.seq_num.0,
    };
    Ok((read, if succeeded { unreadable } else { 0 }))
}

const fn has_succeeded(result: &xdr::TransactionResult) -> bool {
    use xdr::TransactionResultResult as Outer;
    matches!(result.result, Outer::TxSuccess(_) | Outer::TxFeeBumpInnerSuccess(_))
}

fn hash(value: &impl WriteXdr) -> [u8; 32] {
    // Writing to memory fails only at limits, and none are set.
    Sha256::digest(value.to_xdr(Limits::none()).unwrap_or_default()).into()
}
