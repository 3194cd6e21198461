//! The one HTTP client: every call to an upstream goes through it.
//!
//! It bounds each call in time and size, follows no redirect, uses no proxy from the environment,
//! and accepts JSON only. An answer is therefore small, complete and JSON by its own word, or a [`Failure`].

use crate::base_url::KEY_PLACEHOLDER;
use crate::failure::{Failure, for_log};
use crate::keys::Keys;
use crate::tls;
use bytes::{Bytes, BytesMut};
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderValue, RETRY_AFTER};
use reqwest::{RequestBuilder, Response, StatusCode, Url, redirect};
use serde::de::DeserializeOwned;
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
    pub(crate) keys: Keys,
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

    /// One attempt, within the attempt's and the request's time.
    async fn call(&self, request: RequestBuilder, deadline: Deadline) -> Result<Answer, Failure> {
        let end = Instant::from_std(within(deadline, self.limits.attempt).moment());
        if end <= Instant::now() {
            return Err(Failure::NotSent {
                cause: "no time is left for this attempt".to_owned(),
            });
        }
        let attempt = async {
            let response = request.send().await.map_err(broken)?;
            check_head(&response)?;
            let status = response.status();
            let body = read_body(response, self.limits.body).await?;
            Ok(Answer { status, body })
        };
        tokio::time::timeout_at(end, attempt)
            .await
            .unwrap_or(Err(Failure::TimedOut))
    }
}

/// A complete answer of type JSON with a status that an adapter understands: 2xx or 4xx.
#[derive(Clone, Debug)]
pub struct Answer {
    status: StatusCode,
    body: Bytes,
}

impl Answer {
    /// The HTTP status.
    pub fn status(&self) -> u16 {
        self.status.as_u16()
    }

    /// Whether the status is 2xx.
    pub fn is_success(&self) -> bool {
        self.status.is_success()
    }

    /// The same answer with the placeholder in place of these secrets.
    pub(crate) fn without(mut self, secrets: &[&str]) -> Self {
        let text = String::from_utf8_lossy(&self.body);
        if secrets.iter().any(|secret| text.contains(secret)) {
            let hide = |text: String, secret: &&str| text.replace(secret, KEY_PLACEHOLDER);
            self.body = secrets.iter().fold(text.into_owned(), hide).into();
        }
        self
    }

    /// The body as text.
    pub fn text(&self) -> Result<&str, Failure> {
        std::str::from_utf8(&self.body).map_err(Failure::unusable)
    }

    /// The body as a value of this type.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        serde_json::from_slice(&self.body)
            .map_err(|error| Failure::unusable(format_args!("status {}: {}", self.status, for_log(&error.to_string()))))
    }
}

/// The statuses of a gateway that lost the upstream behind it while that may have had the request: 502 and 504,
/// 408 of proxies that gave up waiting, and Cloudflare's 524.
const LOST: [u16; 4] = [408, 502, 504, 524];

/// Tells from status and headers whether the body is worth reading.
fn check_head(response: &Response) -> Result<(), Failure> {
    let status = response.status();
    match status {
        StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => Err(Failure::Refused {
            status: status.as_u16(),
            retry_after: retry_after(response.headers()),
        }),
        _ if LOST.contains(&status.as_u16()) => Err(Failure::Lost {
            cause: format!("status {status}"),
        }),
        _ if status.is_success() || status.is_client_error() => check_content_type(status, response.headers()),
        _ => Err(Failure::unusable(format_args!("status {status}"))),
    }
}

/// Accepts `application/json` and `application/…+json`, with or without parameters.
fn check_content_type(status: StatusCode, headers: &HeaderMap) -> Result<(), Failure> {
    let value = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let essence = value.and_then(|value| value.split(';').next()).unwrap_or_default();
    let essence = essence.trim().to_ascii_lowercase();
    let json = essence == "application/json" || (essence.starts_with("application/") && essence.ends_with("+json"));
    if json {
        Ok(())
    } else {
        let shown = for_log(&essence);
        Err(Failure::unusable(format_args!("status {status} of type '{shown}'")))
    }
}

/// The longest wait that we pass on: beyond it the header is no help to anybody.
const LONGEST_WAIT: Duration = Duration::from_hours(1);

/// `Retry-After` in seconds; its form with a date is not used by any upstream here.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let seconds = headers.get(RETRY_AFTER)?.to_str().ok()?.trim().parse().ok()?;
    Some(Duration::from_secs(seconds).min(LONGEST_WAIT))
}

/// Reads the body piece by piece and gives up as soon as it is too large, so that neither a huge
/// body nor a small one that unpacks to a huge one is ever held in memory.
async fn read_body(mut response: Response, limit: usize) -> Result<Bytes, Failure> {
    let mut body = BytesMut::new();
    while let Some(piece) = response.chunk().await.map_err(broken)? {
        if piece.len() > limit - body.len() {
            return Err(too_long(limit));
        }
        body.extend_from_slice(&piece);
    }
    Ok(body.freeze())
}

/// Not held against the upstream: a question with a long answer can be asked on purpose.
fn too_long(limit: usize) -> Failure {
    Failure::Declined {
        cause: format!("an answer of more than {limit} bytes"),
    }
}

/// Sorts a transport error by what the upstream may have seen of the request.
fn broken(error: reqwest::Error) -> Failure {
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
