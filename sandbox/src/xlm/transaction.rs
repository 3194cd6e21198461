//! Transactions as they are handed in.

use super::codec;
use super::rules::{BASE_FEE, network_id};
use stellar_xdr::{
    AccountId, DecoratedSignature, FeeBumpTransactionInnerTx, Limits, MuxedAccount, Operation, Preconditions,
    PreconditionsV2, ReadXdr, TimeBounds, Transaction as Inner, TransactionEnvelope, TransactionV1Envelope,
};

/// How deep an envelope may be nested.
const MAX_DEPTH: u32 = 200;

/// A transaction, or a fee bump around one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transaction {
    /// All of it.
    pub envelope: TransactionEnvelope,
    /// What its signatures are over.
    pub hash: [u8; 32],
    /// The transaction itself, in the second version.
    pub inner: Inner,
    /// The signatures of the transaction itself.
    pub signatures: Vec<DecoratedSignature>,
    /// What the signatures of the transaction itself are over.
    pub inner_hash: [u8; 32],
    /// The fee bump around it (CAP-15).
    pub bump: Option<Bump>,
}

/// Somebody else who pays the fee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bump {
    /// Who.
    pub source: MuxedAccount,
    /// The most, in stroops.
    pub fee: i64,
    /// The signatures of it.
    pub signatures: Vec<DecoratedSignature>,
}

/// The text is not the base64 of an envelope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the text is not the base64 of one transaction envelope")]
pub struct MalformedError;

impl Transaction {
    /// Reads the base64 of an envelope.
    pub fn decode(base64: &str) -> Result<Self, MalformedError> {
        let limits = Limits {
            depth: MAX_DEPTH,
            len: base64.len(),
        };
        let envelope = TransactionEnvelope::from_xdr_base64(base64, limits).map_err(|_| MalformedError)?;
        Ok(Self::new(envelope))
    }

    /// Looks into an envelope. One of the first version becomes one of the second, whose hash is the same.
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
            // Writing to memory fails only at limits, and there are none.
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

    /// The base64 of the envelope.
    pub fn base64(&self) -> String {
        codec::base64(&self.envelope)
    }

    /// The hash as it is shown.
    pub fn id(&self) -> String {
        hex::encode(self.hash)
    }

    /// Whose sequence number it takes.
    pub fn source(&self) -> AccountId {
        self.inner.source_account.clone().account_id()
    }

    /// Who pays the fee.
    pub fn fee_source(&self) -> AccountId {
        self.fee_account().clone().account_id()
    }

    /// Who pays the fee, with the number of the user.
    pub fn fee_account(&self) -> &MuxedAccount {
        self.bump
            .as_ref()
            .map_or(&self.inner.source_account, |bump| &bump.source)
    }

    /// The most that is paid for all of it, in stroops.
    pub fn max_fee(&self) -> i64 {
        self.bump.as_ref().map_or(self.inner.fee.into(), |bump| bump.fee)
    }

    /// How many base fees it costs: one for each operation, and one for a fee bump.
    pub fn fee_units(&self) -> i64 {
        let operations = i64::try_from(self.inner.operations.len()).unwrap_or(i64::MAX);
        operations + i64::from(self.bump.is_some())
    }

    /// The least that it may cost, in stroops.
    pub fn least_fee(&self) -> i64 {
        self.fee_units() * BASE_FEE
    }

    /// What a ledger tells as the fee of the transaction inside a fee bump, which it does not pay, in stroops.
    pub fn inner_fee(&self) -> i64 {
        let operations = i64::try_from(self.inner.operations.len()).unwrap_or(i64::MAX);
        i64::from(self.inner.fee).min(operations * BASE_FEE)
    }

    /// Who does an operation, with the number of the user.
    pub fn actor<'a>(&'a self, operation: &'a Operation) -> &'a MuxedAccount {
        operation.source_account.as_ref().unwrap_or(&self.inner.source_account)
    }

    /// Who does an operation.
    pub fn source_of(&self, operation: &Operation) -> AccountId {
        self.actor(operation).clone().account_id()
    }

    /// When it is valid.
    pub fn time_bounds(&self) -> Option<&TimeBounds> {
        match &self.inner.cond {
            Preconditions::None => None,
            Preconditions::Time(bounds) => Some(bounds),
            Preconditions::V2(conditions) => conditions.time_bounds.as_ref(),
        }
    }

    /// What it demands beside (CAP-21).
    pub fn conditions(&self) -> Option<&PreconditionsV2> {
        match &self.inner.cond {
            Preconditions::V2(conditions) => Some(conditions),
            Preconditions::None | Preconditions::Time(_) => None,
        }
    }
}
