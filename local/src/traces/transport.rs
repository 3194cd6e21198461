//! The HTTP client of the export.

use async_trait::async_trait;
use axum::body::Bytes;
use axum::http::{Request, Response};
use opentelemetry_http::{HttpClient, HttpError};
use std::time::Duration;
use tokio::runtime::Handle;

/// The largest response of a collector that is read, in bytes.
const MAX_RESPONSE: usize = 64 * 1024;

/// A client that sends on the runtime of the server: the exporter has a thread without one.
#[derive(Debug)]
pub struct CollectorClient {
    http: reqwest::Client,
    runtime: Handle,
}

impl CollectorClient {
    /// Creates a client on the current runtime with this time limit for an export.
    #[expect(
        clippy::disallowed_methods,
        reason = "the client of the collector; the shared client is for upstreams"
    )]
    pub fn new(timeout: Duration) -> reqwest::Result<Self> {
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
