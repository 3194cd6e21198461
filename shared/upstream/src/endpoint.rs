//! One HTTP upstream: its address, the client that reaches it, and the gate on the way.

use crate::base_url::{BaseUrl, encoded};
use crate::client::{Answer, Deadline, HttpClient};
use crate::failure::Failure;
use crate::resilience::Gate;
use reqwest::Url;
use secrecy::{ExposeSecret, SecretString};
use std::sync::Arc;

/// One HTTP upstream. Every adapter that speaks HTTP asks through it and nothing else.
#[derive(Clone, Debug)]
pub struct Endpoint {
    client: HttpClient,
    base: BaseUrl,
    gate: Arc<Gate>,
}

impl Endpoint {
    /// The upstream at this address.
    pub fn new(client: HttpClient, base: BaseUrl) -> Self {
        Self {
            client,
            base,
            gate: Arc::new(Gate::new()),
        }
    }

    /// The address of a resource below that of the upstream; each segment is percent-encoded.
    /// An empty last segment gives a trailing slash.
    pub fn url(&self, segments: &[&str]) -> Url {
        self.base.join(segments)
    }

    /// `GET url`.
    pub async fn get(&self, url: Url, deadline: Deadline) -> Result<Answer, Failure> {
        let key = self.key(deadline).await?;
        let call = self.client.get(self.filled(url, key.as_ref()), deadline);
        let answer = self.gate.call(deadline, call).await?;
        Ok(hidden(answer, key.as_ref()))
    }

    /// `GET url`, and what `read` makes of the answer: where a protocol says in the body that it wants to be asked less often,
    /// the reader makes it the failure that it is, and the gate closes.
    pub async fn get_read<T>(
        &self,
        url: Url,
        deadline: Deadline,
        read: impl FnOnce(Answer) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let key = self.key(deadline).await?;
        let url = self.filled(url, key.as_ref());
        let call = async {
            let answer = self.client.get(url, deadline).await?;
            read(hidden(answer, key.as_ref()))
        };
        self.gate.call(deadline, call).await
    }

    /// `POST url` with a body of type text/plain.
    pub async fn post_text(&self, url: Url, body: String, deadline: Deadline) -> Result<Answer, Failure> {
        let key = self.key(deadline).await?;
        let url = self.filled(url, key.as_ref());
        let call = self.client.post_text(url, body, deadline);
        let answer = self.gate.call(deadline, call).await?;
        Ok(hidden(answer, key.as_ref()))
    }

    /// `POST url` with the fields of a form, percent-encoded.
    pub async fn post_form(&self, url: Url, body: String, deadline: Deadline) -> Result<Answer, Failure> {
        let key = self.key(deadline).await?;
        let url = self.filled(url, key.as_ref());
        let call = self.client.post_form(url, body, deadline);
        let answer = self.gate.call(deadline, call).await?;
        Ok(hidden(answer, key.as_ref()))
    }

    /// `POST url` with a body of type application/json, and what `read` makes of the answer: where a protocol says in the
    /// body that it wants to be asked less often, the reader makes it the failure that it is, and the gate closes.
    pub async fn post_json<T>(
        &self,
        url: Url,
        body: String,
        deadline: Deadline,
        read: impl FnOnce(Answer) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let key = self.key(deadline).await?;
        let url = self.filled(url, key.as_ref());
        let call = async {
            let answer = self.client.post_json(url, body, deadline).await?;
            read(hidden(answer, key.as_ref()))
        };
        self.gate.call(deadline, call).await
    }

    /// The key of this upstream, if its address has the placeholder.
    async fn key(&self, deadline: Deadline) -> Result<Option<SecretString>, Failure> {
        if self.base.wants_key() {
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

/// An answer in which the key is a placeholder again: servers repeat the address they were asked for in their errors,
/// and some protocols send those with a status of success.
fn hidden(answer: Answer, key: Option<&SecretString>) -> Answer {
    match key {
        Some(key) => answer.without(&[key.expose_secret(), &encoded(key)]),
        None => answer,
    }
}
