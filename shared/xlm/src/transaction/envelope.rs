//! Envelopes: transactions with their signatures so far.

use crate::chain::{from_base64, to_base64};
use crate::transaction::signature::{PublicKey, Signature, hint};
use crate::transaction::unsigned::{hash, upgraded};
use crate::value::address::{AccountId, MuxedAccount};
use crate::value::amount::Stroops;
use stellar_xdr::{self as xdr, TransactionEnvelope};
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};
use wallet_core::model::Network;

/// An envelope as received: a transaction of either version, or a fee bump that contains a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Envelope(pub(crate) TransactionEnvelope);

/// Reasons why a string is not a valid envelope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EnvelopeError {
    /// The string is not base64, or not the XDR of exactly one envelope.
    #[error("value must be the base64 of exactly one transaction envelope")]
    Malformed,
    /// The transaction has no operations.
    #[error("transaction has no operations")]
    Empty,
    /// The transaction has no signatures.
    #[error("transaction is not signed")]
    Unsigned,
    /// The time bounds have passed, so no ledger can contain the transaction.
    #[error("transaction must be valid after now: its time bounds ended at {valid_until} (Unix time)")]
    Expired {
        /// The end of the time bounds in Unix seconds.
        valid_until: u64,
    },
}

impl CodedError for EnvelopeError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::Malformed | Self::Empty | Self::Expired { .. } => {
                ErrorInfo::describe(ErrorCode::InvalidTransaction, self)
            }
            Self::Unsigned => ErrorInfo::describe(ErrorCode::InvalidSignature, self),
        }
    }
}

/// Reasons why a signature cannot be attached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AttachError {
    /// The signature is not by the key over this transaction on this network.
    #[error("signature must be by publicKey over the hash of this transaction on this network")]
    Invalid,
    /// The envelope already has the maximum number of signatures.
    #[error("transaction must have at most {MAX_SIGNATURES} signatures")]
    TooMany,
}

impl CodedError for AttachError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::Invalid => ErrorInfo::describe(ErrorCode::InvalidSignature, self),
            Self::TooMany => ErrorInfo::describe(ErrorCode::InvalidRequest, self),
        }
    }
}

/// The maximum number of signatures of a transaction.
pub const MAX_SIGNATURES: usize = 20;

/// Returns the time bounds among the preconditions of a transaction.
pub(crate) fn time_bounds(conditions: &xdr::Preconditions) -> Option<&xdr::TimeBounds> {
    match conditions {
        xdr::Preconditions::None => None,
        xdr::Preconditions::Time(bounds) => Some(bounds),
        xdr::Preconditions::V2(conditions) => conditions.time_bounds.as_ref(),
    }
}

impl Envelope {
    /// Parses the base64 of a signed or unsigned envelope.
    pub fn parse(base64: &str) -> Result<Self, EnvelopeError> {
        let envelope = from_base64(base64).map(Self).ok_or(EnvelopeError::Malformed)?;
        // Only the canonical encoding of an envelope encodes back to the same string.
        if to_base64(&envelope.0) != base64 {
            return Err(EnvelopeError::Malformed);
        }
        if envelope.operations().is_empty() {
            return Err(EnvelopeError::Empty);
        }
        Ok(envelope)
    }

    /// Parses the base64 of an envelope with at least one signature.
    pub fn parse_signed(base64: &str) -> Result<Self, EnvelopeError> {
        let envelope = Self::parse(base64)?;
        envelope.check_signed()?;
        Ok(envelope)
    }

    /// Checks that the outermost transaction has a signature. Without a signature, the network cannot be detected; only
    /// the network knows if the accounts have authorized the transaction by hash
    /// (docs/decisions/stellar-payments.md#network-of-an-envelope).
    pub fn check_signed(&self) -> Result<(), EnvelopeError> {
        if self.signatures().is_empty() {
            return Err(EnvelopeError::Unsigned);
        }
        Ok(())
    }

    /// Checks that the time bounds (CAP-21) have not passed at this Unix time. A maximum of 0 never passes.
    pub fn check_not_expired(&self, now: u64) -> Result<(), EnvelopeError> {
        let transaction = self.transaction();
        match time_bounds(&transaction.cond).map_or(0, |bounds| bounds.max_time.0) {
            valid_until if valid_until != 0 && valid_until < now => Err(EnvelopeError::Expired { valid_until }),
            _ => Ok(()),
        }
    }

    /// Returns the envelope in base64.
    pub fn to_base64(&self) -> String {
        to_base64(&self.0)
    }

    /// Returns the transaction id: the hash covered by the signatures.
    pub fn hash(&self, network: Network) -> [u8; 32] {
        hash(&self.0, network)
    }

    /// Returns true if the transaction, or the inner transaction of a fee bump, has this id.
    pub fn has_hash(&self, requested: [u8; 32], network: Network) -> bool {
        self.hash(network) == requested || self.inner().is_some_and(|inner| inner.hash(network) == requested)
    }

    /// Returns the signatures of the outermost transaction.
    pub(crate) fn signatures(&self) -> &[xdr::DecoratedSignature] {
        match &self.0 {
            TransactionEnvelope::TxV0(envelope) => &envelope.signatures,
            TransactionEnvelope::Tx(envelope) => &envelope.signatures,
            TransactionEnvelope::TxFeeBump(envelope) => &envelope.signatures,
        }
    }

    /// Returns the innermost transaction, converted to version 1 from version 0.
    pub(crate) fn transaction(&self) -> xdr::Transaction {
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

    /// Adds the signature of a key. Has no effect if the envelope already contains the signature.
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

    /// Returns the source accounts in the envelope: of the transaction, of the operations and of the fee.
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

    /// Returns the fee of the resources of a contract.
    pub(crate) fn resource_fee(&self) -> Option<Stroops> {
        match self.transaction().ext {
            xdr::TransactionExt::V0 => None,
            xdr::TransactionExt::V1(data) => Stroops::new(data.resource_fee),
        }
    }

    /// Returns true if a signature over the transaction on this network is by a listed key or by
    /// an extra signer of the transaction (CAP-21).
    pub fn is_signed_on(&self, network: Network, keys: &[AccountId]) -> bool {
        self.bears_signature_of(network, keys) || self.inner().is_some_and(|inner| inner.is_signed_on(network, keys))
    }

    /// Returns the transaction inside a fee bump, with the signatures.
    pub(crate) fn inner(&self) -> Option<Self> {
        let TransactionEnvelope::TxFeeBump(envelope) = &self.0 else {
            return None;
        };
        let xdr::FeeBumpTransactionInnerTx::Tx(inner) = &envelope.tx.inner_tx;
        Some(Self(TransactionEnvelope::Tx(inner.clone())))
    }

    /// Checks the signatures of the outermost transaction only, like [`Self::is_signed_on`].
    fn bears_signature_of(&self, network: Network, keys: &[AccountId]) -> bool {
        let hash = self.hash(network);
        let mut keys = keys.iter().copied().chain(self.extra_signers());
        keys.any(|account| {
            // Decompressing a point costs more than comparing the hint.
            let hinted = |decorated: &&xdr::DecoratedSignature| decorated.hint.0 == hint(&account.0);
            let mut candidates = self.signatures().iter().filter(hinted).peekable();
            let key = candidates.peek().and_then(|_| PublicKey::of(account));
            key.is_some_and(|key| {
                let mut signatures = candidates.filter_map(|decorated| Signature::from_slice(&decorated.signature.0));
                signatures.any(|signature| key.verifies(&hash, &signature))
            })
        })
    }

    /// Returns the Ed25519 keys among the extra signers that the transaction requires in addition to
    /// those of the accounts.
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

/// The error for an envelope signed for a different network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("transaction is signed for {signed_for}; pass that network, since the signatures are invalid on any other one")]
pub struct OtherNetworkError {
    /// The network of the signatures.
    pub signed_for: Network,
}

impl CodedError for OtherNetworkError {
    fn info(&self) -> ErrorInfo {
        ErrorInfo::describe(ErrorCode::InvalidTransaction, self)
    }
}

impl Envelope {
    /// Returns the only network on which the envelope has a signature by a key that `keys`
    /// returns for that network. Returns `None` if no network or several networks qualify.
    pub fn signed_network(&self, keys: impl Fn(Network) -> Vec<AccountId>) -> Option<Network> {
        let is_signed = |network: &Network| self.is_signed_on(*network, &keys(*network));
        let mut signed = Network::ALL.into_iter().filter(is_signed);
        let network = signed.next()?;
        signed.next().is_none().then_some(network)
    }

    /// Rejects the envelope if a signature by a source account verifies on a different network.
    /// Signatures by keys that only the network knows are not considered.
    pub fn check_network(&self, network: Network) -> Result<(), OtherNetworkError> {
        let sources = self.sources();
        let mut others = Network::ALL.into_iter().filter(|other| *other != network);
        match others.find(|other| self.is_signed_on(*other, &sources)) {
            Some(signed_for) => Err(OtherNetworkError { signed_for }),
            None => Ok(()),
        }
    }
}
