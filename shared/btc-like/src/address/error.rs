//! Reasons why a string is not an address of a chain and network, or not that of a recipient.

use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};

/// Error of [`Address::parse`](super::Address::parse) and
/// [`Address::parse_recipient`](super::Address::parse_recipient).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// The string has no known address format.
    #[error("not a valid address of {expected}")]
    Unrecognised {
        /// The expected chain and network, for example `btc livenet`.
        expected: String,
    },
    /// The string has an address format, but an invalid checksum.
    #[error("invalid address checksum: a character is mistyped or missing")]
    BadChecksum,
    /// A payment URI, of which only the address is accepted.
    #[error("this is a {scheme}: URI; send the address in it, without '{scheme}:' and without parameters")]
    Uri {
        /// The scheme without the colon, in lower case.
        scheme: &'static str,
    },
    /// A pay-to-anchor address as the recipient of a payment.
    #[error("a pay-to-anchor output requires no signature: funds sent to it would be lost")]
    Anchor,
    /// The string mixes cases. Bech32 and CashAddr allow either case, but not both.
    #[error("the address mixes upper and lower case: use one case")]
    MixedCase,
    /// An address of Litecoin's extension blocks.
    #[error("addresses of Litecoin's extension blocks (ltcmweb) are not supported: use a plain address")]
    Mweb,
    /// A witness program without a defined meaning. Such a payment could be lost.
    #[error("unknown witness version {version} with a program of {length} bytes: funds sent to it could be lost")]
    UnknownWitnessVersion {
        /// The witness version, 0 to 16.
        version: u8,
        /// The program length in bytes.
        length: usize,
    },
    /// A CashAddr type without a defined meaning.
    #[error("unknown CashAddr type: funds sent to this address could be lost")]
    UnknownCashAddrType,
    /// A CashAddr hash with a length that is invalid for the type or differs from the version byte.
    #[error("invalid CashAddr hash length: funds sent to this address could be lost")]
    CashAddrLength,
    /// A valid address of a different network or chain.
    #[error("the address belongs to {looks_like}, expected {expected}")]
    WrongNetwork {
        /// The expected chain and network, for example `btc livenet`.
        expected: String,
        /// The chains and networks on which the address is valid, for example `btc testnet or bch
        /// testnet`.
        looks_like: String,
    },
}

impl CodedError for AddressError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::Unrecognised { .. }
            | Self::BadChecksum
            | Self::Uri { .. }
            | Self::Anchor
            | Self::MixedCase
            | Self::Mweb
            | Self::UnknownWitnessVersion { .. }
            | Self::UnknownCashAddrType
            | Self::CashAddrLength
            | Self::WrongNetwork { .. } => ErrorInfo::describe(ErrorCode::InvalidAddress, self),
        }
    }
}
