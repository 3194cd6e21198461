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

/// Why bytes are no transaction that could be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TransactionError {
    /// Something other than pairs of hex digits.
    #[error("a transaction is written in hex digits")]
    NotHex,
    /// Larger than nodes relay.
    #[error("a transaction is at most {maximum} bytes long")]
    TooLarge {
        /// The limit in bytes.
        maximum: usize,
    },
    /// Not the bytes of one transaction from the first to the last, in the one form that RLP allows.
    #[error("the text does not hold exactly one transaction")]
    Malformed,
    /// A type that is not sent here.
    #[error("the transaction has the type {byte} ({name}); legacy and EIP-1559 transactions are sent here")]
    UnsupportedType {
        /// The type of EIP-2718.
        byte: u8,
        /// What that is.
        name: &'static str,
    },
    /// Good for every chain.
    #[error("the transaction has no chain id and could be repeated on other chains; sign it as EIP-155 has it")]
    Unprotected,
    /// Bound to another chain.
    #[error("the transaction is for the chain with the id {chain_id}, not for {expected}")]
    OtherChain {
        /// The chain id in the transaction.
        chain_id: Amount,
        /// The one of the chain and network it was given for.
        expected: u64,
    },
    /// A field is out of bounds.
    #[error(transparent)]
    Bounds(#[from] BoundsError),
    /// No signature where one is needed.
    #[error("the transaction is not signed")]
    Unsigned,
    /// Numbers out of range, a high s (EIP-2), or no key that could have made it.
    #[error("the transaction's signature is not valid, or its s is the higher one of two (EIP-2)")]
    Signature,
}

/// A transaction whose signature recovers to its sender, bound to one chain (EIP-155).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedTransaction {
    unsigned: UnsignedTransaction,
    bytes: Vec<u8>,
    sender: Address,
}

impl SignedTransaction {
    /// Puts a signature to the transaction that it was made for by this sender.
    pub(super) fn complete(unsigned: UnsignedTransaction, signature: SignatureWithParity, sender: Address) -> Self {
        let bytes = unsigned.encode(Some(&signature));
        Self {
            unsigned,
            bytes,
            sender,
        }
    }

    /// Reads hex, with or without `0x`, and refuses what no node of this chain would take, what is bound to another chain
    /// and what this service would not have built for its bounds.
    pub fn parse(params: Params, text: &str) -> Result<Self, TransactionError> {
        let (unsigned, signature) = decode(params, text)?;
        let signature = signature.ok_or(TransactionError::Unsigned)?;
        Self::recover(unsigned, signature)
    }

    /// Finds the sender.
    pub(super) fn recover(
        unsigned: UnsignedTransaction,
        signature: SignatureWithParity,
    ) -> Result<Self, TransactionError> {
        let key = signature
            .recover(unsigned.sighash())
            .ok_or(TransactionError::Signature)?;
        Ok(Self::complete(unsigned, signature, key.address()))
    }

    /// Its bytes as nodes take them: RLP, behind the type of a typed transaction (EIP-2718).
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Its bytes in hex, with `0x`.
    pub fn to_hex(&self) -> String {
        format!("0x{}", hex::encode(&self.bytes))
    }

    /// Its id.
    pub fn hash(&self) -> Hash {
        Hash::of(&self.bytes)
    }

    /// Who signed it.
    pub const fn sender(&self) -> Address {
        self.sender
    }

    /// How many transactions of the sender come before it.
    pub const fn nonce(&self) -> u64 {
        self.fields().nonce
    }

    /// What it says.
    pub const fn fields(&self) -> &TransactionFields {
        self.unsigned.fields()
    }

    /// What was signed.
    pub const fn unsigned(&self) -> &UnsignedTransaction {
        &self.unsigned
    }
}
