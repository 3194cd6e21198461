//! A transaction on its way to being signed.

use super::amount::Amount;
use super::bounds::{self, BoundsError};
use super::encoding::encode;
use super::fields::{AccessListItem, TransactionFields};
use super::hash::Hash;
use super::public_key::PublicKey;
use super::signature::{Parity, Signature, SignatureWithParity};
use super::signed::SignedTransaction;

/// Why a transaction cannot be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// A field is out of bounds.
    #[error(transparent)]
    Bounds(#[from] BoundsError),
    /// The fee is not what the other fields make of it.
    #[error("the fee is gas limit times gas price, which is {expected}")]
    FeeMismatch {
        /// Gas limit times the most paid per gas, in wei.
        expected: Amount,
    },
}

/// Why a signature does not complete a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AttachError {
    /// The signature was not made with this key over this hash.
    #[error("the signature does not verify with the public key and the hash of the transaction")]
    Invalid,
    /// It was, but the other parity belongs to it.
    #[error("the signature is right, but its recovery or v is not: the other parity belongs to it")]
    OtherParity,
}

/// A transaction whose every byte is fixed but for the signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnsignedTransaction {
    fields: TransactionFields,
    access_list: Vec<AccessListItem>,
    fee: Amount,
}

impl UnsignedTransaction {
    /// Builds a transaction whose fee, in wei, is gas limit times the most paid per gas.
    pub fn build(fields: TransactionFields, fee: Amount) -> Result<Self, BuildError> {
        let transaction = Self::new(fields, Vec::new())?;
        if transaction.fee == fee {
            Ok(transaction)
        } else {
            let expected = transaction.fee;
            Err(BuildError::FeeMismatch { expected })
        }
    }

    /// A transaction within bounds.
    pub(super) fn new(fields: TransactionFields, access_list: Vec<AccessListItem>) -> Result<Self, BoundsError> {
        let fee = bounds::check(&fields, &access_list)?;
        Ok(Self {
            fields,
            access_list,
            fee,
        })
    }

    /// What the transaction says.
    pub const fn fields(&self) -> &TransactionFields {
        &self.fields
    }

    /// What it announces to touch; nothing where it was built here.
    pub fn access_list(&self) -> &[AccessListItem] {
        &self.access_list
    }

    /// The most that it costs beside its amount, in wei. On a rollup the price of its place on the chain below comes on top.
    pub const fn fee(&self) -> Amount {
        self.fee
    }

    /// The bytes that are hashed: RLP, of a legacy transaction with the chain id in it (EIP-155), behind the type of a
    /// typed one (EIP-2718).
    pub fn bytes(&self) -> Vec<u8> {
        self.encode(None)
    }

    /// The bytes with this signature or, without one, as they are hashed for it.
    pub(super) fn encode(&self, signature: Option<&SignatureWithParity>) -> Vec<u8> {
        encode(&self.fields, &self.access_list, signature)
    }

    /// The hash to sign.
    pub fn sighash(&self) -> Hash {
        Hash::of(self.bytes())
    }

    /// Completes the transaction with a signature that recovers to this key. Without a parity both are tried.
    pub fn attach(
        self,
        key: &PublicKey,
        signature: &Signature,
        parity: Option<Parity>,
    ) -> Result<SignedTransaction, AttachError> {
        let hash = self.sighash();
        let recovered = [Parity::Even, Parity::Odd]
            .map(|parity| (parity, signature.with_parity(parity)))
            .into_iter()
            .find(|(_, signature)| signature.recover(hash).as_ref() == Some(key));
        match (recovered, parity) {
            (None, _) => Err(AttachError::Invalid),
            (Some((right, _)), Some(told)) if right != told => Err(AttachError::OtherParity),
            (Some((_, signature)), _) => Ok(SignedTransaction::complete(self, signature, key.address())),
        }
    }
}
