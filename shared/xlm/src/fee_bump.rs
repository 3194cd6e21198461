//! Fee bumps: somebody pays a higher fee for a transaction that is signed already (CAP-15).

use super::address::AccountId;
use super::envelope::Envelope;
use super::transaction::{FeeError, MIN_FEE};
use stellar_xdr::{self as xdr, VecM};

/// Why no fee bump is put around an envelope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FeeBumpError {
    /// It is one already.
    #[error("this is a fee bump already; give the transaction inside it")]
    Nested,
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
/// A transaction of the first version becomes one of the second, which is what its signatures are over.
pub fn fee_bump(inner: &Envelope, payer: AccountId, fee: u64) -> Result<Envelope, FeeBumpError> {
    if inner.inner().is_some() {
        return Err(FeeBumpError::Nested);
    }
    let signatures = VecM::try_from(inner.signatures().to_vec()).unwrap_or_default();
    if signatures.is_empty() {
        return Err(FeeBumpError::Unsigned);
    }
    let tx = inner.transaction();
    check_fee(&tx, fee)?;
    let bump = xdr::FeeBumpTransaction {
        fee_source: xdr::MuxedAccount::Ed25519(xdr::Uint256(payer.0)),
        fee: fee.cast_signed(),
        inner_tx: xdr::FeeBumpTransactionInnerTx::Tx(xdr::TransactionV1Envelope { tx, signatures }),
        ext: xdr::FeeBumpTransactionExt::V0,
    };
    Ok(Envelope(bump.into()))
}

/// The network demands the base fee of each operation and of the bump, and of the whole at least the rate that the
/// transaction inside offers. What the resources of a contract cost comes on top, once (CAP-46-07).
fn check_fee(inner: &xdr::Transaction, fee: u64) -> Result<(), FeeError> {
    let resources = match &inner.ext {
        xdr::TransactionExt::V0 => 0,
        xdr::TransactionExt::V1(data) => u64::try_from(data.resource_fee).unwrap_or_default(),
    };
    let offered = u64::from(inner.fee);
    let resources = resources.min(offered);
    let operations = inner.operations.len() as u64;
    let count = operations + 1;
    let at_its_rate = ((offered - resources) * count).div_ceil(operations.max(1));
    let minimum = resources + at_its_rate.max(u64::from(MIN_FEE) * count);
    if fee < minimum {
        return Err(FeeError::TooLow { minimum });
    }
    let maximum = u64::from(u32::MAX);
    if fee > maximum {
        return Err(FeeError::TooHigh { maximum });
    }
    Ok(())
}
