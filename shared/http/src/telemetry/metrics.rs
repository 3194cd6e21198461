//! Metrics in CloudWatch's embedded format
//! (<https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html>):
//! CloudWatch reads them from the log, so a request makes no call for them.

use super::line::{Line, now};
use super::record::{Record, TokenSource, Upstream};
use serde::Serialize;
use std::str::FromStr;
use std::time::UNIX_EPOCH;

/// The namespace of all metrics.
const NAMESPACE: &str = "WalletCloud";

/// The maximum number of values of a metric in a document.
const MAX_VALUES: usize = 100;

/// The metrics of a log line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MetricFormat {
    /// No metrics.
    None,
    /// CloudWatch's embedded format.
    Embedded,
}

/// The member `_aws` of a document.
#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct Metadata<'a> {
    timestamp: u64,
    cloud_watch_metrics: [Directive<'a>; 1],
}

/// The metrics of a document, and the members that are their dimensions.
#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct Directive<'a> {
    namespace: &'static str,
    dimensions: [&'a [&'static str]; 1],
    metrics: &'a [Definition],
}

/// The name and the unit of a metric.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "PascalCase")]
struct Definition {
    name: &'static str,
    unit: &'static str,
}

const fn count(name: &'static str) -> Definition {
    Definition { name, unit: "Count" }
}

const fn milliseconds(name: &'static str) -> Definition {
    Definition {
        name,
        unit: "Milliseconds",
    }
}

/// The metrics of a request, by service.
const REQUEST: [Definition; 5] = [
    count("Requests"),
    milliseconds("Latency"),
    count("ClientErrors"),
    count("ServerErrors"),
    count("TokenCacheHits"),
];

/// The metrics of the upstreams, by kind and chain.
const UPSTREAM: [Definition; 5] = [
    count("UpstreamCalls"),
    milliseconds("UpstreamLatency"),
    count("UpstreamFailures"),
    count("UpstreamThrottled"),
    count("UpstreamBreakerOpen"),
];

/// The metric of broadcasts, by outcome.
const BROADCAST: [Definition; 1] = [count("Broadcasts")];

/// The fields of a completed request that the metrics need.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct CompletedRequest {
    pub(super) service: String,
    pub(super) status: u64,
    /// True if the operator did not configure the requested network.
    pub(super) is_not_configured: bool,
    pub(super) milliseconds: u64,
}

impl FromStr for MetricFormat {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "emf" => Ok(Self::Embedded),
            "none" => Ok(Self::None),
            _ => Err("expected emf or none"),
        }
    }
}

impl MetricFormat {
    /// Adds the metrics of a request to the line, and returns further lines with the metrics of the upstreams.
    pub(super) fn write(self, request: &CompletedRequest, record: &Record, line: &mut Line) -> Vec<u8> {
        if self == Self::None {
            return Vec::new();
        }
        let facts = record.facts();
        line.field("service", &request.service);
        line.field("Requests", &1);
        line.field("Latency", &request.milliseconds);
        line.field("ClientErrors", &u8::from((400..500).contains(&request.status)));
        let is_failure = request.status >= 500 && !request.is_not_configured;
        line.field("ServerErrors", &u8::from(is_failure));
        line.field("TokenCacheHits", &u8::from(facts.token == Some(TokenSource::Cache)));
        declare(line, &["service"], &REQUEST);
        let mut lines: Vec<u8> = facts.upstreams.iter().flat_map(upstream).collect();
        if let Some(outcome) = &facts.broadcast {
            let mut line = Line::now();
            line.field("outcome", outcome);
            line.field("Broadcasts", &1);
            declare(&mut line, &["outcome"], &BROADCAST);
            lines.extend(line.end());
        }
        lines
    }
}

/// Returns the line with the metrics of the calls to an upstream.
fn upstream(upstream: &Upstream) -> Vec<u8> {
    let latencies = upstream.microseconds.iter().take(MAX_VALUES).map(|time| time / 1000);
    let mut line = Line::now();
    line.field("kind", &upstream.kind);
    line.field("chain", &upstream.chain);
    line.field("UpstreamCalls", &upstream.calls);
    line.field("UpstreamLatency", &latencies.collect::<Vec<_>>());
    line.field("UpstreamFailures", &upstream.failures);
    line.field("UpstreamThrottled", &upstream.throttled);
    line.field("UpstreamBreakerOpen", &u8::from(upstream.breaker == "open"));
    declare(&mut line, &["kind", "chain"], &UPSTREAM);
    line.end()
}

/// Adds the member that declares the metrics of a line.
fn declare(line: &mut Line, dimensions: &[&'static str], metrics: &[Definition]) {
    let now = now().duration_since(UNIX_EPOCH).unwrap_or_default();
    line.field(
        "_aws",
        &Metadata {
            timestamp: u64::try_from(now.as_millis()).unwrap_or(u64::MAX),
            cloud_watch_metrics: [Directive {
                namespace: NAMESPACE,
                dimensions: [dimensions],
                metrics,
            }],
        },
    );
}
