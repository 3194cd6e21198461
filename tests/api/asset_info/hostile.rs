//! Arbitrary input: never a 500, and never a stored value that a wallet cannot display.

use super::fixture::{App, CONTRACT, USDC};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::{Map, Value, json};

const FIELDS: [&str; 13] = [
    "kind",
    "currency",
    "chain",
    "contract",
    "code",
    "issuer",
    "homeDomain",
    "name",
    "ticker",
    "icon",
    "decimals",
    "tags",
    "revision",
];

/// Generates small JSON values.
fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "\\PC{0,30}".prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        prop_oneof!["eth", "usd", "xts", "erc20", CONTRACT, "https://a.example/i.png"].prop_map(Value::from),
    ];
    leaf.prop_recursive(2, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec(("[a-z]{1,4}", inner), 0..4)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

/// A valid body with some fields replaced by arbitrary values.
fn body() -> impl Strategy<Value = Value> {
    prop::collection::vec((prop::sample::select(&FIELDS[..]), value()), 0..4).prop_map(|replaced| {
        let mut body = json!({ "name": "Mine", "ticker": "MINE", "decimals": 6 });
        body["currency"] = json!("xts");
        body["chain"] = json!("eth");
        body["contract"] = json!(CONTRACT);
        let fields: &mut Map<_, _> = body.as_object_mut().expect("an object");
        fields.extend(replaced.into_iter().map(|(field, value)| (field.to_owned(), value)));
        body
    })
}

#[tokio::test]
async fn any_body_is_stored_or_rejected() {
    let app = App::new().await;
    let mut runner = TestRunner::deterministic();
    let (mut stored, mut rejected) = (0, 0);
    for _ in 0..150 {
        let body = body().new_tree(&mut runner).expect("a body").current();
        for response in [
            app.post("erc721", &body).await,
            app.put(&format!("erc721/eth:{CONTRACT}"), &body).await,
            app.put("fiat/usd", &body).await,
            app.post("xlm-asset", &body).await,
            app.put(&format!("xlm-asset/{USDC}"), &body).await,
        ] {
            match response.status.as_u16() {
                200 => stored += 1,
                400 | 404 | 409 => rejected += 1,
                _ => panic!("{body}: {}", response.text),
            }
        }
    }
    assert!(stored > 0 && rejected > 0, "{stored} {rejected}");
    for path in ["erc721/list", "fiat/list"] {
        for item in app.list(path).await {
            let length = |field: &str| item[field].as_str().map_or(0, |text| text.chars().count());
            assert!(
                (1..=60).contains(&length("name")) && (1..=20).contains(&length("ticker")),
                "{item}"
            );
            assert!(
                !item["name"].as_str().expect("a string").chars().any(char::is_control),
                "{item}"
            );
        }
    }
}

#[tokio::test]
async fn any_path_yields_a_client_error() {
    let app = App::new().await;
    let long = "a".repeat(4000);
    for kind in ["fiat", "coin", "erc20", "erc1155", "xlm-asset", "x", "%2e%2e"] {
        for id in [
            "%00",
            "%0a",
            "..%2f..%2f",
            ":",
            "::",
            "eth:",
            ":0x",
            "eth:%00",
            "%F0%9F%92%B0",
            "usd%20",
            "usd?x",
            "<b>",
            "{}",
            "eth:0xdAC17F958D2ee523a2206206994597C13D831ec7:1",
            &long,
        ] {
            let path = format!("{kind}/{id}").replace(['<', '>', '{', '}'], "%3C");
            for response in [app.get(&path).await, app.delete(&path).await] {
                let status = response.status.as_u16();
                assert!(
                    matches!(status, 400 | 404) || path == "fiat/usd?x",
                    "{path}: {status} {}",
                    response.text
                );
            }
        }
    }
}
