//! The one HTTP client: every call to an upstream goes through it.
//!
//! It bounds each call in time and size, follows no redirect, uses no proxy from the environment,
//! and accepts JSON only, or plain text too for a protocol that has texts. An answer is therefore small, complete and
//! of the right type by its own word, or a [`Failure`].

pub use crate::answer::Answer;
use crate::failure::{Failure, for_log};
use crate::keys::Keys;
use crate::tls;
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderValue};
use reqwest::{RequestBuilder, Url, redirect};
use std::error::Error as _;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;
pub use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream_keys::UpstreamKeys;

/// The bounds of calls to upstreams.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Time for name resolution, connection and TLS.
    pub connect: Duration,
    /// Time for one attempt: from the first byte out to the last byte in.
    pub attempt: Duration,
    /// Size of an answer after decompression, in bytes.
    pub body: usize,
}

impl Default for Limits {
    /// One attempt has 8 s: a request has 25 s for all of them.
    fn default() -> Self {
        Self {
            connect: Duration::from_millis(1500),
            attempt: Duration::from_secs(8),
            body: 5_000_000,
        }
    }
}

/// The deadline this far from now.
pub fn after(duration: Duration) -> Deadline {
    Deadline::at((Instant::now() + duration).into_std())
}

/// This deadline, or the one this far from now if that comes first.
pub fn within(deadline: Deadline, duration: Duration) -> Deadline {
    deadline.min(after(duration))
}

/// The client could not be built; the process cannot start.
#[derive(Debug, thiserror::Error)]
pub enum BuildClientError {
    /// The TLS library refuses its own defaults.
    #[error("TLS cannot be set up")]
    Tls(#[from] rustls::Error),
    /// The HTTP library refuses its settings.
    #[error("the HTTP client cannot be set up")]
    Http(#[from] reqwest::Error),
}

/// The HTTP client. Clones share connections.
#[derive(Clone, Debug)]
pub struct HttpClient {
    http: reqwest::Client,
    limits: Limits,
    pub keys: Keys,
    accepts_text: bool,
}

impl HttpClient {
    /// Builds the client. One per process: it keeps the connections.
    #[expect(clippy::disallowed_methods, reason = "this is the one HTTP client")]
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
            // A frozen function wakes up with connections that the other side has long closed.
            .pool_idle_timeout(Duration::from_secs(20))
            .build()?;
        Ok(Self {
            http,
            limits,
            keys: Keys::default(),
            accepts_text: false,
        })
    }

    /// The same client with the keys that some upstreams ask for.
    #[must_use]
    pub fn with_keys(self, keys: Arc<dyn UpstreamKeys>) -> Self {
        Self {
            keys: Keys(Some(keys)),
            ..self
        }
    }

    /// This client for a protocol in which some answers, and all errors, are plain text.
    #[must_use]
    pub fn accepting_text(self) -> Self {
        Self {
            accepts_text: true,
            ..self
        }
    }

    /// The bounds this client was built with.
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// `GET url`.
    pub async fn get(&self, url: Url, deadline: Deadline) -> Result<Answer, Failure> {
        self.call(self.http.get(url), deadline).await
    }

    /// `POST url` with a body of type text/plain.
    pub async fn post_text(&self, url: Url, body: String, deadline: Deadline) -> Result<Answer, Failure> {
        let request = self.http.post(url).header(CONTENT_TYPE, "text/plain").body(body);
        self.call(request, deadline).await
    }

    /// `POST url` with the fields of a form, percent-encoded.
    pub async fn post_form(&self, url: Url, body: String, deadline: Deadline) -> Result<Answer, Failure> {
        let form = "application/x-www-form-urlencoded";
        let request = self.http.post(url).header(CONTENT_TYPE, form).body(body);
        self.call(request, deadline).await
    }

    /// `POST url` with a body of type application/json.
    pub async fn post_json(&self, url: Url, body: String, deadline: Deadline) -> Result<Answer, Failure> {
        let request = self.http.post(url).header(CONTENT_TYPE, "application/json").body(body);
        self.call(request, deadline).await
    }

    /// One attempt, within the attempt's and the request's time.
    async fn call(&self, request: RequestBuilder, deadline: Deadline) -> Result<Answer, Failure> {
        let end = Instant::from_std(within(deadline, self.limits.attempt).moment());
        if end <= Instant::now() {
            return Err(Failure::NotSent {
                cause: "no time is left for this attempt".to_owned(),
            });
        }
        let request = if self.accepts_text {
            request.header(ACCEPT, "application/json, text/plain")
        } else {
            request
        };
        let attempt = async {
            let response = request.send().await.map_err(broken)?;
            Answer::read(response, self.limits.body, self.accepts_text).await
        };
        tokio::time::timeout_at(end, attempt)
            .await
            .unwrap_or(Err(Failure::TimedOut))
    }
}

/// Sorts a transport error by what the upstream may have seen of the request.
pub fn broken(error: reqwest::Error) -> Failure {
    // The address may hold a key.
    let error = error.without_url();
    let cause = chain_of_causes(&error);
    if error.is_connect() || error.is_builder() {
        return Failure::NotSent { cause };
    }
    if error.is_timeout() {
        return Failure::TimedOut;
    }
    let unusable = match transport_error(&error) {
        // What came is no HTTP.
        Some(transport) => transport.is_parse(),
        // What came is complete and does not unpack.
        None => error.is_decode(),
    };
    if unusable {
        Failure::Unusable { cause }
    } else {
        Failure::Lost { cause }
    }
}

/// The error of the HTTP connection below, if it is one.
fn transport_error(error: &reqwest::Error) -> Option<&hyper::Error> {
    let mut source = error.source();
    while let Some(cause) = source {
        if let Some(transport) = cause.downcast_ref() {
            return Some(transport);
        }
        source = cause.source();
    }
    None
}

/// The error and what caused it, in one line.
fn chain_of_causes(error: &reqwest::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text = format!("{text}: {cause}");
        source = cause.source();
    }
    for_log(&text)
}
