//! Fee bumps: somebody pays a higher fee for a transaction that is signed already (CAP-15).

use super::address::AccountId;
use super::envelope::Envelope;
use super::transaction::{FeeError, MIN_FEE};
use stellar_xdr::{self as xdr, TransactionEnvelope};

/// Why no fee bump is put around an envelope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FeeBumpError {
    /// It is one already.
    #[error("this is a fee bump already; give the transaction inside it")]
    Nested,
    /// A transaction of the first version, which no fee bump can hold.
    #[error("a transaction of the old version (before protocol 13) cannot be put into a fee bump")]
    OldVersion,
    /// Nobody has signed it.
    #[error("the transaction is not signed; a fee bump holds a transaction with its signatures")]
    Unsigned,
    /// The fee is out of bounds.
    #[error(transparent)]
    Fee(#[from] FeeError),
}

/// Puts a fee bump around a signed transaction: this account pays at most this fee, in stroops, for the transaction inside
/// and for the bump itself, which counts as one more operation.
///
/// The network demands the base fee of each, and of the whole at least the rate that the transaction inside offers.
pub fn fee_bump(inner: &Envelope, payer: AccountId, fee: u64) -> Result<Envelope, FeeBumpError> {
    let inner = match &inner.0 {
        TransactionEnvelope::TxFeeBump(_) => return Err(FeeBumpError::Nested),
        TransactionEnvelope::TxV0(_) => return Err(FeeBumpError::OldVersion),
        TransactionEnvelope::Tx(inner) if inner.signatures.is_empty() => return Err(FeeBumpError::Unsigned),
        TransactionEnvelope::Tx(inner) => inner,
    };
    let operations = inner.tx.operations.len() as u64;
    let count = operations + 1;
    let at_its_rate = (u64::from(inner.tx.fee) * count).div_ceil(operations.max(1));
    let minimum = at_its_rate.max(u64::from(MIN_FEE) * count);
    if fee < minimum {
        return Err(FeeError::TooLow { minimum }.into());
    }
    let maximum = u64::from(u32::MAX);
    if fee > maximum {
        return Err(FeeError::TooHigh { maximum }.into());
    }
    let bump = xdr::FeeBumpTransaction {
        fee_source: xdr::MuxedAccount::Ed25519(xdr::Uint256(payer.0)),
        fee: fee.cast_signed(),
        inner_tx: xdr::FeeBumpTransactionInnerTx::Tx(inner.clone()),
        ext: xdr::FeeBumpTransactionExt::V0,
    };
    Ok(Envelope(bump.into()))
}
