//! The facts about the current request.

use super::line::{Line, now};
use super::trace::{self, CallTrace, RequestTrace};
use crate::request_id::RequestId;
use axum::extract::{MatchedPath, Request};
use http::{HeaderMap, StatusCode};
use sha2::{Digest, Sha256};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use wallet_core::auth::Subject;

/// The header with the trace id of AWS X-Ray.
const TRACE_HEADER: &str = "x-amzn-trace-id";

/// The maximum number of upstream calls that are recorded singly, for the count of rounds and for traces.
const MAX_CALLS: usize = 256;

/// The target of the line of a completed request.
pub(super) const REQUEST: &str = "wallet_http::request";

tokio::task_local! {
    /// The request that the current task serves.
    static CURRENT: Arc<Record>;
}

/// The facts about a request that are known before the response.
#[derive(Debug)]
pub(super) struct Record {
    pub(super) id: RequestId,
    trace: Option<String>,
    facts: Mutex<Facts>,
}

/// The facts that are added while a request is served.
#[derive(Debug, Default)]
pub(super) struct Facts {
    route: Option<MatchedPath>,
    caller: Option<Caller>,
    pub(super) token: Option<TokenSource>,
    pub(super) upstreams: Vec<Upstream>,
    pub(super) calls: Vec<Call>,
    pub(super) broadcast: Option<String>,
}

/// The calls of a request to the same upstream.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Upstream {
    pub(super) kind: String,
    pub(super) chain: String,
    pub(super) host: String,
    pub(super) breaker: String,
    pub(super) calls: u32,
    pub(super) failures: u32,
    pub(super) throttled: u32,
    pub(super) microseconds: Vec<u64>,
}

/// A call to an upstream.
#[derive(Clone, Debug)]
pub(super) struct Call {
    /// The index of the upstream.
    pub(super) upstream: usize,
    pub(super) outcome: String,
    pub(super) start: Instant,
    pub(super) end: Instant,
}

impl Upstream {
    /// Adds the figures of a further call.
    pub(super) fn add(&mut self, call: Self) {
        self.calls += call.calls;
        self.failures += call.failures;
        self.throttled += call.throttled;
        self.breaker = call.breaker;
        self.microseconds.extend(call.microseconds);
    }

    /// Returns the entry of the log line.
    pub(super) fn summary(&self) -> serde_json::Value {
        serde_json::json!({
            "kind": self.kind,
            "chain": self.chain,
            "host": self.host,
            "calls": self.calls,
            "failures": self.failures,
            "breaker": self.breaker,
            "milliseconds": self.microseconds.iter().sum::<u64>() / 1000,
        })
    }
}

/// Returns the length of the longest sequence of calls that did not overlap: 1 for calls in parallel.
pub(super) fn rounds(calls: &[Call]) -> usize {
    let mut by_end: Vec<&Call> = calls.iter().collect();
    by_end.sort_by_key(|call| call.end);
    let mut last: Option<Instant> = None;
    let mut count = 0;
    for call in by_end {
        if last.is_none_or(|last| call.start >= last) {
            last = Some(call.end);
            count += 1;
        }
    }
    count
}

/// The holder of the token.
#[derive(Debug)]
struct Caller {
    /// The first 16 hex digits of the subject's SHA-256: enough to correlate requests, not to identify the subject.
    subject: String,
    /// The merchant's id, if the caller is a merchant's back end.
    merchant: Option<String>,
}

/// The verification of the token of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenSource {
    /// The same token was verified before.
    Cache,
    /// The signature of the token was verified now.
    Signature,
}

impl Record {
    fn of(request: &Request, id: RequestId) -> Self {
        Self {
            id,
            trace: trace_id(request.headers()),
            facts: Mutex::default(),
        }
    }

    pub(super) fn facts(&self) -> MutexGuard<'_, Facts> {
        self.facts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds the facts to a log line.
    pub(super) fn write(&self, line: &mut Line) {
        let facts = self.facts();
        line.field("requestId", self.id.as_str());
        if let Some(trace) = &self.trace {
            line.field("traceId", trace.as_str());
        }
        if let Some(merchant) = facts.caller.as_ref().and_then(|caller| caller.merchant.as_ref()) {
            line.field("merchant", merchant.as_str());
        }
        if !facts.upstreams.is_empty() {
            line.field("rounds", &rounds(&facts.calls));
            line.field(
                "upstreams",
                &facts.upstreams.iter().map(Upstream::summary).collect::<Vec<_>>(),
            );
        }
        if let Some(broadcast) = &facts.broadcast {
            line.field("broadcast", broadcast.as_str());
        }
    }
}

impl Facts {
    fn route_and_subject(&self) -> (Option<MatchedPath>, Option<String>) {
        let subject = self.caller.as_ref().map(|caller| caller.subject.clone());
        (self.route.clone(), subject)
    }

    /// Adds a call to an upstream that ended now.
    pub(super) fn add_call(&mut self, call: Upstream, outcome: String, elapsed: Duration) {
        let same = |known: &Upstream| known.host == call.host && known.chain == call.chain;
        let known = self.upstreams.iter().position(same);
        if let Some(index) = known {
            self.upstreams[index].add(call);
        } else {
            self.upstreams.push(call);
        }
        if self.calls.len() < MAX_CALLS {
            let end = Instant::now();
            self.calls.push(Call {
                upstream: known.unwrap_or(self.upstreams.len() - 1),
                outcome,
                start: end.checked_sub(elapsed).unwrap_or(end),
                end,
            });
        }
    }

    /// Returns the calls for a trace.
    fn traces(&self) -> Vec<CallTrace> {
        let reached = now();
        let time = |instant: Instant| reached.checked_sub(instant.elapsed()).unwrap_or(reached);
        let trace = |call: &Call| {
            let upstream = &self.upstreams[call.upstream];
            CallTrace {
                kind: upstream.kind.clone(),
                chain: upstream.chain.clone(),
                host: upstream.host.clone(),
                outcome: call.outcome.clone(),
                start: time(call.start),
                end: time(call.end),
            }
        };
        self.calls.iter().map(trace).collect()
    }
}

/// Returns the trace id that API Gateway sets: `Root=1-5759e988-bd862e3fe1be46a994272793`, possibly followed by more
/// fields. Values of a different form are dropped, since a client may send the header too.
fn trace_id(headers: &HeaderMap) -> Option<String> {
    let value = headers.get(TRACE_HEADER)?.to_str().ok()?;
    let root = value.split(';').find_map(|field| field.trim().strip_prefix("Root="))?;
    let is_hex = |text: &str, length| text.len() == length && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let mut parts = root.split('-');
    let valid = parts.next() == Some("1")
        && parts.next().is_some_and(|time| is_hex(time, 8))
        && parts.next().is_some_and(|random| is_hex(random, 24))
        && parts.next().is_none();
    valid.then(|| root.to_owned())
}

/// Returns the record of the request that the current task serves.
pub(super) fn current<T>(with: impl FnOnce(&Record) -> T) -> Option<T> {
    CURRENT.try_with(|record| with(record)).ok()
}

/// Records the pattern of the route of the current request.
pub(crate) fn record_route(route: &MatchedPath) {
    current(|record| record.facts().route = Some(route.clone()));
}

/// Records the holder of the token of the current request.
pub(crate) fn record_token(subject: &Subject, source: TokenSource) {
    current(|record| {
        let caller = Caller {
            subject: hex::encode(&Sha256::digest(subject.to_string())[..8]),
            merchant: match subject {
                Subject::Merchant(id) => Some(id.to_string()),
                Subject::Account(_) => None,
            },
        };
        let mut facts = record.facts();
        facts.caller = Some(caller);
        facts.token = Some(source);
    });
}

/// Returns the name of a method of RFC 9110 or RFC 5789, and `_OTHER` for the text of a client.
fn method_name(method: &http::Method) -> &'static str {
    const NAMES: [&str; 9] = [
        "GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH",
    ];
    let known = NAMES.into_iter().find(|name| *name == method.as_str());
    known.unwrap_or("_OTHER")
}

/// The log line of a request.
#[derive(Clone, Debug)]
pub(crate) struct Note {
    method: &'static str,
    record: Arc<Record>,
}

impl Note {
    /// Creates the note of a request.
    pub(crate) fn of(request: &Request, id: RequestId) -> Self {
        Self {
            method: method_name(request.method()),
            record: Arc::new(Record::of(request, id)),
        }
    }

    /// Runs the request so that facts are added to the record.
    pub(crate) fn observe<F: Future>(&self, request: F) -> impl Future<Output = F::Output> {
        CURRENT.scope(Arc::clone(&self.record), request)
    }

    /// Writes the log line, and passes the request to the receivers of the process.
    pub(crate) fn log(&self, status: StatusCode, code: Option<&'static str>, elapsed: Duration) {
        let (route, subject) = self.record.facts().route_and_subject();
        CURRENT.sync_scope(Arc::clone(&self.record), || {
            tracing::info!(
                target: REQUEST,
                method = self.method,
                route = route.as_ref().map_or("(none)", MatchedPath::as_str),
                status = status.as_u16(),
                code = code.unwrap_or("-"),
                milliseconds = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX),
                subject = subject.as_deref().unwrap_or("-"),
                "request completed"
            );
        });
        let sinks = trace::sinks();
        if sinks.is_empty() {
            return;
        }
        let end = now();
        let request = RequestTrace {
            request_id: self.record.id.as_str().to_owned(),
            method: self.method,
            route: route.as_ref().map_or("(none)", MatchedPath::as_str).to_owned(),
            status: status.as_u16(),
            code,
            start: end.checked_sub(elapsed).unwrap_or(end),
            end,
            calls: self.record.facts().traces(),
        };
        for sink in sinks {
            sink.record(&request);
        }
    }
}
