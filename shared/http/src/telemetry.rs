//! Logging: one JSON line per request on Lambda, one plain line locally.
//!
//! A line contains only data of the service: ids, the route pattern, status, error code and duration.
//! It never contains a header, a body, a query, or the requested path.

use axum::extract::{MatchedPath, Request};
use http::StatusCode;
use sha2::{Digest, Sha256};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tracing::Metadata;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::{FilterExt, filter_fn};
use tracing_subscriber::layer::{Filter, Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Registry, fmt};

/// The variable of the log filter, in `tracing-subscriber` syntax; `info` if it is not set.
pub const LOG_VARIABLE: &str = "WALLET_CLOUD_LOG";

/// The maximum level of packages that are not ours. At `debug` and `trace` the Lambda runtime and the AWS SDK log whole
/// requests and responses: passwords, tokens, merchant keys and password hashes.
const MAX_FOREIGN_LEVEL: LevelFilter = LevelFilter::INFO;

/// The first words of our packages' names. The targets of `tracing` begin with the package's name.
const OUR_PACKAGES: [&str; 5] = [
    "wallet_",
    "authorization",
    "address_info_",
    "asset_info",
    "blockchain_connector_",
];

/// Returns the filter of the environment, limited to [`MAX_FOREIGN_LEVEL`] for packages that are not ours.
fn filter(default: &str) -> impl Filter<Registry> + use<> {
    let directives = crate::env::var(LOG_VARIABLE);
    let configured = directives.and_then(|directives| EnvFilter::try_new(directives).ok());
    limited(configured.unwrap_or_else(|| EnvFilter::new(default)))
}

fn limited(filter: EnvFilter) -> impl Filter<Registry> {
    filter.and(filter_fn(is_within_limit))
}

fn is_within_limit(metadata: &Metadata<'_>) -> bool {
    let target = metadata.target();
    *metadata.level() <= MAX_FOREIGN_LEVEL || OUR_PACKAGES.iter().any(|name| target.starts_with(name))
}

/// Installs a subscriber that writes JSON lines to standard output for the Lambda log collector.
pub fn init_json() {
    init_json_with("info");
}

/// Installs a subscriber that writes JSON lines to standard output; `default` is the filter if none is set.
pub fn init_json_with(default: &str) {
    let lines = fmt::layer().json().flatten_event(true).with_filter(filter(default));
    // A second call (in tests) finds a subscriber already installed, which serves as well.
    let _ = tracing_subscriber::registry().with(lines).try_init();
}

/// Installs a subscriber that writes plain lines to standard error for a terminal; `default` is the filter if none is
/// set.
pub fn init_plain(default: &str) {
    let lines = fmt::layer()
        .compact()
        .with_target(false)
        .with_writer(std::io::stderr)
        .with_filter(filter(default));
    // A second call (in tests) finds a subscriber already installed, which serves as well.
    let _ = tracing_subscriber::registry().with(lines).try_init();
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use std::sync::Mutex;
    use tracing_subscriber::fmt::MakeWriter;

    /// Lines written to memory.
    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<u8>>>);

    impl Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    impl<'a> MakeWriter<'a> for Lines {
        type Writer = Self;

        fn make_writer(&'a self) -> Self {
            self.clone()
        }
    }

    #[test]
    fn foreign_targets_are_limited_to_info_by_every_filter() {
        for directives in [
            "trace",
            "lambda_runtime=trace,aws_smithy_runtime=debug,wallet_http=trace",
        ] {
            let lines = Lines::default();
            let layer = fmt::layer().with_writer(lines.clone());
            let layer = layer.with_filter(limited(EnvFilter::new(directives)));
            tracing::subscriber::with_default(tracing_subscriber::registry().with(layer), || {
                tracing::trace!(target: "lambda_runtime::layers", "foreign event");
                tracing::debug!(target: "aws_smithy_runtime::client", "foreign event");
                tracing::info!(target: "lambda_runtime", "foreign information");
                tracing::trace!(target: "wallet_http::telemetry", "own event");
            });
            let written = String::from_utf8(lines.0.lock().unwrap().clone()).unwrap();
            assert!(!written.contains("foreign event"), "{directives}: {written}");
            assert!(written.contains("foreign information"), "{directives}: {written}");
            assert!(written.contains("own event"), "{directives}: {written}");
        }
    }
}
