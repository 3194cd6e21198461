//! Device tokens.

use super::{ISSUER, NOW, Sevens, keys, permission_token, security_claims};
use crate::auth::token::{TokenError, sign_device_token, sign_security_token, verify_device_token};
use crate::auth::{DeviceClaims, SigningKeySet, verify_permission_token, verify_security_token};
use crate::ports::system::{Randomness, Timestamp};
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use std::time::Duration;
use uuid::Uuid;

fn claims() -> DeviceClaims {
    DeviceClaims {
        account: Uuid::from_u128(2),
        epoch: 3,
        device: Uuid::from_u128(4),
        expires_at: NOW.after(Duration::from_hours(90 * 24)),
    }
}

fn token(keys: &SigningKeySet) -> String {
    sign_device_token(keys, ISSUER, &claims(), NOW).unwrap()
}

fn verify_at(keys: &SigningKeySet, token: &str, now: Timestamp) -> Result<DeviceClaims, TokenError> {
    verify_device_token(keys, ISSUER, token, now)
}

#[test]
fn device_token_round_trips_until_it_expires() {
    let (keys, end) = (keys(), claims().expires_at);
    assert_eq!(verify_at(&keys, &token(&keys), NOW), Ok(claims()));
    assert!(verify_at(&keys, &token(&keys), end.after(Duration::from_secs(30))).is_ok());
    let expired = verify_at(&keys, &token(&keys), end.after(Duration::from_secs(31)));
    assert_eq!(expired, Err(TokenError::Expired));
}

#[test]
fn device_token_and_other_tokens_are_not_interchangeable() {
    let keys = keys();
    let public = keys.public_keys();
    let device = token(&keys);
    assert!(verify_permission_token(public, ISSUER, &device, NOW).is_err());
    assert!(verify_security_token(public, ISSUER, &device, NOW).is_err());
    let security = sign_security_token(&keys, ISSUER, &security_claims(), NOW).unwrap();
    for other in [permission_token(), security] {
        assert_eq!(verify_at(&keys, &other, NOW), Err(TokenError::Invalid));
    }
}

#[test]
fn device_token_of_a_replaced_key_is_valid_as_long_as_refresh_tokens() {
    struct Eights;
    impl Randomness for Eights {
        fn fill(&self, bytes: &mut [u8]) {
            bytes.fill(8);
        }
    }
    let device = token(&keys());
    let later = NOW.after(Duration::from_hours(24));
    let rotated = keys().rotate(&Eights, later).unwrap();
    let near_end = NOW.after(Duration::from_hours(90 * 24));
    let rotated = rotated.without_expired(near_end).unwrap();
    assert_eq!(verify_at(&rotated, &device, near_end), Ok(claims()));
    let other = SigningKeySet::generate(&Eights, NOW).unwrap();
    assert_eq!(verify_at(&other, &device, NOW), Err(TokenError::UnknownKey));
}

#[test]
fn mutated_device_token_is_rejected() {
    let keys = keys();
    let device = token(&keys);
    for index in 0..device.len() {
        let mut bytes = device.clone().into_bytes();
        bytes[index] = if bytes[index] == b'A' { b'B' } else { b'A' };
        let mutated = String::from_utf8(bytes).unwrap();
        let unchanged = mutated == device;
        assert!(
            unchanged || verify_at(&keys, &mutated, NOW).is_err(),
            "change at {index}"
        );
    }
    for text in ["", ".", "..", "a.b.c", &device[..device.len() - 1], &device.repeat(10)] {
        assert!(verify_at(&keys, text, NOW).is_err(), "{text}");
    }
    assert!(verify_device_token(&keys, "https://other.example", &device, NOW).is_err());
}

#[test]
fn token_signed_with_another_secret_is_rejected() {
    let keys = keys();
    let kid = jsonwebtoken::decode_header(token(&keys)).unwrap().kid;
    let claims = serde_json::json!({
        "iss": ISSUER, "aud": "wallet-cloud", "sub": format!("account:{}", Uuid::from_u128(2)), "iat": NOW.as_secs(),
        "exp": NOW.as_secs() + 600, "jti": Uuid::from_u128(4).to_string(), "epoch": 3,
    });
    let mut secret = [0; 32];
    Sevens.fill(&mut secret);
    for secret in [secret.to_vec(), keys.public_keys().to_jwks_json().into_bytes()] {
        let mut header = Header::new(Algorithm::HS256);
        header.typ = Some("device+jwt".to_owned());
        header.kid.clone_from(&kid);
        let forged = jsonwebtoken::encode(&header, &claims, &EncodingKey::from_secret(&secret)).unwrap();
        assert_eq!(verify_at(&keys, &forged, NOW), Err(TokenError::Invalid));
    }
}
