//! Output descriptors of a single extended key (BIP 380, 381, 382, 386, 389).

use super::Branch;
use super::serialized::ExtendedKeyError;
use super::serialized::{Serialized, no_segwit};
use crate::chain::address_type::AddressType;
use crate::chain::params::Params;
use bitcoin::bip32::{ChildNumber, DerivationPath, Xpub};
use miniscript::descriptor::DescriptorKeyParseError;
use miniscript::descriptor::{DescriptorPublicKey, MalformedKeyDataKind, Wildcard, checksum};

/// Parts of a descriptor.
pub(super) struct Descriptor {
    pub(super) output: AddressType,
    /// The key as given.
    pub(super) key: Xpub,
    /// Path of the key from the master key, if given.
    pub(super) origin: Option<DerivationPath>,
    /// Steps from the key to the parent of the branches.
    pub(super) steps: Vec<ChildNumber>,
    pub(super) branches: Vec<Branch>,
}

impl Descriptor {
    /// Parses a descriptor, with or without a checksum.
    pub(super) fn parse(params: &Params, text: &str) -> Result<Self, ExtendedKeyError> {
        let body = checksum::verify_checksum(text).map_err(|error| match error {
            checksum::Error::InvalidCharacter { .. } => ExtendedKeyError::UnsupportedDescriptor,
            checksum::Error::InvalidChecksumLength { .. } | checksum::Error::InvalidChecksum { .. } => {
                ExtendedKeyError::BadDescriptorChecksum
            }
        })?;
        let (output, expression) = split(body).ok_or(ExtendedKeyError::UnsupportedDescriptor)?;
        if !params.address_types.contains(&output) {
            return Err(no_segwit(params));
        }
        let (origin, key, path) = key_parts(expression).ok_or(ExtendedKeyError::MalformedKey)?;
        let serialized = Serialized::parse(params, key)?;
        // BIP 380 allows the version of BIP 32 only; different versions have to agree with the descriptor.
        if serialized.output != AddressType::P2pkh && serialized.output != output {
            return Err(ExtendedKeyError::OutputTypeMismatch);
        }
        if path.contains(['\'', 'h', 'H']) {
            return Err(ExtendedKeyError::HardenedStep);
        }
        let standard = format!("{origin}{}{path}", serialized.key);
        let (origin, paths, wildcard) = match standard.parse() {
            Ok(DescriptorPublicKey::XPub(key)) => (key.origin, vec![key.derivation_path], key.wildcard),
            Ok(DescriptorPublicKey::MultiXPub(key)) => (key.origin, key.derivation_paths.into_paths(), key.wildcard),
            Err(DescriptorKeyParseError::MalformedKeyData(MalformedKeyDataKind::MaximumDepthExceeded)) => {
                return Err(ExtendedKeyError::TooDeep);
            }
            Ok(DescriptorPublicKey::Single(_)) | Err(_) => return Err(ExtendedKeyError::MalformedKey),
        };
        let (steps, branches) = branches(&paths)
            .filter(|_| wildcard == Wildcard::Unhardened)
            .ok_or(ExtendedKeyError::Ending)?;
        Ok(Self {
            output,
            key: serialized.key,
            origin: origin.map(|(_, path)| path),
            steps,
            branches,
        })
    }
}

/// Splits a descriptor into output type and key expression.
fn split(body: &str) -> Option<(AddressType, &str)> {
    let forms = [
        ("pkh(", ")", AddressType::P2pkh),
        ("sh(wpkh(", "))", AddressType::P2shP2wpkh),
        ("wpkh(", ")", AddressType::P2wpkh),
        ("tr(", ")", AddressType::P2tr),
    ];
    let inner = |prefix, suffix| body.strip_prefix(prefix)?.strip_suffix(suffix);
    let (output, key) = forms
        .into_iter()
        .find_map(|(prefix, suffix, output)| Some((output, inner(prefix, suffix)?)))?;
    (!key.contains(['(', ')', ',', '{', '}'])).then_some((output, key))
}

/// Splits a key expression into the origin with the brackets, the key, and the path with the leading slash.
fn key_parts(expression: &str) -> Option<(&str, &str, &str)> {
    let key_start = match expression.strip_prefix('[') {
        Some(rest) => rest.find(']')? + 2,
        None => 0,
    };
    let (origin, rest) = expression.split_at(key_start);
    let (key, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    Some((origin, key, path))
}

/// Returns the common steps of the paths and their branches, `None` unless each path ends with a branch.
fn branches(paths: &[DerivationPath]) -> Option<(Vec<ChildNumber>, Vec<Branch>)> {
    let mut steps = None;
    let mut branches = Vec::new();
    for path in paths {
        let (last, before) = <DerivationPath as AsRef<[ChildNumber]>>::as_ref(path).split_last()?;
        if steps.get_or_insert(before.to_vec()) != before {
            return None;
        }
        branches.push(Branch::ALL.into_iter().find(|branch| branch.number() == *last)?);
    }
    let in_order = branches.is_sorted_by(|one, next| one < next);
    steps.filter(|_| in_order).map(|steps| (steps, branches))
}
