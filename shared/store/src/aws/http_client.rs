//! HTTP client of the SDK over reqwest.
//!
//! Each SDK client validates the settings by building the SDK's own HTTPS connector once more, and that connector
//! decodes the trusted roots from PEM: 92 % of the start-up of a function that reads one secret. This client is built
//! once, with roots that need no decoding.

use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_types::body::SdkBody;
use rustls::{ClientConfig, RootCertStore};
use std::sync::Arc;
use std::time::Duration;

/// HTTP client of all SDK clients of a process. Clones share connections.
#[derive(Clone, Debug)]
pub(super) struct SdkHttpClient(pub(super) reqwest::Client);

/// An error in the setup of the client.
#[derive(Debug, thiserror::Error)]
pub enum HttpSetupError {
    /// The TLS library rejects the settings.
    #[error(transparent)]
    Tls(#[from] rustls::Error),
    /// The HTTP library rejects the settings.
    #[error(transparent)]
    Http(#[from] reqwest::Error),
}

/// Builds the client with the trusted roots and this time limit for a connection. The SDK limits attempts.
#[expect(clippy::disallowed_methods, reason = "the single HTTP client of calls to AWS")]
pub(super) fn build(roots: RootCertStore, connect: Duration) -> Result<reqwest::Client, HttpSetupError> {
    let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
    let tls = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    let client = reqwest::Client::builder()
        .tls_backend_preconfigured(tls)
        .redirect(reqwest::redirect::Policy::none())
        .referer(false)
        .connect_timeout(connect)
        // A frozen function resumes with connections that the server has closed long ago.
        .pool_idle_timeout(Duration::from_secs(20))
        .build()?;
    Ok(client)
}

impl SdkHttpClient {
    async fn send(self, request: HttpRequest) -> Result<HttpResponse, ConnectorError> {
        let response = self.0.execute(outgoing(request)?).await.map_err(connector_error)?;
        let response = http::Response::from(response).map(SdkBody::from_body_1_x);
        HttpResponse::try_from(response).map_err(|error| ConnectorError::other(error.into(), None))
    }
}

/// Converts a request. The operations in use have bodies in memory only.
fn outgoing(request: HttpRequest) -> Result<reqwest::Request, ConnectorError> {
    let request = request
        .try_into_http1x()
        .map_err(|error| ConnectorError::user(error.into()))?;
    let body = |body: SdkBody| body.bytes().map(<[u8]>::to_vec);
    let (parts, content) = request.into_parts();
    let content = body(content).ok_or_else(|| ConnectorError::user("streamed bodies are not supported".into()))?;
    reqwest::Request::try_from(http::Request::from_parts(parts, content))
        .map_err(|error| ConnectorError::user(error.into()))
}

fn connector_error(error: reqwest::Error) -> ConnectorError {
    if error.is_timeout() {
        ConnectorError::timeout(error.into())
    } else {
        ConnectorError::io(error.into())
    }
}

impl HttpConnector for SdkHttpClient {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        HttpConnectorFuture::new(self.clone().send(request))
    }
}

impl HttpClient for SdkHttpClient {
    fn http_connector(&self, _: &HttpConnectorSettings, _: &RuntimeComponents) -> SharedHttpConnector {
        SharedHttpConnector::new(self.clone())
    }
}
