//! Building and signing of a transaction.

use super::amount::Amount;
use super::bounds::{self, Bounds, BoundsError};
use super::encoding::encode;
use super::fields::{AccessListItem, TransactionFields};
use super::hash::Hash;
use super::signature::SignatureWithParity;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};

/// Error of building a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// An out-of-bounds field.
    #[error(transparent)]
    Bounds(#[from] BoundsError),
    /// The fee differs from gas limit times price.
    #[error("fee must be gas limit times gas price: {expected}")]
    FeeMismatch {
        /// Gas limit times maximum price per gas, in wei.
        expected: Amount,
    },
}

impl CodedError for BuildError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::Bounds(bounds) => bounds.info(),
            Self::FeeMismatch { expected } => ErrorInfo::describe(ErrorCode::FeeMismatch, self)
                .amount("expected", expected)
                .at("fee"),
        }
    }
}

/// A complete transaction without signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnsignedTransaction {
    fields: TransactionFields,
    access_list: Vec<AccessListItem>,
    fee: Amount,
}

impl UnsignedTransaction {
    /// Builds a transaction to sign; `fee`, in wei, must equal gas limit times maximum price per gas. The price is above 0,
    /// except on chains whose base fee is 0.
    pub fn build(fields: TransactionFields, fee: Amount) -> Result<Self, BuildError> {
        bounds::check_paid(&fields)?;
        let transaction = Self::new(fields, Vec::new(), Bounds::Service)?;
        if transaction.fee == fee {
            Ok(transaction)
        } else {
            let expected = transaction.fee;
            Err(BuildError::FeeMismatch { expected })
        }
    }

    /// Creates a transaction after checking these bounds.
    pub(super) fn new(
        fields: TransactionFields,
        access_list: Vec<AccessListItem>,
        bounds: Bounds,
    ) -> Result<Self, BoundsError> {
        let fee = bounds::check(&fields, &access_list, bounds)?;
        Ok(Self {
            fields,
            access_list,
            fee,
        })
    }

    /// Returns the transaction fields.
    pub const fn fields(&self) -> &TransactionFields {
        &self.fields
    }

    /// Returns the access list; empty for transactions built here.
    pub fn access_list(&self) -> &[AccessListItem] {
        &self.access_list
    }

    /// Returns the maximum fee in wei, without the value. On a rollup the L1 fee is added.
    pub const fn fee(&self) -> Amount {
        self.fee
    }

    /// Returns the bytes to hash: RLP, including the chain id of a legacy transaction (EIP-155) and prefixed by
    /// the type of a typed one (EIP-2718).
    pub fn bytes(&self) -> Vec<u8> {
        self.encode(None)
    }

    /// Encodes the transaction with the signature or, without one, in the form hashed for signing.
    pub(super) fn encode(&self, signature: Option<&SignatureWithParity>) -> Vec<u8> {
        encode(&self.fields, &self.access_list, signature)
    }

    /// Returns the hash to sign.
    pub fn sighash(&self) -> Hash {
        Hash::of(self.bytes())
    }
}
