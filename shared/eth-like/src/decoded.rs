//! What a transaction does, as far as its own bytes tell.

use super::address::Address;
use super::amount::Amount;
use super::decoding::decode;
use super::erc20::{self, TokenCall};
use super::fields::{AccessListItem, TransactionFields};
use super::hash::Hash;
use super::params::Params;
use super::signed::{SignedTransaction, TransactionError};
use super::transaction::UnsignedTransaction;

/// A transaction, signed or not, that nobody has been asked about (docs/decisions/0802).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DecodedTransaction {
    /// As it is hashed for its signature.
    Unsigned(UnsignedTransaction),
    /// As it is sent.
    Signed(SignedTransaction),
}

impl DecodedTransaction {
    /// Reads hex, with or without `0x`, and refuses what would not be sent once it is signed.
    pub fn parse(params: Params, text: &str) -> Result<Self, TransactionError> {
        match decode(params, text)? {
            (unsigned, None) => Ok(Self::Unsigned(unsigned)),
            (unsigned, Some(signature)) => SignedTransaction::recover(unsigned, signature).map(Self::Signed),
        }
    }

    /// Whether there is a signature.
    pub const fn is_signed(&self) -> bool {
        matches!(self, Self::Signed(_))
    }

    /// The transaction's id, which it has once it is signed.
    pub fn hash(&self) -> Option<Hash> {
        self.signed().map(SignedTransaction::hash)
    }

    /// Who signed it.
    pub fn from(&self) -> Option<Address> {
        self.signed().map(SignedTransaction::sender)
    }

    /// The contract that it deploys, which is known once it is signed.
    pub fn deployed(&self) -> Option<Address> {
        let deploys = self.fields().to.is_none();
        self.from()
            .filter(|_| deploys)
            .map(|sender| sender.deployed(self.fields().nonce))
    }

    /// What it says.
    pub const fn fields(&self) -> &TransactionFields {
        self.unsigned().fields()
    }

    /// What it announces to touch.
    pub fn access_list(&self) -> &[AccessListItem] {
        self.unsigned().access_list()
    }

    /// The most that it costs beside its amount, in wei. On a rollup the price of its place on the chain below comes on top.
    pub fn fee(&self) -> Amount {
        self.unsigned().fee()
    }

    /// The hash that is signed.
    pub fn sighash(&self) -> Hash {
        self.unsigned().sighash()
    }

    /// What its recipient, when that is a token, is asked to do.
    pub fn token_call(&self) -> Option<TokenCall> {
        self.fields().to.and_then(|_| erc20::decode(&self.fields().data))
    }

    const fn signed(&self) -> Option<&SignedTransaction> {
        match self {
            Self::Unsigned(_) => None,
            Self::Signed(signed) => Some(signed),
        }
    }

    const fn unsigned(&self) -> &UnsignedTransaction {
        match self {
            Self::Unsigned(unsigned) => unsigned,
            Self::Signed(signed) => signed.unsigned(),
        }
    }
}
