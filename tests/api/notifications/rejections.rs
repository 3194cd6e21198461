//! Requests that the service rejects.

use super::fixture::{Bearer, EVENTS, Fixture, OTHER, OWNER, SUBSCRIPTIONS, to_addresses};
use crate::notification_loop::chain::MAX_WATCHED;
use crate::support::client::{TestResponse, call, request};
use crate::support::tokens;
use axum::http::Method;
use serde_json::{Value, json};

/// Returns the body of a subscription to an address with one other field.
fn with(field: &str, value: Value) -> Value {
    let mut body = to_addresses(&["a1"]);
    body[field] = value;
    body
}

/// The body of a request, and the status, code and field of the error.
type Case = (Value, u16, &'static str, &'static str);

fn invalid_chains_and_items() -> Vec<Case> {
    let addresses = |count: u32| (0..count).map(|number| format!("a{number}")).collect::<Vec<_>>();
    let mut with_invalid = addresses(30);
    with_invalid[17] = "b17".into();
    let without = json!({ "chain": "btc", "network": "testnet" });
    let key = json!({ "xpub": "xpub" });
    let mut with_key = without.clone();
    with_key["key"] = key.clone();
    let invalid = |body, field| (body, 400, "invalid_request", field);
    vec![
        invalid(with("id", json!("x")), "id"),
        (with("chain", json!("zora")), 404, "chain_not_supported", "chain"),
        (
            with("network", json!("livenet")),
            400,
            "network_not_supported",
            "network",
        ),
        invalid(with("network", json!("x")), "network"),
        invalid(with("key", key), "key"),
        invalid(with("transactions", json!(["tx-1"])), "transactions"),
        invalid(without, "addresses"),
        (with_key, 400, "invalid_public_key", "key.xpub"),
        invalid(with("addresses", json!([])), "addresses"),
        invalid(with("addresses", json!(addresses(1001))), "addresses"),
        (
            with("addresses", json!(with_invalid)),
            400,
            "invalid_address",
            "addresses[17]",
        ),
        invalid(with("addresses", json!(["a1", 2])), "addresses[1]"),
    ]
}

fn invalid_settings() -> Vec<Case> {
    let invalid = |name, value, field| (with(name, value), 400, "invalid_request", field);
    let webhook = with("webhook", json!({ "url": "https://shop.example" }));
    vec![
        invalid("states", json!([]), "states"),
        invalid("states", json!(["seen", "lost"]), "states[1]"),
        invalid("states", json!(["seen", "final", "seen"]), "states[2]"),
        invalid("content", json!("half"), "content"),
        invalid("label", json!("x".repeat(65)), "label"),
        invalid("label", json!(""), "label"),
        invalid("label", json!("a\nb"), "label"),
        (webhook, 403, "insufficient_permission", "webhook"),
        invalid("push", json!({}), "push.endpoint"),
    ]
}

#[tokio::test]
async fn invalid_subscription_is_rejected_and_nothing_is_stored() {
    let fixture = Fixture::new().await;
    for (body, status, code, field) in invalid_chains_and_items().into_iter().chain(invalid_settings()) {
        let response = fixture.create(&OWNER, &body).await;
        response.assert_error(status, code, Some(field));
    }
    let unknown = fixture.create(&OWNER, &with("chain", json!("zora"))).await;
    assert_eq!(unknown.detail("supported"), &json!(["btc", "ltc"]));
    let list = fixture.get(&OWNER, SUBSCRIPTIONS).await;
    assert_eq!(list.data(), &json!({ "subscriptions": [] }));
}

#[tokio::test]
async fn change_with_an_invalid_field_is_rejected() {
    let fixture = Fixture::new().await;
    let id = fixture.subscribe(&OWNER, &["a1"]).await;
    let path = format!("{SUBSCRIPTIONS}/{id}");
    for (body, status, code, field) in [
        (json!({ "states": ["lost"] }), 400, "invalid_request", "states[0]"),
        (json!({ "content": "half" }), 400, "invalid_request", "content"),
        (json!({ "label": "x".repeat(65) }), 400, "invalid_request", "label"),
        (json!({ "paused": "yes" }), 400, "invalid_request", "paused"),
        (json!({ "push": {} }), 400, "invalid_request", "push.endpoint"),
        (json!({ "webhook": {} }), 403, "insufficient_permission", "webhook"),
    ] {
        let response = fixture.send(&OWNER, Method::PUT, &path, Some(body)).await;
        response.assert_error(status, code, Some(field));
    }
}

#[tokio::test]
async fn malformed_ids_and_queries_are_rejected() {
    let fixture = Fixture::new().await;
    let path = format!("{SUBSCRIPTIONS}/x");
    for (method, path, body) in [
        (Method::GET, path.clone(), None),
        (Method::PUT, path.clone(), Some(json!({}))),
        (Method::DELETE, path.clone(), None),
        (
            Method::POST,
            format!("{path}/addresses"),
            Some(json!({ "add": ["a1"] })),
        ),
        (Method::POST, format!("{path}/secret"), None),
        (Method::POST, format!("{path}/replay"), Some(json!({ "from": 1 }))),
        (Method::GET, format!("{path}/deliveries"), None),
    ] {
        let response = fixture.send(&OWNER, method, &path, body).await;
        response.assert_error(400, "invalid_request", Some("id"));
    }
    let ids = "&subscription=0b7f4a52-6d0c-4f0e-9a57-3f6d1f1f9c11".repeat(101);
    for (path, query, field) in [
        (SUBSCRIPTIONS, "limit=0", "limit"),
        (SUBSCRIPTIONS, "limit=101", "limit"),
        (SUBSCRIPTIONS, "cursor=x", "cursor"),
        (EVENTS, "limit=0", "limit"),
        (EVENTS, "limit=501", "limit"),
        (EVENTS, "wait=21", "wait"),
        (EVENTS, "wait=-1", "wait"),
        (EVENTS, "after=%21", "after"),
        (EVENTS, "after=MTIz", "after"),
        (EVENTS, "subscription=x", "subscription[0]"),
        (EVENTS, &ids[1..], "subscription"),
    ] {
        let response = fixture.get(&OWNER, &format!("{path}?{query}")).await;
        response.assert_error(400, "invalid_request", Some(field));
    }
    let repeated = fixture.get(&OWNER, &format!("{EVENTS}?limit=1&limit=2")).await;
    repeated.assert_error(400, "invalid_request", None);
}

#[tokio::test]
async fn token_without_the_permission_is_rejected() {
    let fixture = Fixture::new().await;
    let token = tokens::token_of(1, &["read", "secret"]);
    let body = to_addresses(&["a1"]);
    for (method, path, body) in [
        (Method::POST, SUBSCRIPTIONS, Some(&body)),
        (Method::GET, SUBSCRIPTIONS, None),
        (Method::GET, EVENTS, None),
    ] {
        let response = call(&fixture.router, request(method, path, &token, body)).await;
        response.assert_error(403, "insufficient_permission", None);
        assert_eq!(response.detail("required"), "notify");
    }
}

#[tokio::test]
async fn limits_of_accounts_and_merchants_are_separate() {
    let fixture = Fixture::new().await;
    for (bearer, subscriptions, addresses) in [(OWNER, 3, 40), (Bearer::Merchant, 5, 60)] {
        let many: Vec<_> = (0..=addresses).map(|number| format!("a{number}")).collect();
        let many: Vec<_> = many.iter().map(String::as_str).collect();
        let response = fixture.create(&bearer, &to_addresses(&many)).await;
        response.assert_error(409, "limit_reached", None);
        assert_eq!(response.detail("limit"), &json!(addresses));
        let first = fixture.subscribe(&bearer, &many[1..]).await;
        let response = fixture
            .change_addresses(&bearer, &first, json!({ "add": ["a0"] }))
            .await;
        response.assert_error(409, "limit_reached", None);
        assert_eq!(response.detail("limit"), &json!(addresses));
        let removed = json!({ "remove": many[1..] });
        assert_eq!(
            fixture.change_addresses(&bearer, &first, removed).await.data()["total"],
            0
        );
        for _ in 1..subscriptions {
            fixture.subscribe(&bearer, &["a1"]).await;
        }
        let response = fixture.create(&bearer, &to_addresses(&["a1"])).await;
        response.assert_error(409, "limit_reached", None);
        assert_eq!(response.detail("limit"), &json!(subscriptions));
        let path = format!("{SUBSCRIPTIONS}/{first}");
        fixture.send(&bearer, Method::DELETE, &path, None).await.data();
        fixture.subscribe(&bearer, &["a1"]).await;
    }
}

#[tokio::test]
async fn limit_of_a_chain_without_blocks_counts_all_bearers() {
    let fixture = Fixture::new().await;
    fixture.btc.list_items();
    let names: Vec<_> = (0..=MAX_WATCHED).map(|number| format!("a{number}")).collect();
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    let rejected = |response: TestResponse| {
        response.assert_error(409, "limit_reached", None);
        assert_eq!(response.detail("limit"), &json!(MAX_WATCHED));
        assert_eq!(response.detail("reason"), "electrum");
    };
    rejected(fixture.create(&OWNER, &to_addresses(&names)).await);
    let id = fixture.subscribe(&OWNER, &names[..10]).await;
    rejected(fixture.create(&Bearer::Merchant, &to_addresses(&names[..3])).await);
    let by_id = json!({ "chain": "btc", "network": "testnet", "transactions": ["tx-7", "tx-8", "tx-9"] });
    rejected(fixture.create(&OTHER, &by_id).await);
    rejected(fixture.change_addresses(&OWNER, &id, json!({ "add": names })).await);
    assert_eq!(
        fixture
            .change_addresses(&OWNER, &id, json!({ "add": names[..12] }))
            .await
            .data()["total"],
        12
    );
    for bearer in [Bearer::Merchant, OTHER] {
        let list = fixture.get(&bearer, SUBSCRIPTIONS).await;
        assert_eq!(list.data(), &json!({ "subscriptions": [] }), "nothing is stored");
    }
    let elsewhere = json!({ "chain": "ltc", "network": "testnet", "addresses": names });
    fixture.create(&OWNER, &elsewhere).await.data();
}
