//! Tests of valid and invalid tokens.

mod device;
mod vectors;

use super::*;
use crate::ports::system::Randomness;
use std::time::Duration;

const NOW: Timestamp = Timestamp::from_secs(1_800_000_000);
const ISSUER: &str = "https://wallet.example/authorization/v1";

struct Sevens;

impl Randomness for Sevens {
    fn fill(&self, bytes: &mut [u8]) {
        bytes.fill(7);
    }
}

fn keys() -> SigningKeySet {
    SigningKeySet::generate(&Sevens, NOW).unwrap()
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
