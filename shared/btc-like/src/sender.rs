//! Who pays: a public key together with the form of its address.

use super::address::Address;
use super::params::Params;
use super::public_key::{PublicKey, UncompressedKeyError};
use std::str::FromStr;

/// The form of a sender's address. Counts for btc and ltc; bch and doge have p2pkh only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AddressType {
    /// Legacy.
    P2pkh,
    /// Segregated witness, the default of every `type` parameter.
    #[default]
    P2wpkh,
}

/// The text is neither `p2pkh` nor `p2wpkh`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the type of an address is 'p2pkh' or 'p2wpkh'")]
pub struct UnknownAddressTypeError;

impl FromStr for AddressType {
    type Err = UnknownAddressTypeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "p2pkh" => Ok(Self::P2pkh),
            "p2wpkh" => Ok(Self::P2wpkh),
            _ => Err(UnknownAddressTypeError),
        }
    }
}

/// The owner of the inputs and of the change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sender {
    public_key: PublicKey,
    address_type: AddressType,
    address: Address,
}

impl Sender {
    /// Derives the sender's address. `wanted` is ignored on chains that have p2pkh only.
    pub fn new(
        params: &'static Params,
        public_key: PublicKey,
        wanted: AddressType,
    ) -> Result<Self, UncompressedKeyError> {
        let address_type = if params.has_segwit() {
            wanted
        } else {
            AddressType::P2pkh
        };
        let address = match address_type {
            AddressType::P2pkh => Address::p2pkh(params, public_key.hash()),
            AddressType::P2wpkh => Address::p2wpkh(params, public_key.witness_hash()?),
        };
        Ok(Self {
            public_key,
            address_type,
            address,
        })
    }

    /// The chain and network.
    pub const fn params(&self) -> &'static Params {
        self.address.params()
    }

    /// The address whose outputs are spent and that gets the change.
    pub const fn address(&self) -> &Address {
        &self.address
    }

    /// The key that signs.
    pub const fn public_key(&self) -> &PublicKey {
        &self.public_key
    }

    /// The form of the address: what was asked for, or p2pkh where there is nothing else.
    pub const fn address_type(&self) -> AddressType {
        self.address_type
    }
}
