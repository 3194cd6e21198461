//! Logging: a JSON line per request on Lambda, a plain line locally.
//!
//! A line contains only data of the service: ids, the route pattern, status, error code, duration, and the calls to
//! upstreams, and never a header, a body, a query, or the requested path.
//!
//! - `record`: the facts about the current request.
//! - `facts`: events of the adapters become facts of the request ([`wallet_core::observation`]).
//! - `line`: a JSON line.
//! - `forms`: the two forms of the log.
//! - `metrics`: metrics in CloudWatch's embedded format.
//! - `trace`: completed requests and facts for a tracing system and for metrics.

mod facts;
mod forms;
mod line;
mod metrics;
mod record;
mod trace;

pub use trace::{CallTrace, Fact, RequestTrace, TraceSink, set_trace_sinks};

pub(crate) use record::{Note, TokenSource, record_route, record_token};

use crate::env::{self, EnvError};
use facts::FactLayer;
use forms::{JsonLines, WithRequestId};
use metrics::MetricFormat;
use std::str::FromStr;
use tracing::level_filters::LevelFilter;
use tracing::{Metadata, Subscriber};
use tracing_subscriber::filter::{FilterExt, Targets, filter_fn};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::fmt::format::{Compact, Format};
use tracing_subscriber::layer::{Filter, Layer, SubscriberExt};
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Registry, fmt};
use wallet_core::observation::FACTS;

/// The variable of the log filter, in the syntax of [`Targets`]; `info` if the variable is not set.
pub const LOG_VARIABLE: &str = "WALLET_CLOUD_LOG";

/// The variable of the metrics: `emf` adds metrics in CloudWatch's embedded format to the log, `none`, the default,
/// does not.
pub const METRICS_VARIABLE: &str = "WALLET_CLOUD_METRICS";

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
fn filter(default: &str) -> Result<impl Filter<Registry> + use<>, EnvError> {
    let setting = |name: &str| env::var(name).or_else(|| Some(default.to_owned()));
    let filter = env::parsed::<LogFilter>(LOG_VARIABLE, setting)?;
    Ok(limited(filter.map_or_else(Targets::new, |LogFilter(targets)| targets)))
}

/// A log filter, with a level in each directive. An `EnvFilter` would also select spans, of which this log has none, and link
/// regular expressions with all their tables of Unicode.
struct LogFilter(Targets);

impl FromStr for LogFilter {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        // A word alone would be a target: `inf` would log nothing.
        let has_level = |part: &str| part.contains('=') || part.trim().parse::<LevelFilter>().is_ok();
        let filter = text.parse().ok().filter(|_| text.split(',').all(has_level));
        filter
            .map(Self)
            .ok_or("expected levels and target=level, separated by commas: info,wallet_upstream=debug")
    }
}

fn limited(filter: Targets) -> impl Filter<Registry> {
    filter.and(filter_fn(is_within_limit))
}

fn is_within_limit(metadata: &Metadata<'_>) -> bool {
    let target = metadata.target();
    let is_ours = || OUR_PACKAGES.iter().any(|name| target.starts_with(name));
    !is_fact(metadata) && (*metadata.level() <= MAX_FOREIGN_LEVEL || is_ours())
}

fn is_fact(metadata: &Metadata<'_>) -> bool {
    metadata.target().starts_with(FACTS)
}

/// Installs a subscriber that writes JSON lines to standard output for the Lambda log collector, with the metrics of
/// [`METRICS_VARIABLE`].
///
/// Fails if either of the two variables is invalid.
pub fn init_json() -> Result<(), EnvError> {
    let metrics = env::parsed(METRICS_VARIABLE, env::var)?.unwrap_or(MetricFormat::None);
    let lines = JsonLines::new(std::io::stdout, metrics).with_filter(filter("info")?);
    // A second call (in tests) finds a subscriber already installed, which serves as well.
    let _ = tracing_subscriber::registry()
        .with(lines)
        .with(FactLayer.with_filter(filter_fn(is_fact)))
        .try_init();
    Ok(())
}

/// Returns the layer that writes plain lines: the time first, and the id of the request last.
fn plain_layer<S, W>(writer: W) -> fmt::Layer<S, WithRequestId, Format<Compact>, W>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    W: for<'a> MakeWriter<'a> + 'static,
{
    fmt::layer()
        .event_format(fmt::format().compact().with_target(false))
        .fmt_fields(WithRequestId)
        .with_writer(writer)
}

/// Installs a subscriber that writes plain lines to standard error for a terminal; `default` is the filter if none is
/// set. Fails if the filter is invalid.
pub fn init_plain(default: &str) -> Result<(), EnvError> {
    let lines = plain_layer(std::io::stderr).with_filter(filter(default)?);
    // The plain lines have no facts, but traces do.
    let facts = (!trace::sinks().is_empty()).then(|| FactLayer.with_filter(filter_fn(is_fact)));
    // A second call (in tests) finds a subscriber already installed, which serves as well.
    let _ = tracing_subscriber::registry().with(lines).with(facts).try_init();
    Ok(())
}

#[cfg(test)]
mod tests;
