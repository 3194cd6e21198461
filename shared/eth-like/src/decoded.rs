//! Decoding of a transaction without network data.

use super::address::Address;
use super::amount::Amount;
use super::bounds::Bounds;
use super::decoding::TransactionError;
use super::decoding::decode;
use super::erc20::{self, TokenCall};
use super::fields::{AccessListItem, TransactionFields};
use super::hash::Hash;
use super::params::Params;
use super::signed::SignedTransaction;
use super::transaction::UnsignedTransaction;

/// A transaction, signed or unsigned, decoded from its bytes alone
/// (docs/decisions/evm-payments.md#parse-of-evm-transactions).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DecodedTransaction {
    /// The unsigned form, as hashed for signing.
    Unsigned(UnsignedTransaction),
    /// The signed form, as broadcast.
    Signed(SignedTransaction),
}

impl DecodedTransaction {
    /// Parses hex, with or without `0x`. A signed transaction may be in a block: only the rules of the chain apply to it. An
    /// unsigned one has the bounds of transactions that are built here.
    pub fn parse(params: Params, text: &str) -> Result<Self, TransactionError> {
        match decode(params, text, Bounds::Chain)? {
            (unsigned, None) => Ok(Self::Unsigned(unsigned)),
            (unsigned, Some(signature)) => SignedTransaction::recover(unsigned, signature).map(Self::Signed),
        }
    }

    /// Returns true if the transaction has a signature.
    pub const fn is_signed(&self) -> bool {
        matches!(self, Self::Signed(_))
    }

    /// Returns the transaction hash if the transaction is signed.
    pub fn hash(&self) -> Option<Hash> {
        self.signed().map(SignedTransaction::hash)
    }

    /// Returns the signer.
    pub fn from(&self) -> Option<Address> {
        self.signed().map(SignedTransaction::sender)
    }

    /// Returns the address of the deployed contract if the transaction is signed and deploys one.
    pub fn deployed(&self) -> Option<Address> {
        let deploys = self.fields().to.is_none();
        self.from()
            .filter(|_| deploys)
            .map(|sender| sender.deployed(self.fields().nonce))
    }

    /// Returns the transaction fields.
    pub const fn fields(&self) -> &TransactionFields {
        self.unsigned().fields()
    }

    /// Returns the access list.
    pub fn access_list(&self) -> &[AccessListItem] {
        self.unsigned().access_list()
    }

    /// Returns the maximum fee in wei, without the value. On a rollup the L1 fee is added.
    pub fn fee(&self) -> Amount {
        self.unsigned().fee()
    }

    /// Returns the hash to sign.
    pub fn sighash(&self) -> Hash {
        self.unsigned().sighash()
    }

    /// Returns the ERC-20 call in the data, if it contains one.
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
