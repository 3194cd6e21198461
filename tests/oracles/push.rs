//! Pushes decrypted by the libraries of Web Push for JavaScript and Python, and the tokens of pushes verified by jose and
//! `py_vapid`.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use secrecy::SecretBox;
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::Path;
use wallet_core::ports::system::Timestamp;
use wallet_http::system::OsRandomness;
use wallet_notifications::delivery::{Endpoint, MAX_PUSH, MasterKey, PushTarget, Reach, VapidKey, encrypt};
use wallet_tests::support::json_lines::JsonLines;
use wallet_tests::support::oracle::Oracle;
use wallet_tests::support::random::Random;
use wallet_tests::support::tools;

const RECEIVERS: usize = 20;

/// The number of bytes before the encrypted record.
const HEADER: usize = 86;

const CONTACT: &str = "mailto:push@example.com";

/// 12 hours in seconds.
const VALIDITY: u64 = 43_200;

/// A receiver with keys that the reference has created.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Receiver {
    p256dh: String,
    auth: String,
    private_key: String,
}

impl Receiver {
    fn target(&self) -> PushTarget {
        let endpoint = Endpoint::parse("https://push.example.net/p/key", Reach::Public).expect("an endpoint");
        PushTarget::parse(&endpoint, &self.p256dh, &self.auth).expect("keys of a receiver")
    }

    fn case(&self, body: &[u8]) -> Value {
        json!({ "privateKey": self.private_key, "auth": self.auth, "body": STANDARD.encode(body) })
    }
}

fn python(purpose: &str) -> Option<JsonLines> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("oracles/push.py");
    let python = tools::python(purpose, "http_ece, py_vapid")?;
    Some(JsonLines::start(&python, &script, &[]))
}

/// Returns cases with the plaintext, or none if a receiver must reject the body: a different receiver, a changed bit of
/// the salt or of the record, and a record without the end.
fn cases(receivers: &[Receiver], random: &mut Random) -> Vec<(Value, Option<Vec<u8>>)> {
    let maximum = MAX_PUSH as u64;
    let mut cases = Vec::new();
    for (index, receiver) in receivers.iter().enumerate() {
        let lengths = [
            0,
            1,
            15,
            16,
            17,
            maximum - 1,
            maximum,
            random.between(0, maximum),
            random.magnitude(maximum),
        ];
        for length in lengths {
            let bytes = random.bytes::<MAX_PUSH>();
            let plaintext = &bytes[..usize::try_from(length).expect("a length")];
            let body = encrypt(&receiver.target(), plaintext, &OsRandomness).expect("a body");
            assert!(body.len() <= 4096);
            let mut changed = [body.clone(), body.clone()];
            let positions = [
                random.between(0, 15),
                random.between(HEADER as u64, body.len() as u64 - 1),
            ];
            for (body, position) in changed.iter_mut().zip(positions) {
                body[usize::try_from(position).expect("a position")] ^= 1 << random.between(0, 7);
            }
            let foreign = &receivers[(index + 1) % receivers.len()];
            let foreign_secret = Receiver {
                auth: foreign.auth.clone(),
                p256dh: receiver.p256dh.clone(),
                private_key: receiver.private_key.clone(),
            };
            cases.push((receiver.case(&body), Some(plaintext.to_vec())));
            cases.extend([foreign, &foreign_secret].map(|foreign| (foreign.case(&body), None)));
            cases.extend(changed.map(|body| (receiver.case(&body), None)));
            cases.push((receiver.case(&body[..body.len() - 1]), None));
        }
    }
    cases
}

fn check(cases: &[(Value, Option<Vec<u8>>)], results: &Value) {
    let results = results.as_array().expect("a result for each case");
    assert_eq!(results.len(), cases.len());
    for ((case, plaintext), result) in cases.iter().zip(results) {
        let expected = plaintext.as_ref().map(|plaintext| STANDARD.encode(plaintext));
        assert_eq!(result["plaintext"].as_str(), expected.as_deref(), "{result} for {case}");
        assert_eq!(result["error"].is_string(), expected.is_none(), "{result} for {case}");
    }
}

fn request(cases: &[(Value, Option<Vec<u8>>)]) -> Value {
    json!({ "cases": cases.iter().map(|(case, _)| case).collect::<Vec<_>>() })
}

#[tokio::test]
async fn library_for_javascript_decrypts_our_pushes_and_no_changed_one() {
    let Some(mut oracle) = Oracle::start("pushes decrypted by http_ece of npm") else {
        return;
    };
    let receivers = oracle.call("pushReceivers", json!({ "count": RECEIVERS })).await;
    let receivers: Vec<_> = serde_json::from_value(receivers).expect("receivers");
    let cases = cases(&receivers, &mut Random::new());
    check(&cases, &oracle.call("pushDecrypt", request(&cases)).await);
}

#[tokio::test]
async fn library_for_python_decrypts_our_pushes_and_no_changed_one() {
    let Some(mut python) = python("pushes decrypted by http_ece of PyPI") else {
        return;
    };
    let receivers = python.call("receivers", json!({ "count": RECEIVERS })).await;
    let receivers: Vec<_> = serde_json::from_value(receivers).expect("receivers");
    let cases = cases(&receivers, &mut Random::new());
    check(&cases, &python.call("decrypt", request(&cases)).await);
}

/// Returns two keys of a new deployment.
fn vapid_keys() -> [VapidKey; 2] {
    let master = MasterKey::new(SecretBox::new(Box::new(Random::new().bytes())));
    [0, 1].map(|version| master.vapid_key(version))
}

fn authorization(key: &VapidKey, endpoint: &str, now: u64) -> String {
    let endpoint = Endpoint::parse(endpoint, Reach::PublicAndLoopback).expect("an endpoint");
    key.authorization(&endpoint, CONTACT, Timestamp::from_secs(now))
}

#[tokio::test]
async fn jose_accepts_the_tokens_for_their_origin_and_time() {
    let Some(mut oracle) = Oracle::start("tokens of pushes verified by jose") else {
        return;
    };
    let ([key, other], now) = (vapid_keys(), 1_800_000_000);
    let mut cases = Vec::new();
    for (endpoint, origin) in [
        (
            "https://fcm.googleapis.com/fcm/send/a:b?c",
            "https://fcm.googleapis.com",
        ),
        (
            "https://Updates.push.services.mozilla.com:443/wpush/v2/a",
            "https://updates.push.services.mozilla.com",
        ),
        ("https://web.push.apple.com:8443/Q", "https://web.push.apple.com:8443"),
        ("http://127.0.0.1:9000/push", "http://127.0.0.1:9000"),
    ] {
        let value = authorization(&key, endpoint, now);
        let replaced = value.replace(&key.public_key(), &other.public_key());
        let case =
            |value: &str, audience: &str, at: u64| json!({ "authorization": value, "audience": audience, "at": at });
        let claims = json!({ "aud": origin, "exp": now + VALIDITY, "sub": CONTACT });
        let accepted = json!({ "header": { "typ": "JWT", "alg": "ES256" }, "claims": claims });
        cases.extend([
            (case(&value, origin, now), accepted.clone()),
            (case(&value, origin, now + VALIDITY - 1), accepted),
            (
                case(&value, origin, now + VALIDITY),
                json!({ "error": "\"exp\" claim timestamp check failed" }),
            ),
            (
                case(&value, "https://example.com", now),
                json!({ "error": "unexpected \"aud\" claim value" }),
            ),
            (
                case(&replaced, origin, now),
                json!({ "error": "signature verification failed" }),
            ),
        ]);
    }
    let (requests, expected): (Vec<_>, Vec<_>) = cases.into_iter().unzip();
    let results = oracle.call("pushAuthorize", json!({ "cases": requests })).await;
    assert_eq!(results, json!(expected));
}

#[tokio::test]
async fn library_for_python_accepts_the_tokens_of_the_key() {
    let Some(mut python) = python("tokens of pushes verified by py_vapid") else {
        return;
    };
    let [key, other] = vapid_keys();
    let value = authorization(&key, "https://push.example.net/p", 1_800_000_000);
    let replaced = value.replace(&key.public_key(), &other.public_key());
    let second = authorization(&other, "https://push.example.net/p", 1_800_000_000);
    let results = python
        .call("authorization", json!({ "cases": [value, second, replaced] }))
        .await;
    assert_eq!(results, json!([true, true, false]));
}
