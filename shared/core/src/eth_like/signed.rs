//! Transactions with a valid signature.

use super::{Address, Hash};

/// A transaction whose signature recovers to its sender, bound to one chain (EIP-155).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedTransaction {
    bytes: Vec<u8>,
    hash: Hash,
    sender: Address,
    nonce: u64,
}

impl SignedTransaction {
    /// Its bytes as nodes take them: RLP, behind the type of a typed transaction (EIP-2718).
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Its id.
    pub const fn hash(&self) -> Hash {
        self.hash
    }

    /// Who signed it.
    pub const fn sender(&self) -> Address {
        self.sender
    }

    /// How many transactions of the sender come before it.
    pub const fn nonce(&self) -> u64 {
        self.nonce
    }
}
