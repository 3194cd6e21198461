//! Reasons why a string is not an extended public key or descriptor of a chain and network.

use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};

/// Error of [`ExtendedKey::parse`](super::ExtendedKey::parse). No message contains any part of the string.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExtendedKeyError {
    /// The string is, or contains, a private key.
    #[error(
        "this is a private key, which must not leave the wallet: send the extended public key. Anyone who saw the \
         private key can spend the funds"
    )]
    Private,
    /// The string has no known format.
    #[error("not an extended public key of {expected}, and not a descriptor of one")]
    Unrecognised {
        /// The expected chain and network, for example `btc livenet`.
        expected: String,
    },
    /// The string has the format of an extended key, but an invalid checksum.
    #[error("invalid checksum of the extended key: a character is mistyped or missing")]
    BadChecksum,
    /// A key of a different chain or network.
    #[error("the extended key belongs to {looks_like}, expected {expected}")]
    WrongNetwork {
        /// The expected chain and network, for example `btc livenet`.
        expected: String,
        /// The chains and networks with the version bytes, for example `btc testnet or bch testnet`.
        looks_like: String,
    },
    /// Version bytes of multi-signature wallets.
    #[error("keys of multi-signature wallets are not supported: one key does not determine their addresses")]
    Multisig,
    /// The key is not a point of the curve, or the fields contradict each other (BIP 32).
    #[error("invalid extended key: its public key or its position in the key tree is invalid")]
    Invalid,
    /// A key below an account, from which wallets derive no addresses by the usual paths.
    #[error(
        "the extended key has depth {depth}, expected that of an account, at most 3: use a descriptor for other paths"
    )]
    BelowAccount {
        /// Number of derivation steps from the master key.
        depth: u8,
    },
    /// Addresses below the key would have a depth above 255 (BIP 32).
    #[error("the addresses of the key would be more than 255 steps below the master key")]
    TooDeep,
    /// An output type that the chain does not have.
    #[error("{chain} has no segregated witness: its descriptors have the form pkh(KEY)")]
    NoSegwit {
        /// The chain.
        chain: &'static str,
    },
    /// Version bytes that contradict the output type of the descriptor.
    #[error("the version of the extended key (SLIP-132) contradicts the descriptor")]
    OutputTypeMismatch,
    /// Neither of the supported forms.
    #[error("unsupported descriptor: expected pkh(KEY), sh(wpkh(KEY)), wpkh(KEY) or tr(KEY) with one extended key")]
    UnsupportedDescriptor,
    /// The checksum of the descriptor (BIP 380) is invalid.
    #[error("invalid descriptor checksum: a character is mistyped or missing")]
    BadDescriptorChecksum,
    /// The key expression (BIP 380) is malformed.
    #[error("malformed key in the descriptor: expected an optional [fingerprint/path], an extended key, and a path")]
    MalformedKey,
    /// A hardened step after the key, which requires the private key.
    #[error("hardened steps after an extended public key cannot be derived: export the key of the last hardened step")]
    HardenedStep,
    /// A key expression that does not end with receive or change addresses.
    #[error("the key of the descriptor must end with /<0;1>/*, /0/* or /1/*")]
    Ending,
}

impl CodedError for ExtendedKeyError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::Private
            | Self::Unrecognised { .. }
            | Self::BadChecksum
            | Self::WrongNetwork { .. }
            | Self::Multisig
            | Self::Invalid
            | Self::BelowAccount { .. }
            | Self::TooDeep
            | Self::NoSegwit { .. }
            | Self::OutputTypeMismatch
            | Self::UnsupportedDescriptor
            | Self::BadDescriptorChecksum
            | Self::MalformedKey
            | Self::HardenedStep
            | Self::Ending => ErrorInfo::describe(ErrorCode::InvalidPublicKey, self),
        }
    }
}
