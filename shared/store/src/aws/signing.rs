//! Signed requests without an SDK client (AWS Signature Version 4).

use super::{AwsSettings, AwsSetupError};
use aws_sigv4::http_request::{SignableBody, SignableRequest, SigningSettings, sign};
use aws_sigv4::sign::v4::SigningParams;
use http::{Method, StatusCode};
use serde::Deserialize;
use std::error::Error;
use std::sync::OnceLock;
use std::time::SystemTime;

/// A service of AWS, called with signed requests instead of the client of the SDK.
///
/// The client of the SDK would be part of each function and of each start. The HTTP client is created by the first request.
#[derive(Clone, Debug)]
pub(crate) struct SignedClient {
    settings: AwsSettings,
    service: &'static str,
    endpoint: String,
    http: OnceLock<reqwest::Client>,
}

/// A request.
pub(crate) struct Call<'a> {
    /// The method.
    pub method: Method,
    /// The path after the endpoint, without a leading slash, percent-encoded.
    pub path: &'a str,
    /// The headers, which are signed.
    pub headers: &'a [(&'a str, &'a str)],
    /// The body.
    pub body: String,
    /// The maximum size of the response in bytes.
    pub max_response: usize,
}

/// The error of a request without a usable response.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CallError {
    /// The request cannot be made.
    #[error("{0}")]
    Unsigned(Box<dyn Error + Send + Sync>),
    /// The connection failed. The source names the cause: connection, certificate, time-out.
    #[error("{}", .0.source().map_or_else(|| .0.to_string(), ToString::to_string))]
    Broken(reqwest::Error),
    /// The response has more bytes than the maximum.
    #[error("response is too large")]
    TooLarge,
}

impl SignedClient {
    /// Creates the client of a service. Without `configured`, the endpoint is that of all services in the settings, or the public
    /// endpoint of the service in the region.
    pub(crate) fn new(settings: AwsSettings, service: &'static str, configured: Option<String>) -> Self {
        let configured = configured.or_else(|| settings.endpoint.clone());
        Self {
            endpoint: configured.unwrap_or_else(|| endpoint(service, settings.region())),
            settings,
            service,
            http: OnceLock::new(),
        }
    }

    /// Returns the HTTP client.
    ///
    /// # Errors
    /// The trust roots cannot be read.
    pub(crate) fn http(&self) -> Result<&reqwest::Client, AwsSetupError> {
        if let Some(http) = self.http.get() {
            return Ok(http);
        }
        let http = self.settings.reqwest_client()?;
        Ok(self.http.get_or_init(|| http))
    }

    /// Makes a request once, and returns the status and the body of the response.
    ///
    /// # Errors
    /// There is no response.
    pub(crate) async fn call(&self, call: Call<'_>) -> Result<(StatusCode, Vec<u8>), CallError> {
        let max_response = call.max_response;
        let request = self.signed(call).map_err(CallError::Unsigned)?;
        let http = self.http().map_err(|error| CallError::Unsigned(error.into()))?;
        let mut response = http.execute(request).await.map_err(CallError::Broken)?;
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(CallError::Broken)? {
            if body.len() + chunk.len() > max_response {
                return Err(CallError::TooLarge);
            }
            body.extend_from_slice(&chunk);
        }
        Ok((response.status(), body))
    }

    #[expect(clippy::disallowed_methods, reason = "AWS compares the time of a signature with the clock")]
    fn signed(&self, call: Call<'_>) -> Result<reqwest::Request, Box<dyn Error + Send + Sync>> {
        let credentials = self.settings.credentials.clone();
        let identity = credentials.ok_or("no AWS credentials in the environment")?.into();
        let params = SigningParams::builder()
            .identity(&identity)
            .region(self.settings.region())
            .name(self.service)
            .time(SystemTime::now())
            .settings(SigningSettings::default())
            .build()?;
        let url = match call.path {
            "" => self.endpoint.clone(),
            path => format!("{}/{path}", self.endpoint.trim_end_matches('/')),
        };
        let content = SignableBody::Bytes(call.body.as_bytes());
        let headers = call.headers.iter().copied();
        let signable = SignableRequest::new(call.method.as_str(), &url, headers, content)?;
        let (instructions, _) = sign(signable, &params.into())?.into_parts();
        let mut request = http::Request::builder().method(call.method).uri(&url);
        for (header, value) in call.headers {
            request = request.header(*header, *value);
        }
        let mut request = request.body(call.body)?;
        instructions.apply_to_request_http1x(&mut request);
        let mut request = reqwest::Request::try_from(request)?;
        *request.timeout_mut() = Some(self.settings.deadlines.attempt);
        Ok(request)
    }
}

/// Returns the public endpoint of a service in a region; the regions in China have a separate domain.
fn endpoint(service: &str, region: &str) -> String {
    let domain = if region.starts_with("cn-") {
        "amazonaws.com.cn"
    } else {
        "amazonaws.com"
    };
    format!("https://{service}.{region}.{domain}/")
}

/// An error response; the type is `SomeException`, with or without a namespace and `#` before it.
#[derive(Default, Deserialize)]
struct Rejection {
    #[serde(default, rename = "__type")]
    code: String,
}

/// Returns the type of an error response without the namespace; empty for other bodies.
pub(crate) fn rejection_code(body: &[u8]) -> String {
    let rejection: Rejection = serde_json::from_slice(body).unwrap_or_default();
    let code = rejection.code.rsplit('#').next();
    code.unwrap_or_default().to_owned()
}
