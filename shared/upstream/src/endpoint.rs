//! Endpoint of an HTTP upstream: URL, client and concurrency limit.

use crate::base_url::{BaseUrl, encoded};
use crate::client::{Deadline, HttpClient, UpstreamResponse};
use crate::failure::Failure;
use crate::resilience::{ConcurrencyLimit, Lane};
use reqwest::Url;
use secrecy::{ExposeSecret, SecretString};
use std::sync::Arc;

/// An HTTP upstream. All HTTP adapters send requests through this type.
#[derive(Clone, Debug)]
pub struct Endpoint {
    client: HttpClient,
    base: BaseUrl,
    concurrency_limit: Arc<ConcurrencyLimit>,
}

impl Endpoint {
    /// Creates the endpoint of the upstream at this URL.
    pub fn new(client: HttpClient, base: BaseUrl) -> Self {
        let attempt = client.limits().attempt;
        Self {
            client,
            base,
            concurrency_limit: Arc::new(ConcurrencyLimit::new(attempt, None, None)),
        }
    }

    /// Returns the endpoint of an upstream that allows this number of calls per second and of concurrent requests.
    /// Further calls wait for their turn.
    #[must_use]
    pub fn limited(self, calls_per_second: Option<u32>, concurrency: Option<u32>) -> Self {
        let attempt = self.client.limits().attempt;
        Self {
            concurrency_limit: Arc::new(ConcurrencyLimit::new(attempt, calls_per_second, concurrency)),
            ..self
        }
    }

    /// Returns the maximum number of concurrent requests.
    pub fn concurrency(&self) -> usize {
        self.concurrency_limit.size()
    }

    /// Returns the same endpoint for responses of type application/octet-stream. Both share the limits of requests.
    #[must_use]
    pub fn accepting_bytes(&self) -> Self {
        Self {
            client: self.client.clone().accepting_bytes(),
            ..self.clone()
        }
    }

    /// Returns the same endpoint with at most this maximum size of a response in bytes. Both share the limits of
    /// requests.
    #[must_use]
    pub fn with_body_limit(&self, body: usize) -> Self {
        Self {
            client: self.client.clone().with_body_limit(body),
            ..self.clone()
        }
    }

    /// Returns the same endpoint for responses of blocks, with this maximum size in bytes also above the usual limit.
    /// Both share the limits of requests.
    #[must_use]
    pub fn allowing_body(&self, body: usize) -> Self {
        Self {
            client: self.client.clone().allowing_body(body),
            ..self.clone()
        }
    }

    /// Returns the URL of a resource below that of the upstream, with each segment percent-encoded. An empty
    /// last segment adds a trailing slash.
    pub fn url(&self, segments: &[&str]) -> Url {
        self.base.join(segments)
    }

    /// Sends `GET url`.
    pub async fn get(&self, url: Url, deadline: Deadline) -> Result<UpstreamResponse, Failure> {
        self.get_read(Lane::Required, url, deadline, Ok).await
    }

    /// Sends `GET url` in this lane.
    pub async fn get_in(&self, lane: Lane, url: Url, deadline: Deadline) -> Result<UpstreamResponse, Failure> {
        self.get_read(lane, url, deadline, Ok).await
    }

    /// Sends `GET url` and decodes the response with `read`. If a protocol reports the rate limit in the body,
    /// `read` returns a failure, and a backoff starts.
    pub async fn get_read<T>(
        &self,
        lane: Lane,
        url: Url,
        deadline: Deadline,
        read: impl FnOnce(UpstreamResponse) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let send = |url| self.client.get(url, deadline);
        self.exchange(lane, url, deadline, send, read).await
    }

    /// Sends `POST url` with a body of type text/plain.
    pub async fn post_text(&self, url: Url, body: String, deadline: Deadline) -> Result<UpstreamResponse, Failure> {
        let send = |url| self.client.post_text(url, body, deadline);
        self.exchange(Lane::Required, url, deadline, send, Ok).await
    }

    /// Sends `POST url` with percent-encoded form fields.
    pub async fn post_form(&self, url: Url, body: String, deadline: Deadline) -> Result<UpstreamResponse, Failure> {
        let send = |url| self.client.post_form(url, body, deadline);
        self.exchange(Lane::Required, url, deadline, send, Ok).await
    }

    /// Sends `POST url` with a body of type application/json and decodes the response with `read`, as
    /// [`Self::get_read`] does.
    pub async fn post_json<T>(
        &self,
        lane: Lane,
        url: Url,
        body: String,
        deadline: Deadline,
        read: impl FnOnce(UpstreamResponse) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let send = |url| self.client.post_json(url, body, deadline);
        self.exchange(lane, url, deadline, send, read).await
    }

    /// Sends a request with the key of the upstream and decodes the response, from which the key is removed.
    async fn exchange<T, C>(
        &self,
        lane: Lane,
        url: Url,
        deadline: Deadline,
        send: impl FnOnce(Url) -> C,
        read: impl FnOnce(UpstreamResponse) -> Result<T, Failure>,
    ) -> Result<T, Failure>
    where
        C: Future<Output = Result<UpstreamResponse, Failure>>,
    {
        let key = self.key(deadline).await?;
        let url = self.filled(url, key.as_ref());
        let call = async {
            let response = send(url).await?;
            read(redact_key(response, key.as_ref()))
        };
        // The future of the HTTP client is large, and part of the future of every caller.
        self.concurrency_limit.call_in(lane, deadline, Box::pin(call)).await
    }

    /// Returns the key of this upstream, if the URL has the placeholder.
    async fn key(&self, deadline: Deadline) -> Result<Option<SecretString>, Failure> {
        if self.base.requires_key() {
            self.client.key(self.base.host(), deadline).await.map(Some)
        } else {
            Ok(None)
        }
    }

    fn filled(&self, url: Url, key: Option<&SecretString>) -> Url {
        match key {
            Some(key) => self.base.with_key(url, key),
            None => url,
        }
    }
}

/// Replaces the key in a response by the placeholder: servers quote the requested URL in their errors, and some
/// protocols send errors with a success status.
fn redact_key(response: UpstreamResponse, key: Option<&SecretString>) -> UpstreamResponse {
    match key {
        Some(key) => response.without(&[key.expose_secret(), &encoded(key)]),
        None => response,
    }
}
