//! Signatures of webhooks verified by the libraries of Standard Webhooks for JavaScript and Python, by node:crypto and by
//! jose; the permitted addresses compared with Python's `ipaddress`.

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use secrecy::{ExposeSecret, SecretBox};
use serde_json::{Value, json};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::path::Path;
use std::time::Duration;
use uuid::Uuid;
use wallet_core::ports::system::{Clock, Timestamp};
use wallet_core::public_endpoint::is_allowed;
use wallet_http::system::SystemClock;
use wallet_notifications::EventId;
use wallet_notifications::delivery::{MasterKey, WebhookHeaders, WebhookSecret, jwk_set};
use wallet_tests::support::json_lines::JsonLines;
use wallet_tests::support::oracle::Oracle;
use wallet_tests::support::random::Random;
use wallet_tests::support::tools;

const DELIVERIES: usize = 40;

/// A delivery as a receiver with a secret sees it, and the expected reason of a rejection.
struct Case {
    delivery: Value,
    body: Value,
    rejected: Option<&'static str>,
}

const NO_MATCH: Option<&str> = Some("No matching signature found");

fn python(purpose: &str) -> Option<JsonLines> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("oracles/webhooks.py");
    Some(JsonLines::start(
        &tools::python(purpose, "standardwebhooks")?,
        &script,
        &[],
    ))
}

fn master(random: &mut Random) -> MasterKey {
    let bytes = std::array::from_fn(|_| u8::try_from(random.between(0, 255)).expect("a byte"));
    MasterKey::new(SecretBox::new(Box::new(bytes)))
}

fn delivery(headers: &WebhookHeaders, body: &str, secret: &WebhookSecret) -> Value {
    let headers: serde_json::Map<_, _> = (headers.pairs().into_iter())
        .map(|(name, value)| (name.to_owned(), json!(value)))
        .collect();
    json!({ "secret": secret.to_text().expose_secret(), "headers": headers, "body": body })
}

/// Returns a delivery during a rotation as seen with the new, the old and a foreign secret, and changed in every part.
fn cases(number: usize, random: &mut Random, now: Timestamp) -> Vec<Case> {
    let key = master(random);
    let subscription = Uuid::from_u128(number as u128);
    let [old, new, foreign] = [(subscription, 0), (subscription, 1), (Uuid::from_u128(1 << 100), 1)]
        .map(|(subscription, version)| key.secret(subscription, version));
    let label = random.one_of(&["", "é中💰", "a.b", "\"\\\n\u{0}", "</script>"]);
    let body = json!({ "sequence": number, "subscription": subscription, "label": label, "amount": "1.10" });
    let (text, id) = (body.to_string(), EventId(format!("{number:032x}")));
    let sign = |at| {
        WebhookHeaders::sign(
            &id,
            text.as_bytes(),
            &[new.clone(), old.clone()],
            &key.signing_key(0),
            at,
        )
    };
    let headers = sign(now);
    let id_changed = WebhookHeaders {
        id: "0".repeat(32),
        ..headers.clone()
    };
    let time_changed = WebhookHeaders {
        timestamp: (now.as_secs() - 1).to_string(),
        ..headers.clone()
    };
    let stale = sign(Timestamp::from_secs(now.as_secs() - 310));
    let future = sign(now.after(Duration::from_secs(400)));
    let rows = [
        (delivery(&headers, &text, &new), None),
        (delivery(&headers, &text, &old), None),
        (delivery(&headers, &text, &foreign), NO_MATCH),
        (delivery(&headers, &text.replace("1.10", "9.10"), &new), NO_MATCH),
        (delivery(&id_changed, &text, &new), NO_MATCH),
        (delivery(&time_changed, &text, &new), NO_MATCH),
        (delivery(&stale, &text, &new), Some("Message timestamp too old")),
        (delivery(&future, &text, &new), Some("Message timestamp too new")),
    ];
    let case = |(delivery, rejected)| Case {
        delivery,
        body: body.clone(),
        rejected,
    };
    rows.into_iter().map(case).collect()
}

fn all_cases() -> (Vec<Case>, Value) {
    let (mut random, now) = (Random::new(), SystemClock.now());
    let cases: Vec<_> = (1..=DELIVERIES)
        .flat_map(|number| cases(number, &mut random, now))
        .collect();
    let deliveries = cases.iter().map(|case| &case.delivery).collect::<Vec<_>>();
    let request = json!({ "cases": deliveries });
    (cases, request)
}

fn check(cases: &[Case], results: &Value) {
    let results = results.as_array().expect("a result for each case");
    assert_eq!(results.len(), cases.len());
    for (
        Case {
            delivery,
            body,
            rejected,
        },
        result,
    ) in cases.iter().zip(results)
    {
        match (rejected, result["error"].as_str()) {
            (None, None) => assert_eq!(&result["body"], body, "{delivery}"),
            (Some(reason), Some(error)) => assert!(error.ends_with(reason), "{error} for {delivery}"),
            other => panic!("{other:?} for {delivery}"),
        }
    }
}

#[tokio::test]
async fn library_for_javascript_accepts_our_deliveries_and_no_changed_one() {
    let Some(mut oracle) = Oracle::start("webhooks verified by standardwebhooks of npm") else {
        return;
    };
    let (cases, request) = all_cases();
    check(&cases, &oracle.call("webhooksVerify", request).await);
}

#[tokio::test]
async fn library_for_python_accepts_our_deliveries_and_no_changed_one() {
    let Some(mut python) = python("webhooks verified by standardwebhooks of PyPI") else {
        return;
    };
    let (cases, request) = all_cases();
    check(&cases, &python.call("verify", request).await);
}

#[tokio::test]
async fn published_keys_verify_the_asymmetric_signatures() {
    let Some(mut oracle) = Oracle::start("webhooks verified by node:crypto and jose") else {
        return;
    };
    let (key, now) = (master(&mut Random::new()), SystemClock.now());
    let keys = [0, 1].map(|version| key.signing_key(version));
    let secret = key.secret(Uuid::from_u128(1), 0);
    let signed = |key| WebhookHeaders::sign(&EventId("ab".repeat(16)), b"{\"a\":1}", &[], key, now);
    let [first, second] = [signed(&keys[0]), signed(&keys[1])];
    let changed = WebhookHeaders {
        id: "cd".repeat(16),
        ..first.clone()
    };
    let deliveries = [
        (first.clone(), "{\"a\":1}"),
        (second, "{\"a\":1}"),
        (first, "{\"a\":2}"),
        (changed, "{\"a\":1}"),
    ];
    let deliveries = deliveries.map(|(headers, body)| delivery(&headers, body, &secret));
    let jwk_set: Value = serde_json::from_str(&jwk_set(&keys)).expect("JSON");
    let request = json!({ "jwkSet": jwk_set, "cases": deliveries });
    let seen = oracle.call("webhooksKeys", request).await;
    for (index, key) in keys.iter().enumerate() {
        let seen = &seen[index];
        assert_eq!(
            (&seen["kid"], &seen["thumbprint"]),
            (&json!(key.kid()), &json!(key.kid()))
        );
        assert_eq!((&seen["use"], &seen["alg"]), (&json!("sig"), &json!("EdDSA")));
        let accepted =
            [index == 0, index == 1, false, false].map(|accepted| json!({ "native": accepted, "jose": accepted }));
        assert_eq!(seen["accepted"], json!(accepted), "key {index}");
    }
}

/// The deliveries that the tests of the TypeScript client verify (`clients/typescript/test/webhooks.test.ts`).
#[test]
fn recorded_deliveries_are_those_of_the_signer() {
    let key = MasterKey::new(SecretBox::new(Box::new([7; 32])));
    let at = Timestamp::from_secs(1_800_000_000);
    let keys = [0, 1].map(|version| key.signing_key(version));
    let deliveries = (1..=6_u8).map(|number| {
        let subscription = Uuid::from_u128(u128::from(number));
        let id = EventId(format!("{number:032x}"));
        let body = json!({
            "id": id, "sequence": number, "subscription": subscription, "label": "é中💰\"</script>", "chain": "btc",
            "state": "confirmed", "transaction": { "net": { "amount": "1.10" } },
        });
        let body = body.to_string();
        // A rotation of the secret at every second subscription, and of the key at every third.
        let (versions, index) = (1..=1 + u32::from(number % 2), usize::from(number % 3 == 0));
        let secrets: Vec<_> = versions.map(|version| key.secret(subscription, version)).collect();
        let headers = WebhookHeaders::sign(&id, body.as_bytes(), &secrets, &keys[index], at);
        let texts = secrets.iter().map(|secret| secret.to_text().expose_secret().to_owned());
        json!({
            "subscription": subscription, "secrets": texts.collect::<Vec<_>>(), "key": index, "body": body,
            "headers": delivery(&headers, "", &secrets[0])["headers"],
        })
    });
    let set: Value = serde_json::from_str(&jwk_set(&keys)).expect("JSON");
    let recorded = json!({ "at": at.as_secs(), "keys": set, "deliveries": deliveries.collect::<Vec<_>>() });
    let text = format!("{recorded:#}\n");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("oracles/webhooks.json");
    if std::env::var_os("WALLET_UPDATE_DOCUMENTS").is_some() {
        std::fs::write(&path, &text).expect("tests is writable");
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(written, text, "run this test with WALLET_UPDATE_DOCUMENTS=1");
}

/// Returns the addresses at both ends of each network of the registries and next to the ends, and random addresses.
fn addresses() -> Vec<IpAddr> {
    let v4 = [
        "0.0.0.0/8",
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.0.0.0/24",
    ];
    let more = [
        "192.0.2.0/24",
        "192.168.0.0/16",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/4",
        "240.0.0.0/4",
    ];
    let v6 = [
        "::/96",
        "::ffff:0:0/96",
        "64:ff9b:1::/48",
        "100::/64",
        "2001::/23",
        "2001:2::/48",
        "2001:db8::/32",
        "2001:10::/28",
    ];
    let v6 = v6
        .into_iter()
        .chain(["2002::/16", "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8"]);
    let mut addresses = Vec::new();
    for network in v4.into_iter().chain(more) {
        let (start, length) = parse(network);
        let start = u32::try_from(start).expect("32 bits");
        let end = start | u32::MAX.checked_shr(length).unwrap_or_default();
        addresses.extend(
            [start.wrapping_sub(1), start, end, end.wrapping_add(1)]
                .map(|bits| IpAddr::from(Ipv4Addr::from_bits(bits))),
        );
    }
    for network in v6 {
        let (start, length) = parse(network);
        let end = start | u128::MAX.checked_shr(length).unwrap_or_default();
        addresses.extend(
            [start.wrapping_sub(1), start, end, end.wrapping_add(1)]
                .map(|bits| IpAddr::from(Ipv6Addr::from_bits(bits))),
        );
    }
    let mut runner = TestRunner::deterministic();
    let random = proptest::arbitrary::any::<IpAddr>();
    addresses.extend((0..5000).map(|_| random.new_tree(&mut runner).expect("an address").current()));
    addresses
}

fn parse(network: &str) -> (u128, u32) {
    let (address, length) = network.split_once('/').expect("a network");
    let bits = match address.parse().expect("an address") {
        IpAddr::V4(address) => u128::from(address.to_bits()),
        IpAddr::V6(address) => address.to_bits(),
    };
    (bits, length.parse().expect("a length"))
}

/// Returns true for the IPv4 networks that are forbidden beyond the list of Python: relays of 6to4, and the platform of Azure.
fn is_forbidden_in_addition(address: IpAddr) -> bool {
    let IpAddr::V4(address) = address else { return true };
    matches!(address.octets(), [192, 88, 99, _] | [192, 0, 0, _] | [168, 63, 129, 16])
}

#[tokio::test]
async fn permitted_addresses_are_global_in_the_registries() {
    let Some(mut python) = python("addresses classified by Python") else {
        return;
    };
    let addresses = addresses();
    let seen = python.call("addresses", json!({ "addresses": addresses })).await;
    let seen: Vec<bool> = serde_json::from_value(seen).expect("a result for each address");
    assert_eq!(seen.len(), addresses.len());
    for (address, is_global) in addresses.into_iter().zip(seen) {
        let is_ours = is_allowed(address);
        assert!(is_global || !is_ours, "{address} is not global");
        assert!(
            is_ours || !is_global || is_forbidden_in_addition(address),
            "{address} is global"
        );
    }
}
