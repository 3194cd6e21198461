//! Fee bumps.

use crate::fee::estimate::{FeeError, MIN_FEE};
use crate::transaction::envelope::Envelope;
use crate::value::address::AccountId;
use stellar_xdr::{self as xdr, VecM};
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};

/// Reasons why a fee bump cannot contain an envelope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FeeBumpError {
    /// The envelope is already a fee bump.
    #[error("transaction is already a fee bump; pass its inner transaction")]
    Nested,
    /// The inner transaction has no signatures.
    #[error("transaction is not signed; a fee bump requires a signed transaction")]
    Unsigned,
    /// The fee is out of range.
    #[error(transparent)]
    Fee(#[from] FeeError),
}

impl CodedError for FeeBumpError {
    /// Returns the error with the field of the fee bump request.
    fn info(&self) -> ErrorInfo {
        match self {
            Self::Nested => ErrorInfo::describe(ErrorCode::InvalidTransaction, self).at("txdata"),
            Self::Unsigned => ErrorInfo::describe(ErrorCode::InvalidSignature, self).at("txdata"),
            Self::Fee(error) => error.info(),
        }
    }
}

/// Builds a fee bump of a signed transaction: `payer` pays at most `fee` stroops for the inner
/// transaction and for the bump itself, which counts as a further operation.
///
/// A transaction of version 0 is converted to version 1, which the signatures cover.
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

/// Checks the fee against the minimum of the network: the base fee for each operation and the bump, and at least
/// the fee rate of the inner transaction for all of them. The resource fee of a contract is added once (CAP-46-07).
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
    let minimum = resources + at_its_rate.max(MIN_FEE * count);
    if fee < minimum {
        return Err(FeeError::TooLow { minimum });
    }
    let maximum = u64::from(u32::MAX);
    if fee > maximum {
        return Err(FeeError::TooHigh { maximum });
    }
    Ok(())
}
