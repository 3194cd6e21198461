//! Encryption of the secrets of second factors: AES-256-GCM with a factor key.
//!
//! The associated data is the account, so that a secret copied to the item of a different account is not accepted there.

use crate::auth::keys::SymmetricKey;
use crate::auth::one_time_password::OtpSecret;
use crate::auth::signing_keys::SigningKeySet;
use crate::error::{CodedError, ErrorCode, ErrorInfo};
use crate::ports::store::StoreError;
use crate::ports::system::{Randomness, Timestamp};
use aws_lc_rs::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use secrecy::ExposeSecret;
use uuid::Uuid;
use zeroize::Zeroizing;

/// The length of nonce, ciphertext and tag in bytes.
pub const SEALED_LENGTH: usize = NONCE_LEN + SECRET_LENGTH + 16;

const SECRET_LENGTH: usize = 20;

/// The purpose of the encryption, the first part of the associated data.
const PURPOSE: &[u8] = b"wallet-cloud.otp-secret.1";

/// Errors of encrypting and decrypting a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SealError {
    /// The key set has no active factor key.
    #[error("second factors are not available: the operator has to create a factor key")]
    NoActiveKey,
    /// The key of a stored secret is not in the key set: an instance has not loaded the key yet, or the key was
    /// removed.
    #[error("factor key of a stored secret not found")]
    UnknownKey,
    /// A stored secret does not decrypt: the secret was changed or belongs to a different account.
    #[error("stored secret of a second factor is not authentic")]
    Forged,
}

impl CodedError for SealError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::NoActiveKey => ErrorInfo::describe(ErrorCode::NotConfigured, self).detail("setting", "factorKeys"),
            Self::UnknownKey => StoreError::new(self).info(),
            Self::Forged => ErrorInfo::internal(self),
        }
    }
}

/// An encrypted secret as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SealedSecret {
    /// The id of the factor key.
    pub kid: String,
    /// The nonce, the ciphertext and the tag.
    pub bytes: [u8; SEALED_LENGTH],
}

impl SealedSecret {
    /// Encrypts a secret of an account with the active factor key.
    pub fn seal(
        secret: &OtpSecret,
        account: Uuid,
        keys: &SigningKeySet,
        randomness: &dyn Randomness,
        now: Timestamp,
    ) -> Result<Self, SealError> {
        let key = keys.factor_key(now).ok_or(SealError::NoActiveKey)?;
        let mut nonce = [0; NONCE_LEN];
        randomness.fill(&mut nonce);
        let mut content = Zeroizing::new(*secret.bytes());
        let sealing = cipher(key).ok_or(SealError::NoActiveKey)?;
        let nonce_used = Nonce::assume_unique_for_key(nonce);
        let tag = sealing
            .seal_in_place_separate_tag(nonce_used, associated(account), content.as_mut_slice())
            .map_err(|_| SealError::NoActiveKey)?;
        let mut bytes = [0; SEALED_LENGTH];
        let parts = nonce.iter().chain(content.iter()).chain(tag.as_ref());
        for (to, from) in bytes.iter_mut().zip(parts) {
            *to = *from;
        }
        Ok(Self {
            kid: key.kid.clone(),
            bytes,
        })
    }

    /// Decrypts the secret of an account.
    pub fn open(&self, account: Uuid, keys: &SigningKeySet) -> Result<OtpSecret, SealError> {
        let key = keys.factor_key_with_id(&self.kid).ok_or(SealError::UnknownKey)?;
        let opening = cipher(key).ok_or(SealError::UnknownKey)?;
        let (nonce, sealed) = self.bytes.split_at(NONCE_LEN);
        let nonce = Nonce::try_assume_unique_for_key(nonce).map_err(|_| SealError::Forged)?;
        let mut content = Zeroizing::new(sealed.to_vec());
        let secret = opening
            .open_in_place(nonce, associated(account), &mut content)
            .map_err(|_| SealError::Forged)?;
        let secret = <[u8; SECRET_LENGTH]>::try_from(&*secret).map_err(|_| SealError::Forged)?;
        Ok(OtpSecret::from_bytes(secret))
    }
}

fn cipher(key: &SymmetricKey) -> Option<LessSafeKey> {
    let key = UnboundKey::new(&AES_256_GCM, key.key.expose_secret()).ok()?;
    Some(LessSafeKey::new(key))
}

fn associated(account: Uuid) -> Aad<Vec<u8>> {
    Aad::from([PURPOSE, account.as_bytes()].concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::system::Fixed;
    use std::time::Duration;

    const NOW: Timestamp = Timestamp::from_secs(1_800_000_000);
    const ALICE: Uuid = Uuid::from_u128(1);

    fn keys() -> SigningKeySet {
        SigningKeySet::generate(&Fixed(7), NOW).unwrap()
    }

    fn sealed() -> SealedSecret {
        SealedSecret::seal(&OtpSecret::from_bytes([1; 20]), ALICE, &keys(), &Fixed(7), NOW).unwrap()
    }

    /// Computed with the `cryptography` package of Python, which uses the AES-GCM of OpenSSL.
    #[test]
    fn secret_is_encrypted_with_aes_256_gcm() {
        let expected = "070707070707070707070707cf9a4b3e07e7be644de8803b\
                        3ed8a7754da48611d24b961dfbd7853f4d7dc34de9d94dab";
        assert_eq!(hex::encode(sealed().bytes), expected);
    }

    #[test]
    fn secret_round_trips() {
        assert_eq!(sealed().open(ALICE, &keys()).unwrap().bytes(), &[1; 20]);
    }

    #[test]
    fn secret_of_another_account_or_with_a_changed_byte_is_rejected() {
        assert_eq!(
            sealed().open(Uuid::from_u128(2), &keys()).unwrap_err(),
            SealError::Forged
        );
        for index in 0..SEALED_LENGTH {
            let mut changed = sealed();
            changed.bytes[index] ^= 1;
            assert_eq!(changed.open(ALICE, &keys()).unwrap_err(), SealError::Forged, "{index}");
        }
    }

    #[test]
    fn secret_survives_rotation_and_revocation_of_the_other_keys() {
        let later = NOW.after(Duration::from_hours(200 * 24));
        let rotated = keys().rotate(&Fixed(8), later).unwrap();
        let rotated = rotated
            .without_expired(later.after(Duration::from_hours(200 * 24)))
            .unwrap();
        assert!(sealed().open(ALICE, &rotated).is_ok());
        let next = SealedSecret::seal(&OtpSecret::from_bytes([2; 20]), ALICE, &rotated, &Fixed(7), later).unwrap();
        assert_ne!(next.kid, sealed().kid);
        let replaced = rotated.replace(&Fixed(9), later).unwrap();
        assert!(sealed().open(ALICE, &replaced).is_ok() && next.open(ALICE, &replaced).is_ok());
        assert_eq!(
            sealed()
                .open(ALICE, &SigningKeySet::generate(&Fixed(9), NOW).unwrap())
                .unwrap_err(),
            SealError::UnknownKey
        );
    }

    #[test]
    fn set_without_factor_key_encrypts_nothing_until_one_is_added() {
        use secrecy::ExposeSecret;
        let json: serde_json::Value = serde_json::from_str(keys().to_secret_json().expose_secret()).unwrap();
        let mut old = json.clone();
        old.as_object_mut().unwrap().remove("factorKeys").unwrap();
        let old = SigningKeySet::from_secret_json(&old.to_string()).unwrap();
        let seal = |keys: &SigningKeySet| {
            SealedSecret::seal(&OtpSecret::from_bytes([1; 20]), ALICE, keys, &Fixed(7), NOW).map(|_| ())
        };
        assert_eq!(seal(&old), Err(SealError::NoActiveKey));
        assert_eq!(seal(&old.with_factor_key(&Fixed(7), NOW)), Ok(()));
        let mut invalid = json;
        invalid["factorKeys"][0]["k"] = "canary".into();
        let error = SigningKeySet::from_secret_json(&invalid.to_string()).unwrap_err();
        assert_eq!(error, crate::auth::KeySetError::FactorKey { index: 0 });
        assert!(!error.to_string().contains("canary"));
    }
}
