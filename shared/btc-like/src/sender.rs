//! Sender of a payment: a public key with its address type.

use super::address::Address;
use super::params::Params;
use super::public_key::{PublicKey, UncompressedKeyError};
use super::sighash::Scheme;
use std::str::FromStr;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};

/// Address type of a sender. It applies to btc and ltc; bch and doge have p2pkh only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AddressType {
    /// Pay to public key hash.
    P2pkh,
    /// Pay to witness public key hash, the default of every `type` parameter.
    #[default]
    P2wpkh,
}

/// The string is neither `p2pkh` nor `p2wpkh`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("type must be 'p2pkh' or 'p2wpkh'")]
pub struct UnknownAddressTypeError;

impl CodedError for UnknownAddressTypeError {
    fn info(&self) -> ErrorInfo {
        ErrorInfo::describe(ErrorCode::InvalidRequest, self)
    }
}

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

/// Owner of the inputs and of the change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sender {
    public_key: PublicKey,
    address_type: AddressType,
    address: Address,
}

impl Sender {
    /// Derives the sender's address. Ignores `requested` on chains that have p2pkh only.
    pub fn new(
        params: &'static Params,
        public_key: PublicKey,
        requested: AddressType,
    ) -> Result<Self, UncompressedKeyError> {
        let address_type = if params.has_segwit() {
            requested
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

    /// Returns the chain and network.
    pub const fn params(&self) -> &'static Params {
        self.address.params()
    }

    /// Returns the address that owns the spent outputs and receives the change.
    pub const fn address(&self) -> &Address {
        &self.address
    }

    /// Returns the signing key.
    pub const fn public_key(&self) -> &PublicKey {
        &self.public_key
    }

    /// Returns the address type: the requested one, or p2pkh if the chain has no other.
    pub const fn address_type(&self) -> AddressType {
        self.address_type
    }

    /// Returns true if a signature is only valid for the actual value of its input. Otherwise a false value changes
    /// the fee without a trace.
    pub const fn signatures_commit_to_values(&self) -> bool {
        !matches!(self.scheme(), Scheme::Legacy)
    }

    pub(super) const fn scheme(&self) -> Scheme {
        match self.address_type {
            _ if self.params().fork_id => Scheme::ForkId,
            AddressType::P2pkh => Scheme::Legacy,
            AddressType::P2wpkh => Scheme::SegwitV0,
        }
    }
}
