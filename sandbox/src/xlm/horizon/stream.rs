//! Streams of server-sent events: a GET with `Accept: text/event-stream` repeats the request after every ledger and
//! sends the new records.
//!
//! Events, order and headers are as in Horizon: `open` with "hello", one event per record with the paging token
//! as id, and `close` with "byebye" after `limit` records or after [`LIFETIME`]. A client continues by
//! `Last-Event-ID` or `cursor` (docs/decisions/local.md#horizon-of-the-sandbox).

use super::problem::Problem;
use super::view;
use crate::xlm::node::Node;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures::stream;
use serde_json::Value;
use std::convert::Infallible;
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::Instant;

/// The time after which a stream ends; the default of Horizon's `CONNECTION_TIMEOUT`.
const LIFETIME: Duration = Duration::from_secs(55);
/// The maximum number of streams at the same time.
pub const MAX_STREAMS: usize = 100;
/// The number of events of an object, and the default number of events of a list.
const DEFAULT_EVENTS: usize = 10;
/// The maximum size of a repeated response in bytes.
const MAX_RESPONSE: usize = 32 << 20;

const HELLO: &str = "retry: 1000\nevent: open\ndata: \"hello\"\n\n";
/// The last event. Clients reconnect after ten milliseconds.
const BYEBYE: &str = "retry: 10\nevent: close\ndata: \"byebye\"\n\n";

/// The resources of all streams.
#[derive(Clone)]
pub struct Streams {
    node: Arc<Node>,
    free: Arc<Semaphore>,
}

impl Streams {
    /// Allows [`MAX_STREAMS`] streams of a node.
    pub fn new(node: Arc<Node>) -> Self {
        Self {
            node,
            free: Arc::new(Semaphore::new(MAX_STREAMS)),
        }
    }
}

/// Streams the response of a route that supports streams, if the request accepts events.
pub async fn serve(State(streams): State<Streams>, request: Request, next: Next) -> Response {
    if !accepts_events(request.headers()) {
        return next.run(request).await;
    }
    let Ok(permit) = streams.free.try_acquire_owned() else {
        return Problem::too_many_streams().into_response();
    };
    let mut ledgers = streams.node.ledgers();
    let tip = *ledgers.borrow_and_update();
    let mut source = Source::new(request, next, tip);
    let first = match source.events().await {
        Ok(events) => events,
        Err(response) => return response,
    };
    let mut feed = Feed {
        left: source.limit,
        source,
        ledgers,
        ends_at: Instant::now() + LIFETIME,
        ready: HELLO.to_owned(),
        is_done: false,
        _permit: permit,
    };
    feed.add(&first);
    let headers = [
        (header::CONTENT_TYPE, "text/event-stream; charset=utf-8"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (headers, Body::from_stream(stream::unfold(feed, Feed::next))).into_response()
}

/// Rejects events on a route that has no stream.
pub async fn reject(request: Request, next: Next) -> Response {
    if accepts_events(request.headers()) {
        return Problem::not_acceptable().into_response();
    }
    next.run(request).await
}

/// Returns true if events are the preferred type of the response.
fn accepts_events(headers: &HeaderMap) -> bool {
    let accept = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok());
    let first = accept.and_then(|accept| accept.split([',', ';']).next());
    first.is_some_and(|kind| kind.trim().eq_ignore_ascii_case("text/event-stream"))
}

/// A request that is repeated from the last record on.
struct Source {
    parts: Parts,
    next: Next,
    cursor: Option<String>,
    limit: usize,
    /// The latest state of an object.
    last: Option<Value>,
}

/// An event: the id of a list's record, and the data.
type Event = (Option<String>, Value);

impl Source {
    fn new(request: Request, next: Next, tip: u32) -> Self {
        let (mut parts, _) = request.into_parts();
        let last_event = parts.headers.remove("last-event-id");
        let last_event = last_event.and_then(|id| id.to_str().ok().map(view::escaped));
        let cursor = last_event.or_else(|| parameter(&parts.uri, "cursor").map(ToOwned::to_owned));
        let cursor = cursor.map(|cursor| match cursor.as_str() {
            "now" => view::end_of(tip).to_string(),
            _ => cursor,
        });
        parts
            .headers
            .insert(header::ACCEPT, HeaderValue::from_static("application/json"));
        let limit = parameter(&parts.uri, "limit").and_then(|limit| limit.parse().ok());
        Self {
            limit: limit.unwrap_or(DEFAULT_EVENTS),
            parts,
            next,
            cursor,
            last: None,
        }
    }

    /// Returns the records after the last record, or the object if changed.
    async fn events(&mut self) -> Result<Vec<Event>, Response> {
        let mut parts = self.parts.clone();
        parts.uri = with_cursor(&parts.uri, self.cursor.as_deref());
        let response = self.next.clone().run(Request::from_parts(parts, Body::empty())).await;
        if response.status() != StatusCode::OK {
            return Err(response);
        }
        let value = document(response).await.map_err(IntoResponse::into_response)?;
        let Some(records) = value["_embedded"]["records"].as_array() else {
            self.limit = DEFAULT_EVENTS;
            if self.last.as_ref() == Some(&value) {
                return Ok(Vec::new());
            }
            self.last = Some(value.clone());
            return Ok(vec![(None, value)]);
        };
        let id = |record: &Value| record["paging_token"].as_str().map(ToOwned::to_owned);
        if let Some(last) = records.last().and_then(id) {
            self.cursor = Some(view::escaped(&last));
        }
        Ok(records.iter().map(|record| (id(record), record.clone())).collect())
    }
}

async fn document(response: Response) -> Result<Value, Problem> {
    let bytes = to_bytes(response.into_body(), MAX_RESPONSE).await;
    serde_json::from_slice(&bytes.map_err(Problem::internal)?).map_err(Problem::internal)
}

/// Returns a parameter of the query as written.
fn parameter<'a>(uri: &'a Uri, name: &str) -> Option<&'a str> {
    let mut pairs = uri.query()?.split('&').filter_map(|pair| pair.split_once('='));
    pairs
        .find(|(key, value)| *key == name && !value.is_empty())
        .map(|(_, value)| value)
}

/// Replaces the cursor of a query.
fn with_cursor(uri: &Uri, cursor: Option<&str>) -> Uri {
    let pairs = uri.query().unwrap_or_default().split('&');
    let mut query: Vec<_> = pairs
        .filter(|pair| !pair.is_empty() && !pair.starts_with("cursor="))
        .map(ToOwned::to_owned)
        .collect();
    query.extend(cursor.map(|cursor| format!("cursor={cursor}")));
    let changed = format!("{}?{}", uri.path(), query.join("&")).parse();
    changed.unwrap_or_else(|_| uri.clone())
}

/// The events of a stream. They are produced as fast as the client reads them.
struct Feed {
    source: Source,
    ledgers: watch::Receiver<u32>,
    ends_at: Instant,
    /// The remaining number of events.
    left: usize,
    /// The events to send.
    ready: String,
    is_done: bool,
    _permit: OwnedSemaphorePermit,
}

impl Feed {
    fn add(&mut self, events: &[Event]) {
        for (id, data) in events.iter().take(self.left) {
            if let Some(id) = id {
                // Writing to a string cannot fail.
                let _ = writeln!(self.ready, "id: {id}");
            }
            let _ = write!(self.ready, "data: {data}\n\n");
        }
        self.left = self.left.saturating_sub(events.len());
        if self.left == 0 {
            self.end();
        }
    }

    fn end(&mut self) {
        self.ready.push_str(BYEBYE);
        self.is_done = true;
    }

    async fn next(mut self) -> Option<(Result<String, Infallible>, Self)> {
        while self.ready.is_empty() {
            if self.is_done {
                return None;
            }
            self.wait().await;
        }
        let ready = std::mem::take(&mut self.ready);
        Some((Ok(ready), self))
    }

    /// Waits for the next ledger and adds the events, or ends the stream.
    async fn wait(&mut self) {
        tokio::select! {
            changed = self.ledgers.changed() => if changed.is_err() { return self.end(); },
            () = tokio::time::sleep_until(self.ends_at) => return self.end(),
        }
        match self.source.events().await {
            Ok(events) => self.add(&events),
            Err(response) => {
                let _ = write!(self.ready, "event: error\ndata: {}\n\n", response.status());
                self.is_done = true;
            }
        }
    }
}
