//! Reading the log, and waiting for an event.

use super::fixture::{EVENTS, Fixture, OTHER, OWNER, SUBSCRIPTIONS};
use axum::http::Method;
use futures::future::join_all;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::{Instant, pause, sleep};

/// Returns the events of a page and the query of the next page.
fn page(data: &Value) -> (&[Value], String) {
    let events = data["events"].as_array().expect("events");
    let cursor = data["cursor"].as_str().expect("a cursor");
    (events, format!("after={cursor}"))
}

#[tokio::test]
async fn payment_has_events_from_pending_to_final() {
    let mut fixture = Fixture::new().await;
    let chain = fixture.btc.clone();
    let id = fixture.subscribe(&OWNER, &["a1"]).await;
    let txid = fixture.pay(&chain, "a1");
    fixture.catch_up().await;
    chain.mine(std::slice::from_ref(&txid));
    fixture.catch_up().await;
    chain.mine(&[]);
    chain.mine(&[]);
    fixture.catch_up().await;

    let (mut events, mut query) = (Vec::new(), String::new());
    loop {
        let response = fixture.get(&OWNER, &format!("{EVENTS}?limit=1&{query}")).await;
        let (read, next) = page(response.data());
        assert!(read.len() <= 1, "{read:?}");
        if read.is_empty() && next == query {
            break;
        }
        events.extend_from_slice(read);
        query = next;
    }
    let states: Vec<_> = events
        .iter()
        .map(|event| (&event["sequence"], &event["state"], &event["previousState"]))
        .collect();
    assert_eq!(
        json!(states),
        json!([[1, "seen", null], [2, "confirmed", "seen"], [3, "final", "confirmed"]])
    );
    for event in &events {
        assert_eq!((&event["subscription"], &event["chain"]), (&json!(id), &json!("btc")));
        assert_eq!(
            (&event["network"], &event["addresses"]),
            (&json!("testnet"), &json!(["a1"]))
        );
        assert_eq!(
            event["transaction"],
            json!({ "txid": txid, "net": 5, "direction": "in" })
        );
        assert_eq!(event["block"].is_object(), event["state"] != "seen", "{event}");
    }
    let read = fixture.get(&OWNER, &format!("{SUBSCRIPTIONS}/{id}")).await;
    assert_eq!(read.data()["lastSequence"], 3);
}

#[tokio::test]
async fn log_has_the_events_of_the_requested_subscriptions() {
    let mut fixture = Fixture::new().await;
    let chain = fixture.btc.clone();
    let mut ids = Vec::new();
    for address in ["a1", "a2", "a3"] {
        ids.push(fixture.subscribe(&OWNER, &[address]).await);
        fixture.pay(&chain, address);
    }
    fixture.subscribe(&OTHER, &["a1"]).await;
    fixture.catch_up().await;
    let subscriptions = async |query: &str| {
        let response = fixture.get(&OWNER, &format!("{EVENTS}?{query}")).await;
        let events = page(response.data()).0.iter();
        let mut ids: Vec<_> = events
            .map(|event| event["subscription"].as_str().unwrap().to_owned())
            .collect();
        ids.sort_unstable();
        ids
    };
    let sorted = |ids: &[String]| {
        let mut ids = ids.to_vec();
        ids.sort_unstable();
        ids
    };
    assert_eq!(subscriptions("").await, sorted(&ids));
    let two = format!("subscription={}&subscription={}", ids[0], ids[2]);
    assert_eq!(subscriptions(&two).await, sorted(&[ids[0].clone(), ids[2].clone()]));
    assert_eq!(
        subscriptions(&format!("subscription={}", ids[1])).await,
        [ids[1].clone()]
    );
    let of_other = fixture.get(&OTHER, EVENTS).await;
    assert_eq!(page(of_other.data()).0.len(), 1);
}

#[tokio::test]
async fn cursor_remains_valid_when_a_further_chain_is_added() {
    let mut fixture = Fixture::new().await;
    let (btc, ltc) = (fixture.btc.clone(), fixture.ltc.clone());
    fixture.subscribe(&OWNER, &["a1"]).await;
    fixture.pay(&btc, "a1");
    fixture.catch_up().await;
    let first = fixture.get(&OWNER, EVENTS).await;
    let (events, after) = page(first.data());
    assert_eq!(events.len(), 1);
    let body = json!({ "chain": "ltc", "network": "testnet", "addresses": ["a1"] });
    fixture.create(&OWNER, &body).await.data();
    fixture.pay(&btc, "a1");
    fixture.pay(&ltc, "a1");
    fixture.catch_up().await;
    let second = fixture.get(&OWNER, &format!("{EVENTS}?{after}")).await;
    let (events, _) = page(second.data());
    let mut chains: Vec<_> = events.iter().map(|event| &event["chain"]).collect();
    chains.sort_by_key(ToString::to_string);
    assert_eq!(chains, ["btc", "ltc"]);
    assert_eq!(
        events.iter().find(|event| event["chain"] == "btc").unwrap()["sequence"],
        2
    );
}

#[tokio::test]
async fn filtered_states_have_no_number_and_deleted_subscriptions_no_events() {
    let mut fixture = Fixture::new().await;
    let chain = fixture.btc.clone();
    let body = json!({ "chain": "btc", "network": "testnet", "addresses": ["a1"], "states": ["confirmed"] });
    fixture.create(&OWNER, &body).await.data();
    let deleted = fixture.subscribe(&OWNER, &["a1"]).await;
    let path = format!("{SUBSCRIPTIONS}/{deleted}");
    fixture.send(&OWNER, Method::DELETE, &path, None).await.data();
    let txid = fixture.pay(&chain, "a1");
    fixture.catch_up().await;
    assert!(page(fixture.get(&OWNER, EVENTS).await.data()).0.is_empty());
    chain.mine(&[txid]);
    fixture.catch_up().await;
    let response = fixture.get(&OWNER, EVENTS).await;
    let (events, _) = page(response.data());
    let states: Vec<_> = events
        .iter()
        .map(|event| (&event["sequence"], &event["state"]))
        .collect();
    assert_eq!(json!(states), json!([[1, "confirmed"]]));
}

#[tokio::test]
async fn waiting_request_returns_as_soon_as_there_is_an_event() {
    let mut fixture = Fixture::new().await;
    let chain = fixture.btc.clone();
    fixture.subscribe(&OWNER, &["a1"]).await;
    fixture.catch_up().await;
    fixture.pay(&chain, "a1");
    let router = fixture.router.clone();
    pause();
    let start = Instant::now();
    let reading = async {
        let token = crate::support::tokens::token_of(1, &["notify"]);
        let path = format!("{EVENTS}?wait=20");
        let request = crate::support::client::request(Method::GET, &path, &token, None);
        let response = crate::support::client::call(&router, request).await;
        (response, start.elapsed())
    };
    let appending = async {
        sleep(Duration::from_secs(7)).await;
        fixture.catch_up().await;
    };
    let ((response, time), ()) = tokio::join!(reading, appending);
    assert_eq!(page(response.data()).0[0]["state"], "seen");
    assert!((7..9).contains(&time.as_secs()), "{time:?}");
}

#[tokio::test]
async fn waiting_request_without_an_event_returns_after_the_time() {
    let fixture = Fixture::new().await;
    fixture.subscribe(&OWNER, &["a1"]).await;
    pause();
    for wait in [0, 3, 20] {
        let start = Instant::now();
        let response = fixture.get(&OWNER, &format!("{EVENTS}?wait={wait}")).await;
        assert!(page(response.data()).0.is_empty(), "{}", response.text);
        assert_eq!(start.elapsed().as_secs(), wait);
    }
}

#[tokio::test]
async fn at_most_twenty_requests_of_a_bearer_wait() {
    let fixture = Fixture::new().await;
    pause();
    let path = format!("{EVENTS}?wait=5");
    let own = join_all((0..23).map(|_| fixture.get(&OWNER, &path)));
    let (own, other) = tokio::join!(own, fixture.get(&OTHER, &path));
    other.data();
    let (waited, rejected): (Vec<_>, Vec<_>) = own.into_iter().partition(|response| response.status == 200);
    assert_eq!((waited.len(), rejected.len()), (20, 3));
    for response in rejected {
        response.assert_error(429, "too_many_requests", None);
        assert_eq!(response.retry_after(), 5);
    }
    // The places are free again, and a request without `wait` takes none.
    fixture.get(&OWNER, &path).await.data();
}
