//! Logging: one JSON line per request on Lambda, one plain line locally.
//!
//! A line contains only data of the service: ids, the route pattern, status, error code and duration.
//! It never contains a header, a body, a query, or the requested path.

use axum::extract::{MatchedPath, Request};
use http::StatusCode;
use sha2::{Digest, Sha256};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tracing_subscriber::EnvFilter;

/// The variable of the log filter, in `tracing-subscriber` syntax; `info` if it is not set.
pub const LOG_VARIABLE: &str = "WALLET_CLOUD_LOG";

fn filter(default: &str) -> EnvFilter {
    let directives = crate::env::var(LOG_VARIABLE);
    let configured = directives.and_then(|directives| EnvFilter::try_new(directives).ok());
    configured.unwrap_or_else(|| EnvFilter::new(default))
}

/// Installs a subscriber that writes JSON lines to standard output for the Lambda log collector.
pub fn init_json() {
    // A second call (in tests) finds a subscriber already installed, which serves as well.
    let _ = tracing_subscriber::fmt()
        .json()
        .flatten_event(true)
        .with_env_filter(filter("info"))
        .try_init();
}

/// Installs a subscriber that writes plain lines to standard error for a terminal; `default` is the filter if none is
/// set.
pub fn init_plain(default: &str) {
    // A second call (in tests) finds a subscriber already installed, which serves as well.
    let _ = tracing_subscriber::fmt()
        .compact()
        .with_target(false)
        .with_writer(std::io::stderr)
        .with_env_filter(filter(default))
        .try_init();
}

/// The fields of a request's log line besides status and duration.
#[derive(Clone, Debug)]
pub(crate) struct Note {
    method: http::Method,
    route: String,
    subject: Arc<OnceLock<String>>,
}

/// The slot in which the bearer extractor stores the subject for the log line.
#[derive(Clone, Debug)]
pub(crate) struct SubjectSlot(Arc<OnceLock<String>>);

impl SubjectSlot {
    /// Stores the first 16 hex digits of the subject's SHA-256: enough to correlate requests, not to identify the
    /// subject.
    pub(crate) fn fill(&self, subject: &str) {
        let short = hex::encode(&Sha256::digest(subject.as_bytes())[..8]);
        // Set once per request; a second bearer check would only repeat it.
        let _ = self.0.set(short);
    }
}

impl Note {
    /// Creates a note and inserts the subject slot into the request.
    pub(crate) fn of(request: &mut Request) -> Self {
        let route = request
            .extensions()
            .get::<MatchedPath>()
            .map_or("(none)", MatchedPath::as_str)
            .to_owned();
        let subject = Arc::new(OnceLock::new());
        request.extensions_mut().insert(SubjectSlot(Arc::clone(&subject)));
        Self {
            method: request.method().clone(),
            route,
            subject,
        }
    }

    /// Writes the log line.
    pub(crate) fn log(&self, status: StatusCode, code: Option<&'static str>, elapsed: Duration) {
        tracing::info!(
            method = %self.method,
            route = %self.route,
            status = status.as_u16(),
            code = code.unwrap_or("-"),
            milliseconds = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX),
            subject = self.subject.get().map_or("-", String::as_str),
            "request completed"
        );
    }
}
