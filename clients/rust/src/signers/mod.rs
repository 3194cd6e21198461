//! Keys that stay in the app.

mod ed25519;
mod secp256k1;

pub use ed25519::Ed25519Key;
pub use secp256k1::{KeyForm, Secp256k1Key};

/// The error of bytes that are not a private key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a private key of this curve")]
#[non_exhaustive]
pub struct KeyError;

/// Returns random bytes of the operating system.
fn random_bytes() -> [u8; 32] {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).expect("the operating system provides randomness after boot");
    bytes
}
