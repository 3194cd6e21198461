//! Signed requests without an SDK client (AWS Signature Version 4).

use aws_credential_types::Credentials;
use aws_sigv4::http_request::{SignableBody, SignableRequest, SigningSettings, sign};
use aws_sigv4::sign::v4::SigningParams;
use serde::Deserialize;
use std::error::Error;
use std::time::{Duration, SystemTime};

/// A POST request to a service.
pub(crate) struct Call<'a> {
    /// The URL of the service.
    pub endpoint: &'a str,
    /// The region in the signature.
    pub region: &'a str,
    /// The name of the service in the signature.
    pub service: &'a str,
    /// The headers, which are signed.
    pub headers: &'a [(&'a str, &'a str)],
    /// The body.
    pub body: String,
    /// The time limit of the request.
    pub timeout: Duration,
}

impl Call<'_> {
    /// Returns the signed request.
    #[expect(clippy::disallowed_methods, reason = "AWS compares the time of a signature with the clock")]
    pub(crate) fn signed(self, credentials: Credentials) -> Result<reqwest::Request, Box<dyn Error + Send + Sync>> {
        let identity = credentials.into();
        let params = SigningParams::builder()
            .identity(&identity)
            .region(self.region)
            .name(self.service)
            .time(SystemTime::now())
            .settings(SigningSettings::default())
            .build()?;
        let content = SignableBody::Bytes(self.body.as_bytes());
        let signable = SignableRequest::new("POST", self.endpoint, self.headers.iter().copied(), content)?;
        let (instructions, _) = sign(signable, &params.into())?.into_parts();
        let mut request = http::Request::post(self.endpoint);
        for (header, value) in self.headers {
            request = request.header(*header, *value);
        }
        let mut request = request.body(self.body)?;
        instructions.apply_to_request_http1x(&mut request);
        let mut request = reqwest::Request::try_from(request)?;
        *request.timeout_mut() = Some(self.timeout);
        Ok(request)
    }
}

/// Returns the public endpoint of a service in a region; the regions in China have a separate domain.
pub(crate) fn endpoint(service: &str, region: &str) -> String {
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

/// Reads a body, or returns `None` for more than `limit` bytes.
pub(crate) async fn limited_body(
    mut response: reqwest::Response,
    limit: usize,
) -> Result<Option<Vec<u8>>, reqwest::Error> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        if body.len() + chunk.len() > limit {
            return Ok(None);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(Some(body))
}
