//! Logs: one JSON line per request on Lambda, one plain line locally.
//!
//! A line holds what we wrote ourselves: ids, the route's pattern, status, code and time.
//! It never holds a header, a body, a query, or the caller's own path.

use axum::extract::{MatchedPath, Request};
use http::StatusCode;
use sha2::{Digest, Sha256};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tracing_subscriber::EnvFilter;

/// The variable with the log filter, in `tracing-subscriber`'s syntax; `info` when it is not set.
pub const LOG_VARIABLE: &str = "WALLET_CLOUD_LOG";

fn filter(default: &str) -> EnvFilter {
    let wanted = crate::env::var(LOG_VARIABLE);
    let wanted = wanted.and_then(|wanted| EnvFilter::try_new(wanted).ok());
    wanted.unwrap_or_else(|| EnvFilter::new(default))
}

/// Writes JSON lines to standard output, for the log collector of Lambda.
pub fn init_json() {
    // A second call (tests) finds a subscriber in place, which is as good.
    let _ = tracing_subscriber::fmt()
        .json()
        .flatten_event(true)
        .with_env_filter(filter("info"))
        .try_init();
}

/// Writes plain lines to standard error, for a person at a terminal; `default` is the filter when none is set.
pub fn init_plain(default: &str) {
    // A second call (tests) finds a subscriber in place, which is as good.
    let _ = tracing_subscriber::fmt()
        .compact()
        .with_target(false)
        .with_writer(std::io::stderr)
        .with_env_filter(filter(default))
        .try_init();
}

/// What the log line of a request will say besides status and time.
#[derive(Clone, Debug)]
pub(crate) struct Note {
    method: http::Method,
    route: String,
    subject: Arc<OnceLock<String>>,
}

/// Where the bearer extractor leaves the subject for the log line.
#[derive(Clone, Debug)]
pub(crate) struct SubjectSlot(Arc<OnceLock<String>>);

impl SubjectSlot {
    /// Leaves the first 16 hex digits of the subject's SHA-256: enough to follow one, not to name one.
    pub(crate) fn fill(&self, subject: &str) {
        let short = hex::encode(&Sha256::digest(subject.as_bytes())[..8]);
        // Set once per request; a second bearer check would only repeat it.
        let _ = self.0.set(short);
    }
}

impl Note {
    /// Begins a note and puts the slot for the subject into the request.
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

    /// Writes the line.
    pub(crate) fn log(&self, status: StatusCode, code: Option<&'static str>, elapsed: Duration) {
        tracing::info!(
            method = %self.method,
            route = %self.route,
            status = status.as_u16(),
            code = code.unwrap_or("-"),
            milliseconds = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX),
            subject = self.subject.get().map_or("-", String::as_str),
            "answered"
        );
    }
}
