//! The encryption of a push for the receiver (RFC 8291): one record of `aes128gcm` (RFC 8188).
//!
//! Built on AWS-LC, since no library fits: `ece`, on which `web-push` is built, is under the MPL and needs OpenSSL;
//! `web-push-native` takes no randomness as a parameter and needs a second library for elliptic curves and AES.

use super::target::{POINT, PushTarget};
use crate::delivery::keys::{expand, extract};
use aws_lc_rs::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use aws_lc_rs::agreement::{ECDH_P256, PrivateKey, agree};
use aws_lc_rs::error::Unspecified;
use secrecy::zeroize::Zeroizing;
use wallet_core::ports::system::Randomness;

/// The size of a record in the header, which is also the maximum size of an encrypted body (RFC 8291 §4).
const RECORD_SIZE: usize = 4096;

/// The number of bytes of the salt.
const SALT: usize = 16;

/// The number of bytes before the record: salt, record size, and the length and bytes of the key id, which is the
/// ephemeral public key.
const HEADER: usize = SALT + 4 + 1 + POINT;

/// The byte after the content of the last record.
const LAST_RECORD: u8 = 2;

/// The number of bytes of the tag of AES-GCM.
const TAG: usize = 16;

/// The maximum number of bytes of a body before the encryption.
pub const MAX_PUSH: usize = RECORD_SIZE - HEADER - 1 - TAG;

/// The number of draws for an ephemeral key. A draw is no private key with a probability of 2^-32.
const DRAWS: usize = 8;

/// Reasons why a body cannot be encrypted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PushError {
    /// The body is longer than [`MAX_PUSH`].
    #[error("the body of a push must have at most {MAX_PUSH} bytes")]
    TooLong,
    /// The source of randomness yields no private key, or AWS-LC reports an error.
    #[error("the encryption of a push failed")]
    Failed,
}

impl From<Unspecified> for PushError {
    fn from(_: Unspecified) -> Self {
        Self::Failed
    }
}

/// Encrypts a body for the receiver. The result is the body of the request to the push service, at most 4,096 bytes.
///
/// Salt and ephemeral key are drawn in this order. Equal bytes for two pushes to the same receiver would reveal both bodies.
///
/// # Errors
/// The body is too long, or the source of randomness yields no private key.
pub fn encrypt(target: &PushTarget, body: &[u8], randomness: &dyn Randomness) -> Result<Vec<u8>, PushError> {
    if body.len() > MAX_PUSH {
        return Err(PushError::TooLong);
    }
    let mut salt = [0; SALT];
    randomness.fill(&mut salt);
    let draws = (0..DRAWS).map(|_| {
        let mut scalar = Zeroizing::new([0; 32]);
        randomness.fill(scalar.as_mut_slice());
        scalar
    });
    let (_, ephemeral) = first_key(draws).ok_or(PushError::Failed)?;
    let public = ephemeral.compute_public_key()?;
    let receiver = target.public_key().map_err(|_| PushError::Failed)?;
    let input = agree(&ephemeral, receiver, PushError::Failed, |secret| {
        let key = Zeroizing::new(extract(&target.auth, secret));
        let info: [&[u8]; 3] = [b"WebPush: info\0", &target.p256dh, public.as_ref()];
        Ok(Zeroizing::new(expand(key.as_slice(), &info)))
    })?;
    let header = [
        &salt[..],
        &u32::try_from(RECORD_SIZE).expect("4,096").to_be_bytes(),
        &[u8::try_from(POINT).expect("65")],
        public.as_ref(),
    ];
    let record = seal(&salt, input.as_slice(), body)?;
    Ok([&header.concat()[..], &record].concat())
}

/// Returns the encrypted record (RFC 8188 §2).
fn seal(salt: &[u8; SALT], input: &[u8], body: &[u8]) -> Result<Vec<u8>, Unspecified> {
    let key = Zeroizing::new(extract(salt, input));
    let content_key = Zeroizing::new(expand(key.as_slice(), &[b"Content-Encoding: aes128gcm\0"]));
    let nonce = expand(key.as_slice(), &[b"Content-Encoding: nonce\0"]);
    let cipher = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &content_key[..16])?);
    let mut record = [body, &[LAST_RECORD]].concat();
    cipher.seal_in_place_append_tag(
        Nonce::try_assume_unique_for_key(&nonce[..12])?,
        Aad::empty(),
        &mut record,
    )?;
    Ok(record)
}

/// Returns the first number from 1 to n - 1 and the private key on P-256, where n is the order of the curve.
pub(super) fn first_key<B: AsRef<[u8]>>(numbers: impl IntoIterator<Item = B>) -> Option<(B, PrivateKey)> {
    numbers.into_iter().find_map(|number| {
        let key = PrivateKey::from_private_key(&ECDH_P256, number.as_ref()).ok()?;
        Some((number, key))
    })
}
