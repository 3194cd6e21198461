//! Types of addresses with one key.

use std::str::FromStr;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};

/// Type of an address with one key. The chain table lists the types of each chain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AddressType {
    /// Pay to public key hash.
    P2pkh,
    /// Pay to witness public key hash, nested in pay to script hash (BIP 141).
    P2shP2wpkh,
    /// Pay to witness public key hash, the default of every `type` parameter.
    #[default]
    P2wpkh,
    /// Pay to taproot output key with the key path only (BIP 86).
    P2tr,
}

impl AddressType {
    /// All types.
    pub const ALL: [Self; 4] = [Self::P2pkh, Self::P2shP2wpkh, Self::P2wpkh, Self::P2tr];

    /// Returns the name used in requests and responses, for example `p2sh-p2wpkh`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::P2pkh => "p2pkh",
            Self::P2shP2wpkh => "p2sh-p2wpkh",
            Self::P2wpkh => "p2wpkh",
            Self::P2tr => "p2tr",
        }
    }
}

/// The string is not the name of an address type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("type must be 'p2pkh', 'p2sh-p2wpkh', 'p2wpkh' or 'p2tr'")]
pub struct UnknownAddressTypeError;

impl CodedError for UnknownAddressTypeError {
    fn info(&self) -> ErrorInfo {
        ErrorInfo::describe(ErrorCode::InvalidRequest, self)
    }
}

impl FromStr for AddressType {
    type Err = UnknownAddressTypeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut types = Self::ALL.into_iter();
        types.find(|known| known.name() == text).ok_or(UnknownAddressTypeError)
    }
}
