//! Completed requests and facts for a tracing system and for metrics.
//!
//! Like a log line, they contain only data of the service.

use std::sync::OnceLock;
use std::time::SystemTime;

/// A completed request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestTrace {
    /// The id that the response has too.
    pub request_id: String,
    /// The HTTP method, `_OTHER` for a non-standard method.
    pub method: &'static str,
    /// The pattern of the route, `(none)` if no route matched.
    pub route: String,
    /// The HTTP status.
    pub status: u16,
    /// The error code of the response.
    pub code: Option<&'static str>,
    /// The time of the request.
    pub start: SystemTime,
    /// The time of the response.
    pub end: SystemTime,
    /// The calls to upstreams, in the order of their ends.
    pub calls: Vec<CallTrace>,
}

/// A completed call to an upstream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallTrace {
    /// The protocol: `blockbook`.
    pub kind: String,
    /// The chain: `btc`.
    pub chain: String,
    /// The host of the upstream.
    pub host: String,
    /// The name of a [`wallet_core::observation::CallOutcome`].
    pub outcome: String,
    /// The time of the call.
    pub start: SystemTime,
    /// The time at which the call ended.
    pub end: SystemTime,
}

/// A fact with the fields of [`wallet_core::observation`]. A field that the target does not have is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fact {
    /// The target.
    pub target: &'static str,
    /// The protocol of an upstream, or the kind of a delivery.
    pub kind: String,
    /// The chain.
    pub chain: String,
    /// The host of an upstream.
    pub host: String,
    /// The outcome.
    pub outcome: String,
    /// The state of the circuit breaker of an upstream: `open` or `closed`.
    pub breaker: String,
    /// The duration of a call.
    pub microseconds: u64,
    /// The blocks from the position of a loop to the head.
    pub behind: u64,
}

/// A receiver of completed requests and facts, which must not block: the caller continues afterwards.
pub trait TraceSink: Send + Sync {
    /// Receives a completed request, before the response is sent.
    fn record(&self, request: &RequestTrace);

    /// Receives a fact, also of a task without a request.
    fn record_fact(&self, _fact: &Fact) {}
}

/// The receivers of this process.
static SINKS: OnceLock<Vec<Box<dyn TraceSink>>> = OnceLock::new();

/// Sets the receivers of this process, before the log is initialised. A second call has no effect.
pub fn set_trace_sinks(sinks: Vec<Box<dyn TraceSink>>) {
    // As with the log, the first receivers serve as well.
    let _ = SINKS.set(sinks);
}

/// Returns the receivers of this process.
pub(super) fn sinks() -> &'static [Box<dyn TraceSink>] {
    SINKS.get().map_or(&[], Vec::as_slice)
}
