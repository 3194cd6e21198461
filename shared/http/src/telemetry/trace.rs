//! Completed requests for a tracing system.
//!
//! Like a log line, a trace contains only data of the service.

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

/// The receiver of completed requests.
pub trait TraceSink: Send + Sync {
    /// Receives a completed request. The receiver must not block: the response is sent afterwards.
    fn record(&self, request: RequestTrace);
}

/// The receiver of this process.
static SINK: OnceLock<Box<dyn TraceSink>> = OnceLock::new();

/// Sets the receiver of completed requests, before the log is initialised. A second call has no effect.
pub fn set_trace_sink(sink: Box<dyn TraceSink>) {
    // As with the log, the first receiver serves as well.
    let _ = SINK.set(sink);
}

/// Returns the receiver of traces, if any.
pub(super) fn sink() -> Option<&'static dyn TraceSink> {
    SINK.get().map(AsRef::as_ref)
}
