//! A client of the emulated gateway.

use reqwest::Method;
use serde_json::Value;
use std::time::Duration;

/// Starting a function for its first request takes a while on a busy machine.
const PATIENCE: Duration = Duration::from_mins(2);

/// An answer.
#[derive(Debug)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The body as JSON, `null` when it is none.
    pub json: Value,
}

impl Answer {
    /// A text in the result.
    #[track_caller]
    pub fn data(&self, name: &str) -> &str {
        self.json["data"][name]
            .as_str()
            .unwrap_or_else(|| panic!("no {name}: {self:?}"))
    }
}

/// Sends requests to one base URL.
pub struct Client {
    base_url: String,
    http: reqwest::Client,
}

impl Client {
    #[expect(clippy::disallowed_methods, reason = "a caller of the services, not a part of them")]
    pub fn new(base_url: String) -> Self {
        // Fails only when a provider is there already, which is as good.
        let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
        let http = reqwest::Client::builder()
            .no_proxy()
            .timeout(PATIENCE)
            .build()
            .expect("a plain client");
        Self { base_url, http }
    }

    pub async fn get(&self, path: &str, token: Option<&str>) -> Answer {
        self.send(Method::GET, path, token, None).await
    }

    pub async fn post(&self, path: &str, token: Option<&str>, body: &Value) -> Answer {
        self.send(Method::POST, path, token, Some(body)).await
    }

    pub async fn delete(&self, path: &str, token: &str, body: &Value) -> Answer {
        self.send(Method::DELETE, path, Some(token), Some(body)).await
    }

    async fn send(&self, method: Method, path: &str, token: Option<&str>, body: Option<&Value>) -> Answer {
        let mut request = self.http.request(method, format!("{}{path}", self.base_url));
        request = token.into_iter().fold(request, reqwest::RequestBuilder::bearer_auth);
        request = body.into_iter().fold(request, reqwest::RequestBuilder::json);
        let response = request.send().await.unwrap_or_else(|error| panic!("{path}: {error:?}"));
        let status = response.status().as_u16();
        let bytes = response.bytes().await.expect("a whole body");
        Answer {
            status,
            json: serde_json::from_slice(&bytes).unwrap_or_default(),
        }
    }
}
