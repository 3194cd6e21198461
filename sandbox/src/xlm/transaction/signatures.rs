//! Verification of signatures and their weights.

use crate::xlm::rules::sha256;
use crate::xlm::state::account::Account;
use ed25519_dalek::{Signature as Ed25519, VerifyingKey};
use stellar_xdr::{AccountId, DecoratedSignature, PublicKey, SignerKey, Uint256};

/// The maximum weight of a signer.
const MAX_WEIGHT: u32 = 255;

/// The signatures of a transaction, with a record of the required signatures.
#[derive(Debug)]
pub struct Signatures<'a> {
    hash: &'a [u8; 32],
    decorated: &'a [DecoratedSignature],
    used: Vec<bool>,
}

/// A signer with the weight.
type WeightedKey = (SignerKey, u32);

impl<'a> Signatures<'a> {
    /// Creates a set of signatures over a hash.
    pub fn new(hash: &'a [u8; 32], signatures: &'a [DecoratedSignature]) -> Self {
        Self {
            hash,
            decorated: signatures,
            used: vec![false; signatures.len()],
        }
    }

    /// Returns true if the signers of an account reach the threshold.
    pub fn reach(&mut self, account: &Account, threshold: u8) -> bool {
        let mut signers: Vec<WeightedKey> = account
            .signers
            .iter()
            .map(|signer| (signer.key.clone(), signer.weight))
            .collect();
        if account.thresholds[0] > 0 {
            signers.push((own_key(&account.id), account.thresholds[0].into()));
        }
        self.weigh(signers, threshold.into())
    }

    /// Returns true if the master key of an account that does not exist has signed.
    pub fn is_by(&mut self, account: &AccountId) -> bool {
        self.weigh(vec![(own_key(account), 1)], 0)
    }

    /// Returns true if all signers have signed (CAP-21).
    pub fn are_by_all(&mut self, signers: &[SignerKey]) -> bool {
        let weight = u32::try_from(signers.len()).unwrap_or(u32::MAX);
        signers.is_empty() || self.weigh(signers.iter().map(|key| (key.clone(), 1)).collect(), weight)
    }

    /// Returns true if every signature was required by a check.
    pub fn are_all_used(&self) -> bool {
        self.used.iter().all(|used| *used)
    }

    /// Adds up the weights of the signers until `needed` is reached; at least one signer is always required. A
    /// pre-authorized transaction hash counts first and needs no signature.
    fn weigh(&mut self, mut signers: Vec<WeightedKey>, needed: u32) -> bool {
        let mut total = 0;
        let preauth = signers
            .iter()
            .filter(|(key, _)| *key == SignerKey::PreAuthTx(Uint256(*self.hash)));
        for (_, weight) in preauth {
            total += (*weight).min(MAX_WEIGHT);
            if total >= needed {
                return true;
            }
        }
        for kind in [is_hash, is_key, is_payload] {
            for (index, signature) in self.decorated.iter().enumerate() {
                let signed = signers
                    .iter()
                    .position(|(key, _)| kind(key) && signs(key, signature, self.hash));
                let Some(found) = signed else { continue };
                self.used[index] = true;
                total += signers.remove(found).1.min(MAX_WEIGHT);
                if total >= needed {
                    return true;
                }
            }
        }
        false
    }
}

fn is_hash(key: &SignerKey) -> bool {
    matches!(key, SignerKey::HashX(_))
}

fn is_key(key: &SignerKey) -> bool {
    matches!(key, SignerKey::Ed25519(_))
}

fn is_payload(key: &SignerKey) -> bool {
    matches!(key, SignerKey::Ed25519SignedPayload(_))
}

fn own_key(account: &AccountId) -> SignerKey {
    let AccountId(PublicKey::PublicKeyTypeEd25519(key)) = account;
    SignerKey::Ed25519(key.clone())
}

fn signs(key: &SignerKey, decorated: &DecoratedSignature, hash: &[u8; 32]) -> bool {
    let (hint, signature) = (decorated.hint.0, decorated.signature.0.as_slice());
    match key {
        SignerKey::Ed25519(key) => hint == tail(&key.0) && verifies(key, hash, signature),
        SignerKey::HashX(key) => hint == tail(&key.0) && sha256(signature) == key.0,
        SignerKey::Ed25519SignedPayload(signer) => {
            let (of_key, of_payload) = (tail(&signer.ed25519.0), tail(&signer.payload));
            let both: [u8; 4] = std::array::from_fn(|index| of_key[index] ^ of_payload[index]);
            hint == both && verifies(&signer.ed25519, &signer.payload, signature)
        }
        SignerKey::PreAuthTx(_) => false,
    }
}

/// Returns the last four bytes, zero-padded at the end (CAP-40).
fn tail(bytes: &[u8]) -> [u8; 4] {
    let last = &bytes[bytes.len().saturating_sub(4)..];
    std::array::from_fn(|index| last.get(index).copied().unwrap_or(0))
}

fn verifies(key: &Uint256, message: &[u8], signature: &[u8]) -> bool {
    let (Ok(key), Ok(signature)) = (VerifyingKey::from_bytes(&key.0), Ed25519::from_slice(signature)) else {
        return false;
    };
    key.verify_strict(message, &signature).is_ok()
}
