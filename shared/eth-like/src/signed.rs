//! Transactions with a valid signature.

use super::address::Address;
use super::amount::Amount;
use super::bounds::BoundsError;
use super::decoding::decode;
use super::fields::TransactionFields;
use super::hash::Hash;
use super::params::Params;
use super::signature::SignatureWithParity;
use super::transaction::UnsignedTransaction;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};

/// Error of parsing a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TransactionError {
    /// Not an even number of hex digits.
    #[error("transaction must be a hex string")]
    NotHex,
    /// Above the relay size limit.
    #[error("transaction must be at most {maximum} bytes")]
    TooLarge {
        /// The limit in bytes.
        maximum: usize,
    },
    /// The bytes are not exactly one transaction in canonical RLP.
    #[error("not exactly one valid transaction")]
    Malformed,
    /// An unsupported transaction type.
    #[error("transaction type {byte} ({name}) is not supported: use a legacy or EIP-1559 transaction")]
    UnsupportedType {
        /// The EIP-2718 type.
        byte: u8,
        /// The name of the type.
        name: &'static str,
    },
    /// Valid on every chain.
    #[error("the transaction has no chain id and could be replayed on other chains: sign it according to EIP-155")]
    Unprotected,
    /// Valid on another chain only.
    #[error("the transaction has chain id {chain_id}, expected {expected}")]
    OtherChain {
        /// The chain id in the transaction.
        chain_id: Amount,
        /// The chain id of the requested chain and network.
        expected: u64,
    },
    /// An out-of-bounds field.
    #[error(transparent)]
    Bounds(#[from] BoundsError),
    /// The signature is missing.
    #[error("the transaction is not signed")]
    Unsigned,
    /// Numbers out of range, a high s (EIP-2), or no recoverable key.
    #[error("the transaction signature is invalid or its s is high (EIP-2)")]
    Signature,
}

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
        | BoundsError::Nonce { .. }
        | BoundsError::DataTooLong { .. }
        | BoundsError::EmptyDeployment
        | BoundsError::IntrinsicGas { .. } => ErrorInfo::describe(ErrorCode::InvalidTransaction, error),
    }
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
        let (unsigned, signature) = decode(params, text)?;
        let signature = signature.ok_or(TransactionError::Unsigned)?;
        Self::recover(unsigned, signature)
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
