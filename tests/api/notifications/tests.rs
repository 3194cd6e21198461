//! Tests of deliveries, which the receiver on loopback records.

use super::fixture::{Bearer, Fixture, OWNER, SUBSCRIPTIONS, keys, master_key, sender, to_addresses};
use crate::support::client::TestResponse;
use crate::support::contract::check_webhook;
use crate::support::stub::{Reply, Request, Stub};
use axum::http::Method;
use serde_json::{Value, json};
use wallet_core::ports::system::Timestamp;
use wallet_notifications::EventId;
use wallet_notifications::delivery::{DeliveryKind, KEY_VERSION, Reach, WebhookHeaders};
use wallet_notifications::ports::{Subscriptions, WatchStore};

/// Creates a subscription of the merchant with a webhook, and returns the id.
async fn subscribe(fixture: &Fixture, url: &str, field: &str, value: Value) -> String {
    let mut body = to_addresses(&["a1"]);
    body["webhook"] = json!({ "url": url });
    body[field] = value;
    let created = fixture.create(&Bearer::Merchant, &body).await;
    created.data()["id"].as_str().expect("an id").to_owned()
}

async fn test(fixture: &Fixture, id: &str, body: Value) -> TestResponse {
    let path = format!("{SUBSCRIPTIONS}/{id}/test");
    fixture.send(&Bearer::Merchant, Method::POST, &path, Some(body)).await
}

/// Returns the outcomes without their durations, which are numbers.
fn outcomes(response: &TestResponse) -> Value {
    let mut outcomes = response.data()["deliveries"].clone();
    for outcome in outcomes.as_array_mut().expect("outcomes") {
        let duration = outcome.as_object_mut().expect("an outcome").remove("duration");
        assert!(duration.is_some_and(|duration| duration.is_u64()), "{}", response.text);
    }
    outcomes
}

/// Returns the body of a received webhook, of which the signature is valid.
fn verified(id: &str, request: &Request) -> Value {
    let header = |name: &str| {
        let mut values = request
            .headers
            .iter()
            .filter_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
        values.next()
    };
    let received = WebhookHeaders::read(header).expect("headers");
    let sent_at = Timestamp::from_secs(received.timestamp.parse().expect("seconds"));
    let (master, event) = (master_key(), EventId(received.id.clone()));
    let secrets = [master.secret(id.parse().expect("an id"), 0)];
    let key = master.signing_key(KEY_VERSION);
    let expected = WebhookHeaders::sign(&event, request.body.as_bytes(), &secrets, &key, sent_at);
    // The receiver records headers in lower case.
    assert_eq!(received.signature, expected.signature.to_ascii_lowercase());
    let body: Value = serde_json::from_str(&request.body).expect("JSON");
    assert_eq!(body["id"], received.id.as_str());
    check_webhook(&body);
    body
}

#[tokio::test]
async fn sample_of_each_state_is_delivered_and_not_in_the_log() {
    let fixture = Fixture::local().await;
    let receiver = Stub::start(|_| Reply::ok("")).await;
    let url = format!("{}/hook", receiver.url);
    let id = subscribe(&fixture, &url, "label", json!("Shop")).await;
    let states = [
        (json!({}), "confirmed", "seen", 1),
        (json!({ "state": "seen" }), "seen", "", 0),
        (json!({ "state": "confirmed" }), "confirmed", "seen", 1),
        (json!({ "state": "final" }), "final", "confirmed", 3),
        (json!({ "state": "dropped" }), "dropped", "confirmed", 0),
        (json!({ "state": "replaced" }), "replaced", "seen", 0),
    ];
    for (body, _, _, _) in &states {
        let response = test(&fixture, &id, body.clone()).await;
        assert_eq!(outcomes(&response), json!([{ "kind": "webhook", "status": 200 }]));
    }
    let requests = receiver.requests();
    assert_eq!(requests.len(), states.len());
    let mut ids = Vec::new();
    for (request, (_, state, previous, confirmations)) in requests.iter().zip(states) {
        assert_eq!((request.method.as_str(), request.path.as_str()), ("POST", "/hook"));
        let event = verified(&id, request);
        assert_eq!((&event["test"], event.get("sequence")), (&json!(true), None), "{event}");
        assert_eq!((&event["subscription"], &event["label"]), (&json!(id), &json!("Shop")));
        assert_eq!((&event["chain"], &event["network"]), (&json!("btc"), &json!("testnet")));
        assert_eq!(event["state"], state, "{event}");
        assert_eq!(event["previousState"].as_str().unwrap_or_default(), previous, "{event}");
        assert_eq!(event["confirmations"], confirmations, "{event}");
        assert_eq!(event["block"].is_object(), confirmations > 0, "{event}");
        assert_eq!(event.get("replacedBy").is_some(), state == "replaced", "{event}");
        assert_eq!(event["transaction"]["direction"], "in", "{event}");
        assert!(event["at"].as_u64() > Some(Timestamp::from_secs(1_700_000_000).as_secs()));
        ids.push(event["id"].as_str().expect("an id").to_owned());
    }
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), requests.len(), "ids are unique");
    let read = fixture.get(&Bearer::Merchant, &format!("{SUBSCRIPTIONS}/{id}")).await;
    assert_eq!(read.data()["lastSequence"], 0);
    let listed = fixture
        .get(&Bearer::Merchant, &format!("{SUBSCRIPTIONS}/{id}/deliveries"))
        .await;
    assert_eq!(listed.data(), &json!({ "deliveries": [] }));
}

#[tokio::test]
async fn sample_has_the_settings_of_the_subscription() {
    let fixture = Fixture::local().await;
    let receiver = Stub::start(|_| Reply::ok("")).await;
    let id = subscribe(&fixture, &receiver.url, "content", json!("none")).await;
    test(&fixture, &id, json!({})).await.data();
    let event = verified(&id, &receiver.requests()[0]);
    assert_eq!(event, json!({ "id": event["id"], "subscription": id, "test": true }));
    let id = subscribe(&fixture, &receiver.url, "states", json!(["final"])).await;
    test(&fixture, &id, json!({ "state": "confirmed" })).await.data();
    let event = verified(&id, &receiver.requests()[1]);
    assert_eq!(
        (&event["state"], event.get("previousState")),
        (&json!("confirmed"), None)
    );
}

#[tokio::test]
async fn responses_and_failures_of_the_receiver_are_returned() {
    let fixture = Fixture::local().await;
    let receiver = Stub::start(|request| match request.path.as_str() {
        "/gone" => Reply::json(410, ""),
        "/reset" => Reply::Reset,
        _ => Reply::json(302, "").with_header("location: /gone"),
    });
    let receiver = receiver.await;
    for (path, outcome) in [
        ("/gone", json!({ "kind": "webhook", "status": 410 })),
        ("/moved", json!({ "kind": "webhook", "status": 302 })),
        ("/reset", json!({ "kind": "webhook", "failure": "connection" })),
    ] {
        let id = subscribe(&fixture, &format!("{}{path}", receiver.url), "label", json!("x")).await;
        assert_eq!(outcomes(&test(&fixture, &id, json!({})).await), json!([outcome]));
        let read = fixture.get(&Bearer::Merchant, &format!("{SUBSCRIPTIONS}/{id}")).await;
        assert_eq!(read.data()["webhook"]["status"], "active", "a test changes nothing");
    }
}

#[tokio::test]
async fn test_without_a_delivery_or_with_an_unknown_state_is_rejected() {
    let fixture = Fixture::local().await;
    let id = fixture.subscribe(&Bearer::Merchant, &["a1"]).await;
    let without = test(&fixture, &id, json!({})).await;
    without.assert_error(400, "invalid_request", Some("id"));
    for state in [json!("lost"), json!(1)] {
        let response = test(&fixture, &id, json!({ "state": state })).await;
        response.assert_error(400, "invalid_request", Some("state"));
    }
    let path = format!("{SUBSCRIPTIONS}/{id}/test");
    let of_other = fixture.send(&OWNER, Method::POST, &path, Some(json!({}))).await;
    of_other.assert_error(404, "not_found", None);
}

/// The event of a payment in the log is the body of the webhook.
#[tokio::test]
async fn event_of_the_log_is_delivered_as_documented() {
    let mut fixture = Fixture::local().await;
    let receiver = Stub::start(|_| Reply::ok("")).await;
    for content in ["full", "none"] {
        let id = subscribe(&fixture, &receiver.url, "content", json!(content)).await;
        let chain = fixture.btc.clone();
        fixture.pay(&chain, "a1");
        fixture.catch_up().await;
        let subscription = fixture.database.find(id.parse().expect("an id")).await;
        let subscription = subscription.expect("a read").expect("a subscription");
        let event = fixture
            .database
            .event(&subscription, 1)
            .await
            .expect("a read")
            .expect("an event");
        let sender = sender(&keys("wallet-cloud").await, Reach::PublicAndLoopback);
        sender
            .attempt(&subscription, &event, DeliveryKind::Webhook)
            .await
            .expect("an attempt");
        let requests = receiver.requests();
        let delivered = verified(&id, requests.last().expect("a request"));
        let expected = match content {
            "full" => serde_json::to_value(&event).expect("JSON"),
            _ => event.without_content(),
        };
        assert_eq!(delivered, expected);
    }
}
