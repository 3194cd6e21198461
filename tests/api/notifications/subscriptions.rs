//! Creating, reading, changing and deleting subscriptions.

use super::fixture::{EVENTS, Fixture, OTHER, OWNER, SUBSCRIPTIONS, push, to_addresses};
use crate::notification_loop::chain::KEY;
use axum::http::Method;
use serde_json::{Value, json};

/// The id of a subscription.
const ID: &str = "0b7f4a52-6d0c-4f0e-9a57-3f6d1f1f9c11";

#[tokio::test]
async fn subscription_is_created_read_changed_and_deleted() {
    let fixture = Fixture::new().await;
    let body = json!({
        "id": ID, "chain": "btc", "network": "testnet", "addresses": ["a1", "A2", "a1"], "states": ["final", "confirmed"],
        "content": "none", "label": "Savings",
    });
    let created = fixture.create(&OWNER, &body).await;
    let head = fixture.btc.state().blocks[0].hash.clone();
    assert_eq!(
        created.data(),
        &json!({
            "id": ID, "chain": "btc", "network": "testnet", "addresses": { "total": 2 }, "states": ["confirmed", "final"],
            "content": "none", "label": "Savings", "paused": false, "since": { "block": { "height": 0, "hash": head } },
            "lastSequence": 0, "health": { "state": "watching" },
        })
    );
    let path = format!("{SUBSCRIPTIONS}/{ID}");
    assert_eq!(fixture.get(&OWNER, &path).await.data(), created.data());

    let change = json!({ "states": ["seen"], "content": "full", "label": "Rent", "paused": true });
    let changed = fixture.send(&OWNER, Method::PUT, &path, Some(change.clone())).await;
    let mut expected = created.data().clone();
    for (name, value) in change.as_object().unwrap() {
        expected[name] = value.clone();
    }
    assert_eq!(changed.data(), &expected);
    let unchanged = fixture.send(&OWNER, Method::PUT, &path, Some(json!({}))).await;
    assert_eq!(unchanged.data(), &expected, "absent fields stay");
    assert_eq!(fixture.get(&OWNER, &path).await.data(), &expected);

    let deleted = fixture.send(&OWNER, Method::DELETE, &path, None).await;
    assert_eq!(deleted.data(), &json!({}));
    fixture.get(&OWNER, &path).await.assert_error(404, "not_found", None);
    let again = fixture.send(&OWNER, Method::DELETE, &path, None).await;
    again.assert_error(404, "not_found", None);
}

#[tokio::test]
async fn transactions_are_watched_by_their_ids() {
    let mut fixture = Fixture::new().await;
    let chain = fixture.btc.clone();
    let txid = fixture.pay(&chain, "a1");
    let body = json!({ "chain": "btc", "network": "testnet", "transactions": [txid] });
    let created = fixture.create(&OWNER, &body).await;
    assert_eq!(created.data()["transactions"], json!({ "total": 1 }));
    assert_eq!(created.data()["addresses"], Value::Null);
    fixture.catch_up().await;
    let events = fixture.get(&OWNER, EVENTS).await;
    let event = &events.data()["events"][0];
    assert_eq!(
        (&event["state"], &event["transaction"]["txid"]),
        (&json!("seen"), &json!(txid))
    );
    assert_eq!(event["transaction"]["net"], Value::Null, "a transaction has no view");
}

#[tokio::test]
async fn repeated_creation_returns_the_same_subscription() {
    let fixture = Fixture::new().await;
    let mut body = to_addresses(&["a1", "a2"]);
    body["id"] = ID.into();
    let first = fixture.create(&OWNER, &body).await;
    fixture.btc.mine(&[]);
    assert_eq!(fixture.create(&OWNER, &body).await.data(), first.data());
    // The same addresses in a different form, and defaults that are stated.
    let mut same = body.clone();
    same["addresses"] = json!(["A1", "a2"]);
    same["states"] = json!(["replaced", "seen", "confirmed", "final", "dropped"]);
    same["content"] = "full".into();
    assert_eq!(fixture.create(&OWNER, &same).await.data(), first.data());
    for (field, value) in [
        ("addresses", json!(["a1"])),
        ("chain", json!("ltc")),
        ("states", json!(["seen"])),
        ("content", json!("none")),
        ("label", json!("x")),
        ("push", push()),
    ] {
        let mut different = body.clone();
        different[field] = value;
        let response = fixture.create(&OWNER, &different).await;
        response.assert_error(409, "already_exists", Some("id"));
    }
    let of_other = fixture.create(&OTHER, &body).await;
    of_other.assert_error(409, "already_exists", Some("id"));
    assert_eq!(
        fixture.get(&OWNER, SUBSCRIPTIONS).await.data()["subscriptions"],
        json!([first.data()])
    );
}

#[tokio::test]
async fn list_has_the_subscriptions_of_the_bearer_in_pages() {
    let fixture = Fixture::new().await;
    let mut ids = Vec::new();
    for addresses in [["a1"], ["a2"], ["a3"]] {
        ids.push(fixture.subscribe(&OWNER, &addresses).await);
        fixture.subscribe(&OTHER, &addresses).await;
    }
    ids.sort_unstable();
    let (mut found, mut cursor) = (Vec::new(), String::new());
    for page in 1..=3 {
        let response = fixture.get(&OWNER, &format!("{SUBSCRIPTIONS}?limit=1{cursor}")).await;
        let data = response.data();
        assert_eq!(data["subscriptions"].as_array().unwrap().len(), 1);
        found.push(data["subscriptions"][0]["id"].as_str().unwrap().to_owned());
        assert_eq!(data["nextCursor"].is_string(), page < 3, "{data}");
        cursor = format!("&cursor={}", data["nextCursor"].as_str().unwrap_or_default());
    }
    assert_eq!(found, ids);
    let all = fixture.get(&OWNER, SUBSCRIPTIONS).await;
    assert_eq!(all.data()["subscriptions"].as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn subscription_of_a_different_owner_is_not_found() {
    let fixture = Fixture::new().await;
    let id = fixture.subscribe(&OWNER, &["a1"]).await;
    let path = format!("{SUBSCRIPTIONS}/{id}");
    for (method, path, body) in [
        (Method::GET, path.clone(), None),
        (Method::PUT, path.clone(), Some(json!({ "paused": true }))),
        (Method::DELETE, path.clone(), None),
        (
            Method::POST,
            format!("{path}/addresses"),
            Some(json!({ "add": ["a2"] })),
        ),
        (Method::POST, format!("{path}/secret"), None),
        (Method::POST, format!("{path}/replay"), Some(json!({ "from": 1 }))),
        (Method::GET, format!("{path}/deliveries"), None),
    ] {
        let response = fixture.send(&OTHER, method.clone(), &path, body.clone()).await;
        response.assert_error(404, "not_found", None);
        let unknown = path.replace(&id, ID);
        let response = fixture.send(&OWNER, method, &unknown, body).await;
        response.assert_error(404, "not_found", None);
    }
    let own = fixture.subscribe(&OTHER, &["a1"]).await;
    let events = format!("{EVENTS}?subscription={own}&subscription={id}");
    let response = fixture.get(&OTHER, &events).await;
    response.assert_error(404, "not_found", Some("subscription[1]"));
    let kept = fixture.get(&OWNER, &path).await;
    assert_eq!(
        (&kept.data()["paused"], &kept.data()["addresses"]["total"]),
        (&json!(false), &json!(1))
    );
}

#[tokio::test]
async fn addresses_of_an_extended_key_are_watched_as_they_are_used() {
    let mut fixture = Fixture::new().await;
    let chain = fixture.btc.clone();
    let body = json!({ "chain": "btc", "network": "testnet", "key": { "xpub": KEY, "gap": 3 } });
    let created = fixture.create(&OWNER, &body).await;
    let expected = json!({ "xpub": KEY, "gap": 3, "total": 6 });
    assert_eq!(created.data()["key"], expected);
    assert_eq!(created.data()["addresses"], Value::Null);
    let path = format!("{SUBSCRIPTIONS}/{}", created.data()["id"].as_str().unwrap());
    // The fourth address is watched only after the third is used.
    for address in ["a1002", "a1003", "a1900"] {
        fixture.pay(&chain, address);
        fixture.catch_up().await;
    }
    fixture.catch_up().await;
    let events = fixture.get(&OWNER, EVENTS).await;
    let events = events.data()["events"].as_array().unwrap().iter();
    let touched: Vec<_> = events.map(|event| (&event["addresses"], &event["paths"])).collect();
    let expected = [("a1002", "m/0/2"), ("a1003", "m/0/3")].map(|(address, path)| (json!([address]), json!([path])));
    assert_eq!(touched, expected.each_ref().map(|(address, path)| (address, path)));
    let total = &fixture.get(&OWNER, &path).await.data()["key"]["total"].clone();
    assert_eq!(total, 10, "seven addresses for payments, three for change");
}

#[tokio::test]
async fn stopped_loop_is_shown_in_health() {
    let mut fixture = Fixture::new().await;
    let id = fixture.subscribe(&OWNER, &["a1"]).await;
    fixture.catch_up().await;
    for block in &mut fixture.btc.state().blocks {
        block.hash.push('x');
        block.parent.push('x');
    }
    fixture.catch_up().await;
    let path = format!("{SUBSCRIPTIONS}/{id}");
    let health = json!({ "state": "stopped" });
    assert_eq!(fixture.get(&OWNER, &path).await.data()["health"], health);
    let listed = fixture.get(&OWNER, SUBSCRIPTIONS).await;
    assert_eq!(listed.data()["subscriptions"][0]["health"], health);
}
