//! Export of traces to an OpenTelemetry collector: OTLP over HTTP with protobuf (docs/decisions/operations.md#traces).
//!
//! One span for each request, and one below it for each call to an upstream. They contain only data of the service: the route
//! pattern, status, error code, and the host, chain and outcome of a call.

mod settings;
mod spans;
mod transport;

use anyhow::Context;
use opentelemetry::KeyValue;
use opentelemetry::trace::TracerProvider;
use opentelemetry_otlp::{SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::SdkTracerProvider;
use settings::TraceSettings;
use spans::Spans;
use std::time::Duration;
use transport::CollectorClient;
use wallet_http::telemetry::set_trace_sink;

/// The maximum duration of the last export when the server stops.
const FLUSH: Duration = Duration::from_secs(5);

/// A running export.
pub struct TraceExport(SdkTracerProvider);

impl TraceExport {
    /// Starts the export if the settings name a collector. Call this before the log is initialised, on a Tokio runtime.
    pub fn start(settings: impl Fn(&str) -> Option<String>) -> anyhow::Result<Option<Self>> {
        let Some(settings) = TraceSettings::read(settings)? else {
            return Ok(None);
        };
        let client =
            CollectorClient::new(settings.timeout).context("the HTTP client of the traces cannot be created")?;
        let exporter = SpanExporter::builder()
            .with_http()
            .with_http_client(client)
            .with_endpoint(settings.endpoint)
            .build()
            .context("the export of traces cannot be set up")?;
        let resource = Resource::builder()
            .with_service_name(settings.service)
            .with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")))
            .build();
        let provider = SdkTracerProvider::builder()
            .with_batch_exporter(exporter)
            .with_resource(resource)
            .build();
        set_trace_sink(Box::new(Spans::new(provider.tracer("wallet-cloud"))));
        Ok(Some(Self(provider)))
    }

    /// Exports the remaining spans. Traces that cannot be exported are lost.
    pub async fn shutdown(self) {
        let ended = tokio::task::spawn_blocking(move || self.0.shutdown_with_timeout(FLUSH)).await;
        if !matches!(ended, Ok(Ok(()))) {
            tracing::warn!("the last traces were not exported");
        }
    }
}
