//! The transaction of an envelope, and its hash.

use crate::payments::check::{PaymentError, check};
use stellar_xdr as xdr;
use wallet_core::model::Network;
use wallet_xlm::network_id;
use xdr::{Limits, ReadXdr, WriteXdr};

/// Limits of decoding: a transaction is far below both.
const LIMITS: Limits = Limits {
    depth: 100,
    len: 1 << 20,
};

/// Decodes an envelope: XDR in base64.
pub fn decode(endpoint: &'static str, text: &str) -> Result<xdr::TransactionEnvelope, PaymentError> {
    let decoded = xdr::TransactionEnvelope::from_xdr_base64(text, LIMITS);
    let found = decoded.as_ref().map_or("other bytes", |_| "an envelope");
    check(endpoint, "transaction", found, "an envelope")?;
    decoded.map_err(|error| PaymentError::invalid("transaction", error))
}

/// Returns the hash that is signed: of the network and the transaction, without signatures.
pub fn hash(envelope: &xdr::TransactionEnvelope, network: Network) -> Result<[u8; 32], PaymentError> {
    envelope
        .hash(network_id(network))
        .map_err(|error| PaymentError::invalid("transaction", error))
}

/// Returns the envelope with one more signature: XDR in base64.
pub fn with_signature(text: &str, public_key: [u8; 32], signature: [u8; 64]) -> Result<String, PaymentError> {
    let invalid = |error: xdr::Error| PaymentError::invalid("transaction", error);
    let mut envelope = decode("get-hash", text)?;
    let signatures = match &mut envelope {
        xdr::TransactionEnvelope::TxV0(envelope) => &mut envelope.signatures,
        xdr::TransactionEnvelope::Tx(envelope) => &mut envelope.signatures,
        xdr::TransactionEnvelope::TxFeeBump(envelope) => &mut envelope.signatures,
    };
    let [.., a, b, c, d] = public_key;
    let mut all = signatures.to_vec();
    all.push(xdr::DecoratedSignature {
        hint: xdr::SignatureHint([a, b, c, d]),
        signature: xdr::Signature(signature.to_vec().try_into().map_err(invalid)?),
    });
    *signatures = all.try_into().map_err(invalid)?;
    envelope.to_xdr_base64(LIMITS).map_err(invalid)
}

/// Returns the same envelope without signatures, and their number.
pub fn without_signatures(mut envelope: xdr::TransactionEnvelope) -> (xdr::TransactionEnvelope, usize) {
    let signatures = match &mut envelope {
        xdr::TransactionEnvelope::TxV0(envelope) => &mut envelope.signatures,
        xdr::TransactionEnvelope::Tx(envelope) => &mut envelope.signatures,
        xdr::TransactionEnvelope::TxFeeBump(envelope) => &mut envelope.signatures,
    };
    let count = signatures.len();
    *signatures = xdr::VecM::default();
    (envelope, count)
}
