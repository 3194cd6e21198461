//! Envelopes: transactions with what has been signed of them so far.

use super::address::{AccountId, MuxedAccount};
use super::encoding::{from_base64, to_base64};
use super::signature::{PublicKey, Signature, hint};
use super::transaction::{hash, upgraded};
use stellar_xdr::{self as xdr, TransactionEnvelope};
use wallet_core::model::Network;

/// An envelope as somebody handed it in: a transaction of either version, or a fee bump around one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Envelope(pub(super) TransactionEnvelope);

/// Why a text is no envelope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EnvelopeError {
    /// Not base64, or not the XDR of exactly one envelope.
    #[error("the text is not the base64 of one transaction envelope")]
    Malformed,
    /// No operations at all.
    #[error("the transaction has no operations")]
    Empty,
    /// Nobody has signed.
    #[error("the transaction is not signed")]
    Unsigned,
}

/// Why a signature is not attached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AttachError {
    /// It is not the key's signature over this transaction on this network.
    #[error("the signature is not that of publicKey over the hash of this transaction on this network")]
    Invalid,
    /// The envelope is full.
    #[error("a transaction has at most {MAX_SIGNATURES} signatures")]
    TooMany,
}

/// The most signatures of a transaction.
pub const MAX_SIGNATURES: usize = 20;

impl Envelope {
    /// Reads the base64 of an envelope, signed or not.
    pub fn parse(base64: &str) -> Result<Self, EnvelopeError> {
        let envelope = from_base64(base64).map(Self).ok_or(EnvelopeError::Malformed)?;
        // The same text comes out again, or it was not in the one form that there is of it.
        if to_base64(&envelope.0) != base64 {
            return Err(EnvelopeError::Malformed);
        }
        if envelope.operations().is_empty() {
            return Err(EnvelopeError::Empty);
        }
        Ok(envelope)
    }

    /// Reads the base64 of an envelope with at least one signature.
    pub fn parse_signed(base64: &str) -> Result<Self, EnvelopeError> {
        let envelope = Self::parse(base64)?;
        if envelope.signatures().is_empty() {
            return Err(EnvelopeError::Unsigned);
        }
        Ok(envelope)
    }

    /// The envelope in base64.
    pub fn to_base64(&self) -> String {
        to_base64(&self.0)
    }

    /// The id of the transaction, which its signatures are over.
    pub fn hash(&self, network: Network) -> [u8; 32] {
        hash(&self.0, network)
    }

    /// The signatures of the outermost transaction.
    pub(super) fn signatures(&self) -> &[xdr::DecoratedSignature] {
        match &self.0 {
            TransactionEnvelope::TxV0(envelope) => &envelope.signatures,
            TransactionEnvelope::Tx(envelope) => &envelope.signatures,
            TransactionEnvelope::TxFeeBump(envelope) => &envelope.signatures,
        }
    }

    /// The transaction inside, as one of the second version.
    pub(super) fn transaction(&self) -> xdr::Transaction {
        match &self.0 {
            TransactionEnvelope::TxV0(envelope) => upgraded(&envelope.tx),
            TransactionEnvelope::Tx(envelope) => envelope.tx.clone(),
            TransactionEnvelope::TxFeeBump(envelope) => {
                let xdr::FeeBumpTransactionInnerTx::Tx(inner) = &envelope.tx.inner_tx;
                inner.tx.clone()
            }
        }
    }

    fn operations(&self) -> &[xdr::Operation] {
        match &self.0 {
            TransactionEnvelope::TxV0(envelope) => &envelope.tx.operations,
            TransactionEnvelope::Tx(envelope) => &envelope.tx.operations,
            TransactionEnvelope::TxFeeBump(envelope) => {
                let xdr::FeeBumpTransactionInnerTx::Tx(inner) = &envelope.tx.inner_tx;
                &inner.tx.operations
            }
        }
    }

    /// Adds the signature of a key; one that is there already changes nothing.
    pub fn attach(mut self, network: Network, key: &PublicKey, signature: &Signature) -> Result<Self, AttachError> {
        if !key.verifies(&self.hash(network), signature) {
            return Err(AttachError::Invalid);
        }
        let bytes = signature.to_bytes().try_into().map_err(|_| AttachError::Invalid)?;
        let decorated = xdr::DecoratedSignature {
            hint: xdr::SignatureHint(key.hint()),
            signature: xdr::Signature(bytes),
        };
        if self.signatures().contains(&decorated) {
            return Ok(self);
        }
        let mut signatures = self.signatures().to_vec();
        signatures.push(decorated);
        let signatures = signatures.try_into().map_err(|_| AttachError::TooMany)?;
        match &mut self.0 {
            TransactionEnvelope::TxV0(envelope) => envelope.signatures = signatures,
            TransactionEnvelope::Tx(envelope) => envelope.signatures = signatures,
            TransactionEnvelope::TxFeeBump(envelope) => envelope.signatures = signatures,
        }
        Ok(self)
    }

    /// The accounts that the envelope names as somebody's source: of the transaction, of its operations, and of the fee.
    pub fn sources(&self) -> Vec<AccountId> {
        let transaction = self.transaction();
        let mut sources = vec![MuxedAccount::from_xdr(&transaction.source_account).account];
        let operations = transaction.operations.iter();
        let of_operations = operations.filter_map(|operation| operation.source_account.as_ref());
        sources.extend(of_operations.map(|source| MuxedAccount::from_xdr(source).account));
        if let TransactionEnvelope::TxFeeBump(envelope) = &self.0 {
            sources.push(MuxedAccount::from_xdr(&envelope.tx.fee_source).account);
        }
        sources.sort_unstable();
        sources.dedup();
        sources
    }

    /// Whether one of the signatures is that of one of these keys, or of a signer that the transaction names itself
    /// (CAP-21), over the transaction on this network.
    pub fn is_signed_on(&self, network: Network, keys: &[AccountId]) -> bool {
        self.bears_signature_of(network, keys) || self.inner().is_some_and(|inner| inner.is_signed_on(network, keys))
    }

    /// The transaction inside a fee bump, with its signatures.
    pub(super) fn inner(&self) -> Option<Self> {
        let TransactionEnvelope::TxFeeBump(envelope) = &self.0 else {
            return None;
        };
        let xdr::FeeBumpTransactionInnerTx::Tx(inner) = &envelope.tx.inner_tx;
        Some(Self(TransactionEnvelope::Tx(inner.clone())))
    }

    /// The same of the outermost transaction alone.
    fn bears_signature_of(&self, network: Network, keys: &[AccountId]) -> bool {
        let hash = self.hash(network);
        let mut keys = keys.iter().copied().chain(self.extra_signers());
        keys.any(|account| {
            // Turning bytes into a point costs more than looking at the hint.
            let hinted = |decorated: &&xdr::DecoratedSignature| decorated.hint.0 == hint(&account.0);
            let mut candidates = self.signatures().iter().filter(hinted).peekable();
            let key = candidates.peek().and_then(|_| PublicKey::of(account));
            key.is_some_and(|key| {
                let mut signatures = candidates.filter_map(|decorated| Signature::from_slice(&decorated.signature.0));
                signatures.any(|signature| key.verifies(&hash, &signature))
            })
        })
    }

    /// The Ed25519 keys among the signers that the transaction demands beside those of its accounts.
    fn extra_signers(&self) -> Vec<AccountId> {
        let xdr::Preconditions::V2(conditions) = self.transaction().cond else {
            return Vec::new();
        };
        let keys = conditions.extra_signers.iter().filter_map(|signer| match signer {
            xdr::SignerKey::Ed25519(key) => Some(AccountId(key.0)),
            xdr::SignerKey::PreAuthTx(_) | xdr::SignerKey::HashX(_) | xdr::SignerKey::Ed25519SignedPayload(_) => None,
        });
        keys.collect()
    }
}
