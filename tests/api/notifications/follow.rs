//! The stream of events of the Rust client over a scripted connection, with a paused clock.

use async_trait::async_trait;
use futures::{Stream, StreamExt};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::time::Instant;
use wallet_client::notifications::{FollowRequest, FollowedEvent, follow_events};
use wallet_client::{CallError, Client, ErrorCode, Request, Response, RetryPolicy, Socket, Transport, TransportError};

/// Returns the scripted responses in order; `None` loses a response.
pub struct Scripted {
    responses: Mutex<Vec<Option<Response>>>,
    urls: Mutex<Vec<String>>,
    sockets: Mutex<Vec<Option<ScriptedSocket>>>,
    /// The URL of each connection, and the first message.
    pub opened: Arc<Mutex<Vec<(String, Value)>>>,
}

/// Receives the scripted messages in order, and then the end of the connection.
pub struct ScriptedSocket {
    messages: VecDeque<String>,
    /// True if no message follows, and no end.
    hangs: bool,
    url: String,
    opened: Arc<Mutex<Vec<(String, Value)>>>,
}

#[async_trait]
impl Socket for ScriptedSocket {
    async fn send(&mut self, text: String) -> Result<(), TransportError> {
        let first = serde_json::from_str(&text).unwrap();
        self.opened.lock().unwrap().push((self.url.clone(), first));
        Ok(())
    }

    async fn receive(&mut self) -> Result<Vec<u8>, TransportError> {
        match self.messages.pop_front() {
            Some(message) => Ok(message.into_bytes()),
            None if self.hangs => std::future::pending().await,
            None => Err(TransportError::new("closed")),
        }
    }
}

#[async_trait]
impl Transport for Scripted {
    async fn send(&self, request: Request) -> Result<Response, TransportError> {
        self.urls.lock().unwrap().push(request.url);
        let mut responses = self.responses.lock().unwrap();
        assert!(!responses.is_empty(), "an unexpected request");
        responses.remove(0).ok_or_else(|| TransportError::new("closed"))
    }

    async fn open_socket(&self, url: &str) -> Result<Box<dyn Socket>, TransportError> {
        let mut sockets = self.sockets.lock().unwrap();
        assert!(!sockets.is_empty(), "an unexpected connection");
        let socket = sockets.remove(0).ok_or_else(|| TransportError::new("rejected"))?;
        let url = url.to_owned();
        Ok(Box::new(ScriptedSocket { url, ..socket }))
    }
}

impl Scripted {
    fn follow(
        responses: Vec<Option<Response>>,
        request: FollowRequest,
    ) -> (Arc<Self>, impl Stream<Item = Result<FollowedEvent, CallError>>) {
        let (scripted, client) = Self::client(responses, Vec::new());
        (scripted, follow_events(&client, request))
    }

    /// Creates a client of scripted responses, and of sockets with their messages; `None` rejects a connection.
    pub fn client(responses: Vec<Option<Response>>, sockets: Vec<Option<(Vec<String>, bool)>>) -> (Arc<Self>, Client) {
        let opened = Arc::default();
        let socket = |(messages, hangs): (Vec<String>, bool)| ScriptedSocket {
            messages: messages.into(),
            hangs,
            url: String::new(),
            opened: Arc::clone(&opened),
        };
        let sockets = sockets.into_iter().map(|script| script.map(socket)).collect();
        let scripted = Arc::new(Self {
            responses: Mutex::new(responses),
            urls: Mutex::default(),
            sockets: Mutex::new(sockets),
            opened,
        });
        let transport: Arc<dyn Transport> = Arc::<Self>::clone(&scripted);
        let client = Client::over(transport, "http://services.test").with_retries(RetryPolicy::NEVER);
        (scripted, client)
    }

    /// Returns the queries of the requests.
    pub fn queries(&self) -> Vec<String> {
        let urls = self.urls.lock().unwrap();
        let queries = urls.iter().map(|url| url.split_once('?').unwrap().1.to_owned());
        queries.collect()
    }
}

#[expect(clippy::unnecessary_wraps, reason = "the scripts also contain closed connections")]
fn response(status: u16, body: &Value, retry_after: Option<u64>) -> Option<Response> {
    let header = retry_after.map(|seconds| ("retry-after".to_owned(), seconds.to_string()));
    Some(
        Response::builder()
            .status(status)
            .headers(header.into_iter().collect())
            .body(body.to_string().into_bytes())
            .build(),
    )
}

pub fn entry(sequence: u64) -> Value {
    json!({
        "id": format!("e{sequence}"), "sequence": sequence, "subscription": "s", "chain": "btc", "network": "testnet",
        "state": "seen", "at": 5, "addresses": [], "transaction": {}, "confirmations": 0,
    })
}

pub fn page(cursor: &str, sequences: &[u64]) -> Option<Response> {
    let events: Vec<_> = sequences.iter().map(|sequence| entry(*sequence)).collect();
    let data = json!({ "requestId": "r", "data": { "events": events, "cursor": cursor } });
    response(200, &data, None)
}

pub fn failure(status: u16, code: &str, retriable: bool, retry_after: Option<u64>) -> Option<Response> {
    let error = json!({ "code": code, "message": "M.", "retriable": retriable });
    response(status, &json!({ "requestId": "r", "error": error }), retry_after)
}

pub fn after(cursor: &str) -> FollowRequest {
    FollowRequest::builder().after(cursor.to_owned()).build()
}

/// Returns ids and cursors of the first events.
pub async fn take(events: impl Stream<Item = Result<FollowedEvent, CallError>>, count: usize) -> Vec<(String, String)> {
    let events = events.map(|event| event.map(|found| (found.event.id, found.cursor)).unwrap());
    events.take(count).collect().await
}

pub fn pairs<const N: usize>(expected: [(&str, &str); N]) -> Vec<(String, String)> {
    let owned = |(id, cursor): (&str, &str)| (id.to_owned(), cursor.to_owned());
    expected.map(owned).to_vec()
}

#[tokio::test(start_paused = true)]
async fn cursor_of_an_event_repeats_events_and_omits_none() {
    let responses = vec![page("c1", &[1, 2]), page("c1", &[]), page("c2", &[3])];
    let request = FollowRequest::builder()
        .subscription(vec!["s1".to_owned(), "s2".to_owned()])
        .build();
    let (scripted, events) = Scripted::follow(responses, request);
    let started = Instant::now();
    assert_eq!(take(events, 3).await, pairs([("e1", ""), ("e2", "c1"), ("e3", "c2")]));
    let selected = "subscription=s1&subscription=s2&wait=20";
    let expected = [
        selected.to_owned(),
        format!("after=c1&{selected}"),
        format!("after=c1&{selected}"),
    ];
    assert_eq!(scripted.queries(), expected);
    assert_eq!(started.elapsed(), Duration::from_secs(1));
}

#[tokio::test(start_paused = true)]
async fn temporary_failures_are_repeated_with_growing_delays() {
    let mut responses = vec![None; 10];
    responses.push(response(502, &json!("<html>"), None));
    responses.push(page("c1", &[1]));
    let (scripted, events) = Scripted::follow(responses, after("c0"));
    let started = Instant::now();
    assert_eq!(take(events, 1).await, pairs([("e1", "c1")]));
    assert!(scripted.queries().iter().all(|query| query == "after=c0&wait=20"));
    // 1, 2, 4, 8 and 16 s, and then 30 s, each at least by half.
    let elapsed = started.elapsed().as_secs();
    assert!((105..=211).contains(&elapsed), "{elapsed} s");
}

#[tokio::test(start_paused = true)]
async fn requested_delay_is_kept_up_to_ten_minutes() {
    for (requested, expected) in [(40, 40), (u64::MAX, 600)] {
        let responses = vec![
            failure(429, "too_many_requests", true, Some(requested)),
            page("c1", &[1]),
        ];
        let (_, events) = Scripted::follow(responses, after("c0"));
        let started = Instant::now();
        take(events, 1).await;
        assert_eq!(started.elapsed(), Duration::from_secs(expected));
    }
}

#[tokio::test(start_paused = true)]
async fn service_that_does_not_wait_gets_a_request_per_second() {
    let mut responses = vec![page("c0", &[]); 50];
    responses.push(page("c1", &[1]));
    let (_, events) = Scripted::follow(responses, after("c0"));
    let started = Instant::now();
    take(events, 1).await;
    assert_eq!(started.elapsed(), Duration::from_secs(50));
}

#[tokio::test(start_paused = true)]
async fn other_errors_are_the_last_item() {
    let (_, events) = Scripted::follow(
        vec![page("c1", &[1]), failure(403, "insufficient_permission", false, None)],
        after("c0"),
    );
    let items: Vec<_> = events.collect().await;
    assert_eq!(items.len(), 2);
    let error = items.into_iter().nth(1).unwrap().unwrap_err();
    assert!(error.is(ErrorCode::InsufficientPermission), "{error}");
    let (_, events) = Scripted::follow(vec![page("c0", &[1])], after("c0"));
    let items: Vec<_> = events.collect().await;
    assert!(
        matches!(&*items, [Err(CallError::Undocumented { status: 200, .. })]),
        "{items:?}"
    );
}
