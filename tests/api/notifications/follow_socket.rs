//! The stream of events of the Rust client over scripted sockets, with a paused clock.

use super::follow::{Scripted, after, entry, failure, page, pairs, take};
use async_trait::async_trait;
use futures::StreamExt;
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::time::Instant;
use wallet_client::notifications::{EventTransport, FollowRequest, follow_events};
use wallet_client::{CallError, ErrorCode, SessionError, TokenSource};

fn by_socket(cursor: &str) -> FollowRequest {
    {
        let mut changed = after(cursor);
        changed.transport = EventTransport::Socket;
        changed
    }
}

/// Returns a message with an event; the cursor of event 5 is `c5`.
fn message(sequence: u64) -> String {
    json!({ "event": entry(sequence), "cursor": format!("c{sequence}") }).to_string()
}

fn error(code: &str, retriable: bool) -> String {
    let details = json!({ "retryAfter": 40 });
    json!({ "error": { "code": code, "message": "M.", "retriable": retriable, "details": details } }).to_string()
}

/// A connection that ends after the messages.
#[expect(clippy::unnecessary_wraps, reason = "the scripts also contain rejected connections")]
fn ending<const N: usize>(messages: &[String; N]) -> Option<(Vec<String>, bool)> {
    Some((messages.to_vec(), false))
}

/// A connection without an end.
#[expect(clippy::unnecessary_wraps, reason = "the scripts also contain rejected connections")]
fn hanging<const N: usize>(messages: &[String; N]) -> Option<(Vec<String>, bool)> {
    Some((messages.to_vec(), true))
}

#[tokio::test(start_paused = true)]
async fn log_is_read_to_the_end_and_then_the_socket() {
    let responses = vec![page("c1", &[1]), page("c1", &[])];
    let (scripted, client) = Scripted::client(responses, vec![hanging(&[message(2), message(3)])]);
    let mut request = by_socket("");
    request.subscription = vec!["s1".to_owned()];
    let events = follow_events(&client.with_token("t"), request);
    assert_eq!(take(events, 3).await, pairs([("e1", "c1"), ("e2", "c2"), ("e3", "c3")]));
    assert_eq!(
        scripted.queries(),
        ["subscription=s1&wait=0", "after=c1&subscription=s1&wait=0"]
    );
    let first = json!({ "token": "t", "subscriptions": ["s1"], "after": "c1" });
    let url = "ws://services.test/notifications/v1/socket".to_owned();
    assert_eq!(*scripted.opened.lock().unwrap(), [(url, first)]);
}

#[tokio::test(start_paused = true)]
async fn events_continue_after_every_kind_of_end() {
    let sockets = vec![
        ending(&[message(1), message(2)]),
        None,
        ending(&[message(4), error("service_unavailable", true)]),
        // Replaced after a time without an event, and at once.
        hanging(&[message(5)]),
        hanging(&[message(6)]),
    ];
    let mut responses = vec![page("c0", &[])];
    // After a lost connection a poll of 1 s, and a read before the next connection.
    responses.extend([page("c2", &[]), page("c2", &[])]);
    // After a rejected connection polls for 2 s, the second with an event.
    responses.extend([page("c2", &[]), page("c3", &[3]), page("c3", &[]), page("c3", &[])]);
    // The service requests 40 s.
    responses.extend(vec![page("c4", &[]); 41]);
    responses.push(page("c5", &[]));
    let (scripted, client) = Scripted::client(responses, sockets);
    let mut request = after("c0");
    request.transport = EventTransport::SocketAt("wss://sockets.test/a".to_owned());
    let started = Instant::now();
    let events = follow_events(&client, request);
    let expected = [
        ("e1", "c1"),
        ("e2", "c2"),
        ("e3", "c3"),
        ("e4", "c4"),
        ("e5", "c5"),
        ("e6", "c6"),
    ];
    assert_eq!(take(events, 6).await, pairs(expected));
    let opened = scripted.opened.lock().unwrap();
    let afters: Vec<_> = opened
        .iter()
        .map(|(_, first)| first["after"].as_str().unwrap())
        .collect();
    assert_eq!(afters, ["c0", "c3", "c4", "c5"]);
    assert!(opened.iter().all(|(url, _)| url == "wss://sockets.test/a"));
    // 40 s as requested, and five minutes without an event.
    let elapsed = started.elapsed().as_secs();
    assert!((340..=350).contains(&elapsed), "{elapsed} s");
}

/// Supplies `t0`, and the next token after each replacement.
struct Tokens(Arc<AtomicUsize>);

#[async_trait]
impl TokenSource for Tokens {
    async fn permission_token(&self) -> Result<String, SessionError> {
        Ok(format!("t{}", self.0.load(Ordering::SeqCst)))
    }

    async fn replace(&self, rejected: &str) -> Result<(), SessionError> {
        assert_eq!(rejected, self.permission_token().await?);
        self.0.fetch_add(1, Ordering::SeqCst);
        Ok(())
    }
}

#[tokio::test(start_paused = true)]
async fn expired_token_is_replaced_before_the_next_connection() {
    let expired = || failure(401, "token_expired", false, None);
    let sockets = vec![
        ending(&[message(1), error("token_expired", false)]),
        hanging(&[message(2)]),
    ];
    let responses = vec![page("c0", &[]), expired(), page("c1", &[]), page("c1", &[])];
    let (scripted, client) = Scripted::client(responses, sockets);
    let events = follow_events(&client.with_session(Tokens(Arc::default())), by_socket("c0"));
    assert_eq!(take(events, 2).await, pairs([("e1", "c1"), ("e2", "c2")]));
    let opened = scripted.opened.lock().unwrap().clone();
    let tokens: Vec<_> = opened
        .iter()
        .map(|(_, first)| first["token"].as_str().unwrap())
        .collect();
    assert_eq!(tokens, ["t0", "t1"]);

    // A token that nothing replaces is the error of the call.
    let sockets = vec![ending(&[error("token_expired", false)])];
    let (_, client) = Scripted::client(vec![page("c0", &[]), expired()], sockets);
    let items: Vec<_> = follow_events(&client.with_token("t"), by_socket("c0")).collect().await;
    let is_expected = matches!(&*items, [Err(CallError::Response(error))] if error.status == 401 && error.code == ErrorCode::TokenExpired);
    assert!(is_expected, "{items:?}");
}

#[tokio::test(start_paused = true)]
async fn other_error_of_the_service_is_the_last_item() {
    let sockets = vec![ending(&[message(1), error("not_found", false), message(2)])];
    let (_, client) = Scripted::client(vec![page("c0", &[])], sockets);
    let items: Vec<_> = follow_events(&client, by_socket("c0")).collect().await;
    let is_expected = matches!(&*items, [Ok(_), Err(CallError::Response(error))] if error.status == 101 && error.code == ErrorCode::NotFound);
    assert!(is_expected, "{items:?}");
}

#[tokio::test(start_paused = true)]
async fn event_without_content_is_read_from_the_log() {
    let event = json!({ "id": "e1", "sequence": 1, "subscription": "s1" });
    let large = json!({ "event": event, "cursor": "c1" }).to_string();
    let sockets = vec![hanging(&[large, message(2)]), hanging(&[message(2)])];
    let responses = vec![page("c0", &[]), page("c1", &[1]), page("c1", &[]), page("c1", &[])];
    let (scripted, client) = Scripted::client(responses, sockets);
    let events = follow_events(&client.with_token("t"), by_socket("c0"));
    assert_eq!(take(events, 2).await, pairs([("e1", "c1"), ("e2", "c2")]));
    let opened = scripted.opened.lock().unwrap();
    let afters: Vec<_> = opened.iter().map(|(_, first)| &first["after"]).collect();
    assert_eq!(afters, ["c0", "c1"]);
}

#[tokio::test(start_paused = true)]
async fn other_messages_are_undocumented_responses() {
    let repeated = json!({ "event": entry(1), "cursor": "c0" }).to_string();
    let without_cursor = json!({ "event": entry(1) }).to_string();
    let wrong = [
        "",
        "x",
        "null",
        "[]",
        "{}",
        r#"{"event":1,"cursor":"c1"}"#,
        r#"{"event":{},"cursor":"c1"}"#,
        r#"{"error":{}}"#,
        &repeated,
        &without_cursor,
    ];
    for text in wrong {
        let (_, client) = Scripted::client(vec![page("c0", &[])], vec![hanging(&[text.to_owned()])]);
        let items: Vec<_> = follow_events(&client, by_socket("c0")).collect().await;
        let is_expected = matches!(&*items, [Err(CallError::Undocumented { status: 101, .. })]);
        assert!(is_expected, "{text}: {items:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn long_polls_receive_events_while_no_socket_opens() {
    let responses = vec![page("c0", &[]), page("c1", &[1]), page("c2", &[2]), page("c3", &[3])];
    let (scripted, client) = Scripted::client(responses, vec![None]);
    let events = follow_events(&client, by_socket("c0"));
    assert_eq!(take(events, 3).await, pairs([("e1", "c1"), ("e2", "c2"), ("e3", "c3")]));
    assert_eq!(
        scripted.queries(),
        [
            "after=c0&wait=0",
            "after=c0&wait=1",
            "after=c1&wait=1",
            "after=c2&wait=1"
        ]
    );
}
