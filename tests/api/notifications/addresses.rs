//! Changes of the watched addresses.

use super::fixture::{EVENTS, Fixture, OWNER};
use serde_json::{Value, json};

/// Returns the watched addresses of the events after a cursor, and the next cursor.
async fn touched(fixture: &Fixture, after: &str) -> (Vec<Value>, String) {
    let response = fixture.get(&OWNER, &format!("{EVENTS}?{after}")).await;
    let events = response.data()["events"].as_array().unwrap().iter();
    let touched = events.map(|event| event["addresses"].clone()).collect();
    let cursor = response.data()["cursor"].as_str().unwrap();
    (touched, format!("after={cursor}"))
}

#[tokio::test]
async fn addresses_are_counted() {
    let fixture = Fixture::new().await;
    let id = fixture.subscribe(&OWNER, &["a1", "a2"]).await;
    for (body, expected) in [
        (json!({ "add": ["a2", "a3", "A3"] }), [1, 0, 3]),
        (json!({ "remove": ["a1", "a9"] }), [0, 1, 2]),
        (json!({ "add": ["a1"], "remove": ["a2", "a3"] }), [1, 2, 1]),
        (json!({ "add": ["a5"], "remove": ["a5"] }), [1, 0, 2]),
    ] {
        let response = fixture.change_addresses(&OWNER, &id, body.clone()).await;
        let [added, removed, total] = expected;
        let expected = json!({ "added": added, "removed": removed, "total": total });
        assert_eq!(response.data(), &expected, "{body}");
    }
}

#[tokio::test]
async fn invalid_changes_are_rejected_and_change_nothing() {
    let mut fixture = Fixture::new().await;
    let id = fixture.subscribe(&OWNER, &["a1"]).await;
    let many = |count: u32| (0..count).map(|number| format!("a{number}")).collect::<Vec<_>>();
    for (body, code, field) in [
        (json!({}), "invalid_request", "add"),
        (json!({ "add": [], "remove": [] }), "invalid_request", "add"),
        (json!({ "add": many(1001) }), "invalid_request", "add"),
        (
            json!({ "add": many(501), "remove": many(500) }),
            "invalid_request",
            "add",
        ),
        (json!({ "add": ["a2", "b3"] }), "invalid_address", "add[1]"),
        (
            json!({ "add": ["a2"], "remove": ["a1", "b3"] }),
            "invalid_address",
            "remove[1]",
        ),
    ] {
        let response = fixture.change_addresses(&OWNER, &id, body).await;
        response.assert_error(400, code, Some(field));
    }
    let unchanged = fixture.change_addresses(&OWNER, &id, json!({ "remove": ["a9"] })).await;
    assert_eq!(unchanged.data(), &json!({ "added": 0, "removed": 0, "total": 1 }));

    let chain = fixture.btc.clone();
    let txid = fixture.pay(&chain, "a7");
    let body = json!({ "chain": "btc", "network": "testnet", "transactions": [txid] });
    let transactions = fixture.create(&OWNER, &body).await;
    let id = transactions.data()["id"].as_str().unwrap();
    let response = fixture.change_addresses(&OWNER, id, json!({ "add": ["a1"] })).await;
    response.assert_error(400, "invalid_request", Some("id"));
}

#[tokio::test]
async fn events_are_about_watched_addresses_only() {
    let mut fixture = Fixture::new().await;
    let chain = fixture.btc.clone();
    let id = fixture.subscribe(&OWNER, &["a1", "a2"]).await;
    for address in ["a1", "a2", "a3"] {
        fixture.pay(&chain, address);
    }
    fixture.catch_up().await;
    let (mut seen, after) = touched(&fixture, "").await;
    seen.sort_by_key(Value::to_string);
    assert_eq!(seen, [json!(["a1"]), json!(["a2"])]);

    let changed = fixture
        .change_addresses(&OWNER, &id, json!({ "add": ["a4"], "remove": ["a1"] }))
        .await;
    assert_eq!(changed.data(), &json!({ "added": 1, "removed": 1, "total": 2 }));
    for address in ["a1", "a2", "a4"] {
        fixture.pay(&chain, address);
    }
    fixture.catch_up().await;
    let (mut seen, _) = touched(&fixture, &after).await;
    seen.sort_by_key(Value::to_string);
    assert_eq!(seen, [json!(["a2"]), json!(["a4"])]);
}
