//! One HTTP upstream: its address, the client that reaches it, and the gate on the way.

use crate::base_url::BaseUrl;
use crate::client::{Answer, Deadline, HttpClient};
use crate::failure::Failure;
use crate::resilience::Gate;
use reqwest::Url;
use std::sync::Arc;

/// One HTTP upstream. Every adapter that speaks HTTP asks through it and nothing else.
#[derive(Clone, Debug)]
pub(crate) struct Endpoint {
    client: HttpClient,
    base: BaseUrl,
    gate: Arc<Gate>,
}

impl Endpoint {
    /// The upstream at this address.
    pub(crate) fn new(client: HttpClient, base: BaseUrl) -> Self {
        Self {
            client,
            base,
            gate: Arc::new(Gate::new()),
        }
    }

    /// The address of a resource below that of the upstream; each segment is percent-encoded.
    /// An empty last segment gives a trailing slash.
    pub(crate) fn url(&self, segments: &[&str]) -> Url {
        self.base.join(segments)
    }

    /// `GET url`.
    pub(crate) async fn get(&self, url: Url, deadline: Deadline) -> Result<Answer, Failure> {
        self.gate.call(deadline, self.client.get(url, deadline)).await
    }

    /// `POST url` with a body of type text/plain.
    pub(crate) async fn post_text(&self, url: Url, body: String, deadline: Deadline) -> Result<Answer, Failure> {
        let call = self.client.post_text(url, body, deadline);
        self.gate.call(deadline, call).await
    }
}
