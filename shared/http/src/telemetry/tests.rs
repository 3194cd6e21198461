//! Lines of the log as the collectors read them.

use super::*;
use crate::error::ApiError;
use crate::request_id::RequestId;
use axum::body::Body;
use axum::response::IntoResponse;
use http::{HeaderMap, Request, StatusCode};
use serde_json::Value;
use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use wallet_core::observation::{BROADCAST, UPSTREAM_CALL};
use wallet_core::ports::upstream::UpstreamError;

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

impl Lines {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }

    fn json(&self) -> Vec<Value> {
        self.text()
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }
}

/// Runs a request with a handler that emits the facts of two parallel calls, a failed retry, and a broadcast.
async fn log_of_request(metrics: MetricFormat, trace: &str) -> Lines {
    let lines = Lines::default();
    let layer =
        JsonLines::new(lines.clone(), metrics).with_filter(limited(Targets::new().with_default(LevelFilter::INFO)));
    let facts = FactLayer.with_filter(filter_fn(is_fact));
    let guard = tracing::subscriber::set_default(tracing_subscriber::registry().with(layer).with(facts));
    let request = Request::get("/x").header("x-amzn-trace-id", trace).body(Body::empty());
    let id = RequestId::from_headers(&HeaderMap::new());
    let note = Note::of(&request.unwrap(), id);
    note.observe(async {
        for (host, outcome, breaker) in [("a", "ok", "closed"), ("b", "ok", "closed"), ("a", "failed", "open")] {
            tracing::info!(
                target: UPSTREAM_CALL,
                kind = "blockbook", chain = "btc", host, outcome, breaker, microseconds = 7000_u64
            );
        }
        tracing::info!(target: BROADCAST, outcome = "unknown");
        tracing::warn!(host = "a", "upstream attempt failed");
    })
    .await;
    note.log(
        StatusCode::BAD_GATEWAY,
        Some("upstream_error"),
        Duration::from_millis(12),
    );
    drop(guard);
    lines
}

#[test]
fn foreign_targets_are_limited_to_info_by_every_filter() {
    for directives in [
        "trace",
        "lambda_runtime=trace,aws_smithy_runtime=debug,wallet_http=trace",
    ] {
        let lines = Lines::default();
        let layer = JsonLines::new(lines.clone(), MetricFormat::None);
        let layer = layer.with_filter(limited(directives.parse().expect(directives)));
        tracing::subscriber::with_default(tracing_subscriber::registry().with(layer), || {
            tracing::trace!(target: "lambda_runtime::layers", "foreign event");
            tracing::debug!(target: "aws_smithy_runtime::client", "foreign event");
            tracing::info!(target: "lambda_runtime", "foreign information");
            tracing::trace!(target: "wallet_http::telemetry", "own event");
        });
        let written = lines.text();
        assert!(!written.contains("foreign event"), "{directives}: {written}");
        assert!(written.contains("foreign information"), "{directives}: {written}");
        assert!(written.contains("own event"), "{directives}: {written}");
    }
}

#[tokio::test]
async fn line_of_a_request_has_its_facts_and_other_lines_its_id() {
    let trace = "Self=1-x;Root=1-5759e988-bd862e3fe1be46a994272793;Sampled=1";
    let [warning, request] = &log_of_request(MetricFormat::None, trace).await.json()[..] else {
        panic!("two lines");
    };
    assert_eq!(warning["level"], "WARN");
    assert_eq!(warning["requestId"], request["requestId"]);
    assert_eq!(request["requestId"].as_str().unwrap().len(), 36);
    assert_eq!(request["message"], "request completed");
    assert_eq!(request["traceId"], "1-5759e988-bd862e3fe1be46a994272793");
    assert_eq!(
        (&request["status"], &request["code"]),
        (&502.into(), &"upstream_error".into())
    );
    assert_eq!(request["milliseconds"], 12);
    assert_eq!(request["broadcast"], "unknown");
    assert_eq!(request["rounds"], 1, "the calls overlap");
    let upstream = &request["upstreams"][0];
    assert_eq!(upstream["host"], "a");
    assert_eq!((&upstream["calls"], &upstream["failures"]), (&2.into(), &1.into()));
    assert_eq!(
        (&upstream["breaker"], &upstream["milliseconds"]),
        (&"open".into(), &14.into())
    );
    assert_eq!(request["upstreams"].as_array().unwrap().len(), 2);
    assert!(request.get("_aws").is_none());
}

#[tokio::test]
async fn plain_line_has_the_id_of_the_request_at_the_end() {
    let lines = Lines::default();
    let layer = plain_layer(lines.clone()).with_ansi(false);
    let guard = tracing::subscriber::set_default(tracing_subscriber::registry().with(layer));
    let note = Note::of(
        &Request::get("/x").body(Body::empty()).unwrap(),
        RequestId::from_headers(&HeaderMap::new()),
    );
    note.observe(async { tracing::warn!(host = "a", "upstream attempt failed") })
        .await;
    tracing::info!("serving");
    drop(guard);
    let text = lines.text();
    let [request, other] = text.lines().collect::<Vec<_>>()[..] else {
        panic!("two lines: {text}");
    };
    let (start, id) = request.rsplit_once(" requestId=").unwrap();
    assert_eq!(id.len(), 36, "{request}");
    assert!(
        start.ends_with(r#" WARN upstream attempt failed host="a""#),
        "{request}"
    );
    // The time, in RFC 3339, is first.
    for line in [request, other] {
        assert!(line.starts_with("20") && line[..20].contains('T'), "{line}");
    }
    assert!(other.ends_with(" INFO serving"), "{other}");
}

#[tokio::test]
async fn metrics_are_in_the_embedded_format() {
    let lines = log_of_request(MetricFormat::Embedded, "").await.json();
    let [_, request, first, second, broadcast] = &lines[..] else {
        panic!("five lines: {lines:?}");
    };
    for line in [request, first, second, broadcast] {
        let directive = &line["_aws"]["CloudWatchMetrics"][0];
        assert!(line["_aws"]["Timestamp"].as_u64().unwrap() > 1_700_000_000_000);
        assert_eq!(directive["Namespace"], "WalletCloud");
        // Every dimension is a text member, and every metric a number or a list of at most 100 numbers.
        for dimension in directive["Dimensions"][0].as_array().unwrap() {
            assert!(line[dimension.as_str().unwrap()].is_string(), "{line}");
        }
        for metric in directive["Metrics"].as_array().unwrap() {
            let value = &line[metric["Name"].as_str().unwrap()];
            assert!(
                value.is_number() || value.as_array().unwrap().iter().all(Value::is_number),
                "{line}"
            );
        }
    }
    assert_eq!((&request["Requests"], &request["ServerErrors"]), (&1.into(), &1.into()));
    assert_eq!(first["UpstreamLatency"], serde_json::json!([7, 7]));
    assert_eq!(
        (&first["UpstreamFailures"], &first["UpstreamBreakerOpen"]),
        (&1.into(), &1.into())
    );
    assert_eq!(
        (&second["UpstreamFailures"], &second["chain"]),
        (&0.into(), &"btc".into())
    );
    assert_eq!(
        (&broadcast["outcome"], &broadcast["Broadcasts"]),
        (&"unknown".into(), &1.into())
    );
}

/// A caller can request networks that the operator did not configure: no failure, and no alarm.
#[tokio::test]
async fn response_without_a_configured_network_is_no_server_error() {
    let lines = Lines::default();
    let layer = JsonLines::new(lines.clone(), MetricFormat::Embedded);
    let _guard = tracing::subscriber::set_default(tracing_subscriber::registry().with(layer));
    let request = Request::get("/x").body(Body::empty());
    let note = Note::of(&request.unwrap(), RequestId::from_headers(&HeaderMap::new()));
    let error = note.observe(async {
        let setting = "WALLET_CLOUD_UPSTREAM_DOGE_TESTNET".to_owned();
        ApiError::from(UpstreamError::NotConfigured { setting }).into_response()
    });
    let status = error.await.status();
    note.log(status, Some("not_configured"), Duration::from_millis(1));
    let [cause, request] = &lines.json()[..] else {
        panic!("two lines: {}", lines.text());
    };
    assert_eq!(
        (&cause["level"], &cause["message"]),
        (&"INFO".into(), &"not configured".into())
    );
    assert_eq!((&request["status"], &request["ServerErrors"]), (&503.into(), &0.into()));
}

#[tokio::test]
async fn invented_trace_ids_are_dropped() {
    for trace in [
        "",
        "Root=1-5759e988-bd862e3fe1be46a99427279",
        "Root=canary",
        "1-5759e988-bd862e3fe1be46a994272793",
    ] {
        let lines = log_of_request(MetricFormat::None, trace).await;
        assert!(lines.json()[1].get("traceId").is_none(), "{trace}");
        assert!(!lines.text().contains("canary"));
    }
}

#[test]
fn invalid_filters_and_formats_are_rejected() {
    for valid in [
        "info",
        "INFO",
        "off",
        "info,wallet_upstream=debug",
        "warn,wallet_http[request]=trace",
    ] {
        assert!(valid.parse::<LogFilter>().is_ok(), "{valid}");
    }
    for invalid in ["inf", "verbose", "info,wallet_upstream", "wallet_upstream=inf"] {
        assert!(invalid.parse::<LogFilter>().is_err(), "{invalid}");
    }
    assert_eq!("emf".parse(), Ok(MetricFormat::Embedded));
    assert!("EMF,".parse::<MetricFormat>().is_err());
}
