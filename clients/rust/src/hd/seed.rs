//! Seeds, and the derivation of keys.

use super::path::Path;
use super::slip10::{self, NotHardened};
use crate::signers::{Ed25519Key, Secp256k1Key};
use bitcoin::NetworkKind;
use bitcoin::bip32::Xpriv;
use bitcoin::secp256k1::Secp256k1;
use std::fmt;
use zeroize::Zeroizing;

/// A seed, from which the keys of all chains are derived. It is erased from memory when dropped: keep it only while
/// keys are derived.
pub struct Seed(Zeroizing<Vec<u8>>);

/// The error of a seed of a different length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a seed has 16 to 64 bytes")]
#[non_exhaustive]
pub struct SeedError;

/// The error of a derivation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DerivationError {
    /// A number of the path of an Ed25519 key is not hardened.
    #[error("every number in the path of an Ed25519 key is hardened: m/44'/148'/0'")]
    NotHardened,
    /// The seed has no key at this path, with a probability of about 2^-127 (BIP 32).
    #[error("the seed has no key at this path")]
    NoKey,
}

impl Seed {
    /// Creates a seed from 16 to 64 bytes (BIP 32).
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, SeedError> {
        if (16..=64).contains(&bytes.len()) {
            Ok(Self(Zeroizing::new(bytes.to_vec())))
        } else {
            Err(SeedError)
        }
    }

    #[cfg(test)]
    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Derives a key of the UTXO and EVM chains (BIP 32).
    pub fn secp256k1(&self, path: &Path) -> Result<Secp256k1Key, DerivationError> {
        let curve = Secp256k1::new();
        // The network is only a part of the text form of extended keys.
        let mut node = Xpriv::new_master(NetworkKind::Main, &self.0).map_err(|_| DerivationError::NoKey)?;
        for number in path.numbers() {
            let child = node.derive_priv(&curve, number);
            node.private_key.non_secure_erase();
            node = child.map_err(|_| DerivationError::NoKey)?;
        }
        let bytes = Zeroizing::new(node.private_key.secret_bytes());
        node.private_key.non_secure_erase();
        Secp256k1Key::from_bytes(&bytes).map_err(|_| DerivationError::NoKey)
    }

    /// Derives an Ed25519 key, for Stellar (SLIP-10). Every number of the path is hardened.
    pub fn ed25519(&self, path: &Path) -> Result<Ed25519Key, DerivationError> {
        let seed = slip10::derive(&self.0, path.numbers()).map_err(|NotHardened| DerivationError::NotHardened)?;
        Ok(Ed25519Key::from_seed(*seed))
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Seed").finish_non_exhaustive()
    }
}
