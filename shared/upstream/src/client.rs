//! The single HTTP client for all calls to upstreams, and the keys that replace `{key}` in their URLs.
//!
//! The client bounds each call in time and size, follows no redirects, ignores proxy settings of the environment, and
//! accepts only JSON, plus plain text for protocols that use it. A call therefore returns a small, complete
//! response with the declared type, or a [`Failure`].

use crate::failure::Failure;
use crate::response::broken;
pub use crate::response::{Accepted, UpstreamResponse};
use crate::tls;
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderValue};
use reqwest::{RequestBuilder, Url, redirect};
use secrecy::SecretString;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;
pub use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream_keys::UpstreamKeys;

/// Limits of upstream calls.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Time for name resolution, connection and TLS.
    pub connect: Duration,
    /// Time for one attempt, from the first byte sent to the last byte received.
    pub attempt: Duration,
    /// Maximum size of a decompressed response in bytes.
    pub body: usize,
}

impl Default for Limits {
    /// Returns the default limits. An attempt has 8 s, since a request has 25 s for all attempts.
    fn default() -> Self {
        Self {
            connect: Duration::from_millis(1500),
            attempt: Duration::from_secs(8),
            body: 5_000_000,
        }
    }
}

/// Returns the deadline at this duration from now.
pub fn after(duration: Duration) -> Deadline {
    Deadline::at((Instant::now() + duration).into_std())
}

/// Returns the earlier of this deadline and the deadline at this duration from now.
pub fn within(deadline: Deadline, duration: Duration) -> Deadline {
    deadline.min(after(duration))
}

/// Error while building the client, which prevents the process from starting.
#[derive(Debug, thiserror::Error)]
pub enum BuildClientError {
    /// The TLS library rejects the defaults.
    #[error("failed to set up TLS")]
    Tls(#[from] rustls::Error),
    /// The HTTP library rejects the settings.
    #[error("failed to set up the HTTP client")]
    Http(#[from] reqwest::Error),
}

/// HTTP client. Clones share connections.
#[derive(Clone, Debug)]
pub struct HttpClient {
    http: reqwest::Client,
    limits: Limits,
    keys: Keys,
    accepted: Accepted,
}

impl HttpClient {
    /// Builds the client. A process has a single client, which holds the connection pool.
    #[expect(clippy::disallowed_methods, reason = "this is the single HTTP client")]
    pub fn new(limits: Limits) -> Result<Self, BuildClientError> {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
        let mut tls = tls::public_roots()?;
        tls.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
        let http = reqwest::Client::builder()
            .tls_backend_preconfigured(tls)
            .redirect(redirect::Policy::none())
            .no_proxy()
            .referer(false)
            .default_headers(headers)
            .user_agent(concat!("wallet-cloud/", env!("CARGO_PKG_VERSION")))
            .connect_timeout(limits.connect)
            // A frozen function resumes with connections that the server has closed long ago.
            .pool_idle_timeout(Duration::from_secs(20))
            .build()?;
        Ok(Self {
            http,
            limits,
            keys: Keys::default(),
            accepted: Accepted::default(),
        })
    }

    /// Returns the client with the keys that some upstreams require.
    #[must_use]
    pub fn with_keys(self, keys: Arc<dyn UpstreamKeys>) -> Self {
        Self {
            keys: Keys(Some(keys)),
            ..self
        }
    }

    /// Returns the client for a protocol in which all errors, and some responses, are plain text.
    #[must_use]
    pub fn accepting_text(self) -> Self {
        let accepted = Accepted {
            text: true,
            ..self.accepted
        };
        Self { accepted, ..self }
    }

    /// Returns the client for responses of type application/octet-stream, beside the types that the client accepts.
    #[must_use]
    pub fn accepting_bytes(self) -> Self {
        let accepted = Accepted {
            bytes: true,
            ..self.accepted
        };
        Self { accepted, ..self }
    }

    /// Returns the client with at most this maximum size of a response in bytes.
    #[must_use]
    pub fn with_body_limit(self, body: usize) -> Self {
        let limits = Limits {
            body: self.limits.body.min(body),
            ..self.limits
        };
        Self { limits, ..self }
    }

    /// Returns the client for responses of blocks, with this maximum size in bytes also above the usual limit.
    #[must_use]
    pub fn allowing_body(self, body: usize) -> Self {
        let limits = Limits { body, ..self.limits };
        Self { limits, ..self }
    }

    /// Returns the limits of this client.
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Returns the key for a host within the time of an attempt. Without the key no request is sent.
    pub async fn key(&self, host: &str, deadline: Deadline) -> Result<SecretString, Failure> {
        self.keys.get(host, within(deadline, self.limits.attempt)).await
    }

    /// Sends `GET url`.
    pub async fn get(&self, url: Url, deadline: Deadline) -> Result<UpstreamResponse, Failure> {
        self.call(self.http.get(url), deadline).await
    }

    /// Sends `POST url` with a body of type text/plain.
    pub async fn post_text(&self, url: Url, body: String, deadline: Deadline) -> Result<UpstreamResponse, Failure> {
        let request = self.http.post(url).header(CONTENT_TYPE, "text/plain").body(body);
        self.call(request, deadline).await
    }

    /// Sends `POST url` with percent-encoded form fields. A JSON body with the status 503 is returned as well: Horizon
    /// reports in this way that no transaction is taken now.
    pub async fn post_form(&self, url: Url, body: String, deadline: Deadline) -> Result<UpstreamResponse, Failure> {
        let form = "application/x-www-form-urlencoded";
        let request = self.http.post(url).header(CONTENT_TYPE, form).body(body);
        let accepted = Accepted {
            unavailable: true,
            ..self.accepted
        };
        self.attempt(request, accepted, deadline).await
    }

    /// Sends `POST url` with a body of type application/json.
    pub async fn post_json(&self, url: Url, body: String, deadline: Deadline) -> Result<UpstreamResponse, Failure> {
        let request = self.http.post(url).header(CONTENT_TYPE, "application/json").body(body);
        self.call(request, deadline).await
    }

    async fn call(&self, request: RequestBuilder, deadline: Deadline) -> Result<UpstreamResponse, Failure> {
        self.attempt(request, self.accepted, deadline).await
    }

    /// Makes an attempt within the time of the attempt and of the request.
    async fn attempt(
        &self,
        request: RequestBuilder,
        accepted: Accepted,
        deadline: Deadline,
    ) -> Result<UpstreamResponse, Failure> {
        let end = Instant::from_std(within(deadline, self.limits.attempt).instant());
        if end <= Instant::now() {
            return Err(Failure::NotSent {
                cause: "no time is left for this attempt".to_owned(),
            });
        }
        let request = match accepted {
            Accepted { bytes: true, .. } => request.header(ACCEPT, "application/octet-stream, text/plain"),
            Accepted { text: true, .. } => request.header(ACCEPT, "application/json, text/plain"),
            _ => request,
        };
        let attempt = async {
            let response = request.send().await.map_err(broken)?;
            UpstreamResponse::read(response, self.limits.body, accepted).await
        };
        tokio::time::timeout_at(end, attempt)
            .await
            .unwrap_or(Err(Failure::TimedOut))
    }
}

/// Source of keys; none unless a composition root sets one.
#[derive(Clone, Default)]
pub struct Keys(pub Option<Arc<dyn UpstreamKeys>>);

impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Keys")
    }
}

impl Keys {
    /// Returns the key for a host by the deadline. Without the key no request is sent.
    pub async fn get(&self, host: &str, deadline: Deadline) -> Result<SecretString, Failure> {
        let not_sent = |cause| Failure::NotSent { cause };
        let Self(Some(keys)) = self else {
            return Err(not_sent(format!(
                "{host} requires a key, but this process has no key source"
            )));
        };
        match tokio::time::timeout_at(Instant::from_std(deadline.instant()), keys.key(host)).await {
            Ok(found) => found.map_err(|error| not_sent(error.to_string())),
            Err(_) => Err(not_sent(format!("reading the key for {host} timed out"))),
        }
    }
}
