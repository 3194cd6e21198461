//! Submitted transactions.

pub mod apply;
pub mod outcome;
pub mod signatures;
pub mod validity;

use super::codec;
use super::rules::{BASE_FEE, network_id};
use stellar_xdr::{
    AccountId, DecoratedSignature, FeeBumpTransactionInnerTx, Limits, MuxedAccount, Operation, Preconditions,
    PreconditionsV2, ReadXdr, TimeBounds, Transaction as Inner, TransactionEnvelope, TransactionExt,
    TransactionV1Envelope,
};

/// The maximum nesting depth of an envelope.
const MAX_DEPTH: u32 = 200;

/// A transaction, possibly inside a fee bump.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transaction {
    pub envelope: TransactionEnvelope,
    /// The hash that the outer signatures sign.
    pub hash: [u8; 32],
    /// The inner transaction in the current version (V1).
    pub inner: Inner,
    /// The signatures of the inner transaction.
    pub signatures: Vec<DecoratedSignature>,
    /// The hash that the inner signatures sign.
    pub inner_hash: [u8; 32],
    /// The fee bump (CAP-15).
    pub bump: Option<Bump>,
}

/// A fee bump, in which a different account pays the fee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bump {
    pub source: MuxedAccount,
    /// The maximum fee in stroops.
    pub fee: i64,
    /// The signatures of the fee bump.
    pub signatures: Vec<DecoratedSignature>,
}

/// The string is not the base64 of an envelope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected the base64 of exactly one transaction envelope")]
pub struct MalformedError;

impl Transaction {
    /// Decodes the base64 of an envelope.
    pub fn decode(base64: &str) -> Result<Self, MalformedError> {
        let limits = Limits {
            depth: MAX_DEPTH,
            len: base64.len(),
        };
        let envelope = TransactionEnvelope::from_xdr_base64(base64, limits).map_err(|_| MalformedError)?;
        Ok(Self::new(envelope))
    }

    /// Analyses an envelope. A V0 envelope is converted to V1, which has the same hash.
    pub fn new(envelope: TransactionEnvelope) -> Self {
        let (inner, bump) = match &envelope {
            TransactionEnvelope::TxV0(envelope) => {
                let tx = Inner::from(&envelope.tx);
                let signatures = envelope.signatures.clone();
                (TransactionV1Envelope { tx, signatures }, None)
            }
            TransactionEnvelope::Tx(envelope) => (envelope.clone(), None),
            TransactionEnvelope::TxFeeBump(envelope) => {
                let FeeBumpTransactionInnerTx::Tx(inner) = &envelope.tx.inner_tx;
                let bump = Bump {
                    source: envelope.tx.fee_source.clone(),
                    fee: envelope.tx.fee,
                    signatures: envelope.signatures.to_vec(),
                };
                (inner.clone(), Some(bump))
            }
        };
        let envelope = match envelope {
            TransactionEnvelope::TxV0(_) => TransactionEnvelope::Tx(inner.clone()),
            other => other,
        };
        let hash = |envelope: &TransactionEnvelope| {
            // Writing to memory fails only on limits, and none are set.
            envelope.hash(network_id()).unwrap_or_default()
        };
        Self {
            hash: hash(&envelope),
            inner_hash: hash(&TransactionEnvelope::Tx(inner.clone())),
            inner: inner.tx,
            signatures: inner.signatures.into_vec(),
            bump,
            envelope,
        }
    }

    /// Returns the envelope in base64.
    pub fn base64(&self) -> String {
        codec::base64(&self.envelope)
    }

    /// Returns the hash in hex.
    pub fn id(&self) -> String {
        hex::encode(self.hash)
    }

    /// Returns the account with the sequence number that the transaction consumes.
    pub fn source(&self) -> AccountId {
        self.inner.source_account.clone().account_id()
    }

    /// Returns the account that pays the fee.
    pub fn fee_source(&self) -> AccountId {
        self.fee_account().clone().account_id()
    }

    /// Returns the account that pays the fee, including the muxed id.
    pub fn fee_account(&self) -> &MuxedAccount {
        self.bump
            .as_ref()
            .map_or(&self.inner.source_account, |bump| &bump.source)
    }

    /// Returns the maximum fee of the whole transaction in stroops.
    pub fn max_fee(&self) -> i64 {
        self.bump.as_ref().map_or(self.inner.fee.into(), |bump| bump.fee)
    }

    /// Returns the number of base fees: a fee for each operation, and a further fee for a fee bump.
    pub fn fee_units(&self) -> i64 {
        let operations = i64::try_from(self.inner.operations.len()).unwrap_or(i64::MAX);
        operations + i64::from(self.bump.is_some())
    }

    /// Returns the minimum fee in stroops: the base fees and the fee of the resources.
    pub fn minimum_fee(&self) -> i64 {
        (self.fee_units() * BASE_FEE).saturating_add(self.resource_fee())
    }

    /// Returns the fee of the resources of a contract in stroops, which the sandbox charges completely.
    pub fn resource_fee(&self) -> i64 {
        match &self.inner.ext {
            TransactionExt::V0 => 0,
            TransactionExt::V1(data) => data.resource_fee.max(0),
        }
    }

    /// Returns the fee that a ledger reports for the transaction inside a fee bump, in stroops. That
    /// transaction does not pay.
    pub fn inner_fee(&self) -> i64 {
        let operations = i64::try_from(self.inner.operations.len()).unwrap_or(i64::MAX);
        i64::from(self.inner.fee).min(operations * BASE_FEE + self.resource_fee())
    }

    /// Returns the source of an operation, including the muxed id.
    pub fn actor<'a>(&'a self, operation: &'a Operation) -> &'a MuxedAccount {
        operation.source_account.as_ref().unwrap_or(&self.inner.source_account)
    }

    /// Returns the source account of an operation.
    pub fn source_of(&self, operation: &Operation) -> AccountId {
        self.actor(operation).clone().account_id()
    }

    /// Returns the time bounds.
    pub fn time_bounds(&self) -> Option<&TimeBounds> {
        match &self.inner.cond {
            Preconditions::None => None,
            Preconditions::Time(bounds) => Some(bounds),
            Preconditions::V2(conditions) => conditions.time_bounds.as_ref(),
        }
    }

    /// Returns the additional preconditions (CAP-21).
    pub fn conditions(&self) -> Option<&PreconditionsV2> {
        match &self.inner.cond {
            Preconditions::V2(conditions) => Some(conditions),
            Preconditions::None | Preconditions::Time(_) => None,
        }
    }
}
