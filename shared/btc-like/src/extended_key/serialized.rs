//! Extended keys in base58 (BIP 32), and detection of private keys and of keys of foreign networks.

use crate::chain::address_type::{AddressType, MULTISIG};
use crate::chain::params::Params;
use bitcoin::bip32::{ChildNumber, Fingerprint, Xpub};
use bitcoin::{NetworkKind, base58};
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};
use wallet_core::model::ChainName;

/// Length of the serialised key, and of the version, in bytes.
const LENGTH: usize = 78;
const VERSION: usize = 4;
/// Lengths of a private key in wallet import format, with the version, in bytes.
const WIF_LENGTHS: [usize; 2] = [33, 34];
/// Maximum length of an extended key in base58, in characters. The time of decoding grows with the square of the
/// length.
const MAX_BASE58: usize = 112;
/// Minimum length of a string that is recognised as an extended key by the first letters, in characters.
const MIN_LENGTH: usize = 50;
/// First letters of extended private keys (SLIP-132), which identify also a mistyped key.
const PRIVATE_PREFIXES: [&str; 14] = [
    "xprv", "yprv", "zprv", "tprv", "uprv", "vprv", "Yprv", "Zprv", "Uprv", "Vprv", "Ltpv", "Mtpv", "ttpv", "dgpv",
];

/// An extended public key of a chain and network.
#[derive(Clone, Copy)]
pub(super) struct Serialized {
    /// The output type that the version implies.
    pub(super) output: AddressType,
    /// The key, with the version of btc.
    pub(super) key: Xpub,
}

impl Serialized {
    /// Parses an extended public key with any version of the chain and network.
    pub(super) fn parse(params: &Params, text: &str) -> Result<Self, ExtendedKeyError> {
        let bytes = base58::decode_check(text).map_err(|error| match error {
            base58::Error::IncorrectChecksum(_) if text.len() >= MIN_LENGTH => ExtendedKeyError::BadChecksum,
            _ => unrecognised(params),
        })?;
        let (version, data) = bytes
            .split_first_chunk::<VERSION>()
            .filter(|_| bytes.len() == LENGTH)
            .ok_or_else(|| unrecognised(params))?;
        let version = u32::from_be_bytes(*version);
        let output = output_type(params, version).ok_or_else(|| foreign(params, version))?;
        let key = decode(data).ok_or(ExtendedKeyError::Invalid)?;
        Ok(Self { output, key })
    }
}

/// Serialises a key with the first version of the output type, `None` if the chain has none.
pub(super) fn encode(params: &Params, output: AddressType, key: &Xpub) -> Option<String> {
    let version = params.key_versions.iter().find(|version| version.output == output)?;
    let mut bytes = key.encode();
    bytes[..VERSION].copy_from_slice(&version.public.to_be_bytes());
    Some(base58::encode_check(&bytes))
}

/// Returns true if a string has the form of a private key, also mistyped: an extended key, or a single key in
/// wallet import format.
pub(super) fn is_private(text: &str) -> bool {
    let has_prefix = PRIVATE_PREFIXES.iter().any(|prefix| text.starts_with(prefix));
    if has_prefix && text.len() >= MIN_LENGTH {
        return true;
    }
    if text.len() > MAX_BASE58 {
        return false;
    }
    let Ok(bytes) = base58::decode_check(text) else {
        return false;
    };
    let version = bytes.first_chunk().copied().map(u32::from_be_bytes);
    WIF_LENGTHS.contains(&bytes.len()) || bytes.len() == LENGTH && version.is_some_and(is_private_version)
}

fn is_private_version(version: u32) -> bool {
    let mut versions = Params::all().iter().flat_map(|row| row.key_versions);
    versions.any(|known| known.private == version) || MULTISIG.iter().any(|(_, private)| *private == version)
}

fn output_type(params: &Params, version: u32) -> Option<AddressType> {
    let known = params.key_versions.iter().find(|known| known.public == version)?;
    Some(known.output)
}

/// Returns the error for a version that the chain and network does not have.
fn foreign(params: &Params, version: u32) -> ExtendedKeyError {
    if MULTISIG.iter().any(|(public, _)| *public == version) {
        return ExtendedKeyError::Multisig;
    }
    let rows = Params::all().iter().filter(|row| output_type(row, version).is_some());
    let rows: Vec<_> = rows.map(ToString::to_string).collect();
    if rows.is_empty() {
        return unrecognised(params);
    }
    ExtendedKeyError::WrongNetwork {
        expected: params.to_string(),
        looks_like: rows.join(" or "),
    }
}

pub(super) fn unrecognised(params: &Params) -> ExtendedKeyError {
    ExtendedKeyError::Unrecognised {
        expected: params.to_string(),
    }
}

/// Decodes the bytes after the version, `None` if contradictory.
fn decode(data: &[u8]) -> Option<Xpub> {
    let (&depth, rest) = data.split_first()?;
    let (parent, rest) = rest.split_first_chunk::<4>()?;
    let (number, rest) = rest.split_first_chunk::<4>()?;
    let (chain_code, public_key) = rest.split_first_chunk::<32>()?;
    let number = u32::from_be_bytes(*number);
    if depth == 0 && (*parent != [0; 4] || number != 0) {
        return None;
    }
    Some(Xpub {
        network: NetworkKind::Main,
        depth,
        parent_fingerprint: Fingerprint::from(*parent),
        child_number: ChildNumber::from(number),
        public_key: bitcoin::secp256k1::PublicKey::from_slice(public_key).ok()?,
        chain_code: (*chain_code).into(),
    })
}

/// Returns the error for a descriptor with segregated witness on a chain without segregated witness.
pub(super) fn no_segwit(params: &Params) -> ExtendedKeyError {
    ExtendedKeyError::NoSegwit {
        chain: params.chain.name(),
    }
}

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
