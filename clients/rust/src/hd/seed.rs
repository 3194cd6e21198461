//! Seeds, and the derivation of keys: BIP 32 and SLIP-10.

use super::path::Path;
use crate::signers::{Ed25519Key, Secp256k1Key};
use bitcoin::NetworkKind;
use bitcoin::bip32::{ChildNumber, Xpriv};
use bitcoin::hashes::{Hash, HashEngine, Hmac, HmacEngine, sha512};
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
        let seed = slip10(&self.0, path.numbers())?;
        Ok(Ed25519Key::from_seed(*seed))
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Seed").finish_non_exhaustive()
    }
}

/// A private key and the chain code, 32 bytes each.
type Node = Zeroizing<[u8; 64]>;

/// Derives the private Ed25519 key at a path (SLIP-10), on which every number must be hardened.
fn slip10(seed: &[u8], path: &[ChildNumber]) -> Result<Zeroizing<[u8; 32]>, DerivationError> {
    let mut node = hmac(b"ed25519 seed", &[seed]);
    for number in path {
        if number.is_normal() {
            return Err(DerivationError::NotHardened);
        }
        let (key, chain_code) = node.split_at(32);
        let child = hmac(chain_code, &[&[0], key, &u32::from(*number).to_be_bytes()]);
        node = child;
    }
    let mut key = Zeroizing::new([0; 32]);
    key.copy_from_slice(&node[..32]);
    Ok(key)
}

fn hmac(key: &[u8], data: &[&[u8]]) -> Node {
    let mut engine = HmacEngine::<sha512::Hash>::new(key);
    for part in data {
        engine.input(part);
    }
    Zeroizing::new(Hmac::from_engine(engine).to_byte_array())
}
