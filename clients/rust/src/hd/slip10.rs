//! The derivation of Ed25519 keys (SLIP-10).

use bitcoin::bip32::ChildNumber;
use bitcoin::hashes::{Hash, HashEngine, Hmac, HmacEngine, sha512};
use zeroize::Zeroizing;

/// A private key and the chain code, 32 bytes each.
type Node = Zeroizing<[u8; 64]>;

/// The error of a path with a number that is not hardened, which Ed25519 does not permit.
#[derive(Clone, Copy, Debug)]
pub struct NotHardened;

/// Derives the private key at a path.
pub fn derive(seed: &[u8], path: &[ChildNumber]) -> Result<Zeroizing<[u8; 32]>, NotHardened> {
    let mut node = hmac(b"ed25519 seed", &[seed]);
    for number in path {
        if number.is_normal() {
            return Err(NotHardened);
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
