//! Messages that prove the ownership of an address or permit a withdrawal, without a transaction.
//!
//! Texts are hashed according to EIP-191 (`personal_sign`), typed data according to EIP-712. `ethers-core` contains an
//! encoder of typed data as well, which accepts values out of range, missing fields and cyclic types
//! (docs/decisions/evm-payments.md#strict-encoder-of-typed-data).

mod authorisation;
mod permit;
mod personal;
mod typed_data;

pub use permit::{Permission, Permit, PermitStandard};
pub use personal::personal_hash;
pub use typed_data::{TypedData, TypedDataError};

use crate::transaction::signature::{AttachError, Parity, Signature};
use crate::value::hash::Hash;
use crate::value::hash::PublicKey;

/// A signature in the form of wallets: r, s, and v as 27 or 28.
pub type MessageSignature = [u8; 65];

/// The first `v`, of an even parity (Yellow Paper, appendix F).
const FIRST_V: u8 = 27;

/// Verifies that the signature of this hash recovers to the key; returns the signature with a low s.
pub fn sign_message(
    hash: Hash,
    key: &PublicKey,
    signature: &Signature,
    parity: Option<Parity>,
) -> Result<MessageSignature, AttachError> {
    let verified = signature.verify(hash, key, parity)?;
    let [r, s] = verified.numbers();
    let mut bytes = [0; 65];
    bytes[..32].copy_from_slice(&r.to_be_bytes());
    bytes[32..64].copy_from_slice(&s.to_be_bytes());
    bytes[64] = FIRST_V + u8::from(verified.parity() == Parity::Odd);
    Ok(bytes)
}
