//! Export of traces to an OpenTelemetry collector: OTLP over HTTP with protobuf (docs/decisions/operations.md#traces).
//!
//! A span for each request, and a child span for each call to an upstream. Spans contain only data of the service: the route
//! pattern, status, error code, and the host, chain and outcome of a call.

mod settings;
mod spans;

use anyhow::Context;
use async_trait::async_trait;
use axum::body::Bytes;
use axum::http::{Request, Response};
use opentelemetry::KeyValue;
use opentelemetry::trace::TracerProvider;
use opentelemetry_http::{HttpClient, HttpError};
use opentelemetry_otlp::{SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::SdkTracerProvider;
use settings::TraceSettings;
use spans::Spans;
use std::time::Duration;
use tokio::runtime::Handle;
use wallet_http::telemetry::TraceSink;

/// The maximum duration of the last export when the server stops.
const FLUSH: Duration = Duration::from_secs(5);

/// A running export.
pub struct TraceExport(SdkTracerProvider);

impl TraceExport {
    /// Starts the export if the settings name a collector, and returns the receiver of requests too. Call this on a Tokio runtime.
    pub fn start(settings: impl Fn(&str) -> Option<String>) -> anyhow::Result<Option<(Self, Box<dyn TraceSink>)>> {
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
        let spans = Box::new(Spans::new(provider.tracer("wallet-cloud")));
        Ok(Some((Self(provider), spans)))
    }

    /// Exports the remaining spans. Traces that cannot be exported are lost.
    pub async fn shutdown(self) {
        let ended = tokio::task::spawn_blocking(move || self.0.shutdown_with_timeout(FLUSH)).await;
        if !matches!(ended, Ok(Ok(()))) {
            tracing::warn!("the last traces were not exported");
        }
    }
}

/// The largest response of a collector that is read, in bytes.
const MAX_RESPONSE: usize = 64 * 1024;

/// A client that sends on the runtime of the server: the exporter has a thread without a runtime.
#[derive(Debug)]
struct CollectorClient {
    http: reqwest::Client,
    runtime: Handle,
}

impl CollectorClient {
    /// Creates a client on the current runtime with this time limit for an export.
    #[expect(
        clippy::disallowed_methods,
        reason = "the client of the collector; the shared client is for upstreams"
    )]
    fn new(timeout: Duration) -> reqwest::Result<Self> {
        // Fails only if a provider is installed already, which is just as suitable.
        let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
        let http = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .timeout(timeout)
            .build()?;
        Ok(Self {
            http,
            runtime: Handle::current(),
        })
    }
}

#[async_trait]
impl HttpClient for CollectorClient {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let (http, request) = (self.http.clone(), reqwest::Request::try_from(request)?);
        self.runtime
            .spawn(async move { exchange(&http, request).await })
            .await?
    }
}

async fn exchange(http: &reqwest::Client, request: reqwest::Request) -> Result<Response<Bytes>, HttpError> {
    let mut response = http.execute(request).await.map_err(reqwest::Error::without_url)?;
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(reqwest::Error::without_url)? {
        if body.len() + chunk.len() > MAX_RESPONSE {
            return Err("the response of the collector is too long".into());
        }
        body.extend_from_slice(&chunk);
    }
    let mut received = Response::builder().status(response.status());
    for (name, value) in response.headers() {
        received = received.header(name, value);
    }
    Ok(received.body(body.into())?)
}
