//! Transactions with a valid signature.

use super::address::Address;
use super::amount::Amount;
use super::bounds::{Bounds, BoundsError};
use super::decoding::{TransactionError, decode, legacy_parity};
use super::fields::{AccessListItem, GasPrice, TransactionFields};
use super::hash::Hash;
use super::params::Params;
use super::public_key::PublicKey;
use super::signature::{AttachError, Parity, Signature, SignatureWithParity};
use super::transaction::UnsignedTransaction;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};

impl CodedError for TransactionError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::NotHex
            | Self::TooLarge { .. }
            | Self::Malformed
            | Self::UnsupportedType { .. }
            | Self::Unprotected
            | Self::OtherChain { .. }
            | Self::Unsigned => ErrorInfo::describe(ErrorCode::InvalidTransaction, self),
            Self::Signature => ErrorInfo::describe(ErrorCode::InvalidSignature, self),
            Self::Bounds(bounds) => out_of_bounds(*bounds),
        }
    }
}

/// Returns the bounds error of a finished transaction, which has no request fields to name.
fn out_of_bounds(error: BoundsError) -> ErrorInfo {
    match error {
        BoundsError::FeeTooHigh { maximum } => {
            ErrorInfo::describe(ErrorCode::FeeTooHigh, error).amount("maximum", maximum)
        }
        BoundsError::GasLimit { .. }
        | BoundsError::NoFeeMarket
        | BoundsError::TipAboveMaxFee
        | BoundsError::ZeroPrice { .. }
        | BoundsError::Nonce { .. }
        | BoundsError::DataTooLong { .. }
        | BoundsError::EmptyDeployment
        | BoundsError::IntrinsicGas { .. } => ErrorInfo::describe(ErrorCode::InvalidTransaction, error),
    }
}

/// The numbers of a signature as nodes report them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SignatureParts {
    /// The number r.
    pub r: Amount,
    /// The number s.
    pub s: Amount,
    /// The parity, or `v` of a legacy transaction (EIP-155).
    pub v: Amount,
}

/// A transaction with a recovered sender, bound to one chain (EIP-155).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedTransaction {
    unsigned: UnsignedTransaction,
    bytes: Vec<u8>,
    sender: Address,
}

impl SignedTransaction {
    /// Combines a transaction with the signature of this sender.
    pub(super) fn complete(unsigned: UnsignedTransaction, signature: SignatureWithParity, sender: Address) -> Self {
        let bytes = unsigned.encode(Some(&signature));
        Self {
            unsigned,
            bytes,
            sender,
        }
    }

    /// Parses hex, with or without `0x`. Rejects transactions that no node of this chain would accept,
    /// transactions of other chains, and transactions outside the bounds of this service.
    pub fn parse(params: Params, text: &str) -> Result<Self, TransactionError> {
        let (unsigned, signature) = decode(params, text, Bounds::Service)?;
        let signature = signature.ok_or(TransactionError::Unsigned)?;
        Self::recover(unsigned, signature)
    }

    /// Combines the fields of a transaction with its signature. The result has the same bounds as that of [`Self::parse`].
    pub fn from_parts(
        fields: TransactionFields,
        access_list: Vec<AccessListItem>,
        SignatureParts { r, s, v }: SignatureParts,
    ) -> Result<Self, TransactionError> {
        let parity = match fields.price {
            GasPrice::Legacy { .. } => legacy_parity(fields.params, v.0)?,
            GasPrice::FeeMarket { .. } => {
                let parity = v.as_u64().and_then(Parity::from_id);
                parity.ok_or(TransactionError::Signature)?
            }
        };
        let signature = SignatureWithParity::from_numbers(r, s, parity).ok_or(TransactionError::Signature)?;
        Self::recover(
            UnsignedTransaction::new(fields, access_list, Bounds::Service)?,
            signature,
        )
    }

    /// Recovers the sender.
    pub(super) fn recover(
        unsigned: UnsignedTransaction,
        signature: SignatureWithParity,
    ) -> Result<Self, TransactionError> {
        let key = signature
            .recover(unsigned.sighash())
            .ok_or(TransactionError::Signature)?;
        Ok(Self::complete(unsigned, signature, key.address()))
    }

    /// Returns the encoding for broadcast: RLP, prefixed by the type of a typed transaction (EIP-2718).
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the encoding in hex with `0x`.
    pub fn to_hex(&self) -> String {
        format!("0x{}", hex::encode(&self.bytes))
    }

    /// Returns the transaction hash.
    pub fn hash(&self) -> Hash {
        Hash::of(&self.bytes)
    }

    /// Returns the signer.
    pub const fn sender(&self) -> Address {
        self.sender
    }

    /// Returns the nonce: the number of preceding transactions of the sender.
    pub const fn nonce(&self) -> u64 {
        self.fields().nonce
    }

    /// Returns the transaction fields.
    pub const fn fields(&self) -> &TransactionFields {
        self.unsigned.fields()
    }

    /// Returns the unsigned transaction.
    pub const fn unsigned(&self) -> &UnsignedTransaction {
        &self.unsigned
    }
}

impl UnsignedTransaction {
    /// Completes the transaction with a signature that recovers to this key. The given parity is tested first.
    pub fn attach(
        self,
        key: &PublicKey,
        signature: &Signature,
        parity: Option<Parity>,
    ) -> Result<SignedTransaction, AttachError> {
        let verified = signature.verify(self.sighash(), key, parity)?;
        Ok(SignedTransaction::complete(self, verified, key.address()))
    }
}
