//! A client of the emulated API gateway.

use reqwest::Method;
use serde_json::Value;
use std::sync::Mutex;
use std::time::Duration;

/// Timeout of a request: the first request starts a function, which is slow on a busy machine.
const TIMEOUT: Duration = Duration::from_mins(2);

#[derive(Debug)]
pub struct TestResponse {
    /// The status code.
    pub status: u16,
    /// The body as JSON; `null` for other content.
    pub json: Value,
}

impl TestResponse {
    /// Returns a string of the result.
    #[track_caller]
    pub fn data(&self, name: &str) -> &str {
        self.json["data"][name]
            .as_str()
            .unwrap_or_else(|| panic!("no {name}: {self:?}"))
    }
}

/// The fields with values that must not be logged.
const SECRET_FIELDS: [&str; 6] = [
    "password",
    "merchantKey",
    "permissionToken",
    "refreshToken",
    "securityToken",
    "securityTokens",
];

/// A client for a base URL, which records the sent and received secrets.
pub struct Client {
    base_url: String,
    http: reqwest::Client,
    secrets: Mutex<Vec<String>>,
}

impl Client {
    #[expect(clippy::disallowed_methods, reason = "a client of the services, not a part of them")]
    pub fn new(base_url: String) -> Self {
        // Fails only if a provider is installed already, which is just as suitable.
        let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
        let http = reqwest::Client::builder()
            .no_proxy()
            .timeout(TIMEOUT)
            .build()
            .expect("a plain client");
        Self {
            base_url,
            http,
            secrets: Mutex::default(),
        }
    }

    /// Returns the passwords, merchant keys and tokens of all requests and responses so far.
    pub fn secrets(&self) -> Vec<String> {
        self.secrets.lock().expect("no panic so far").clone()
    }

    pub async fn get(&self, path: &str, token: Option<&str>) -> TestResponse {
        self.send(Method::GET, path, token, None).await
    }

    pub async fn post(&self, path: &str, token: Option<&str>, body: &Value) -> TestResponse {
        self.send(Method::POST, path, token, Some(body)).await
    }

    pub async fn delete(&self, path: &str, token: &str, body: &Value) -> TestResponse {
        self.send(Method::DELETE, path, Some(token), Some(body)).await
    }

    async fn send(&self, method: Method, path: &str, token: Option<&str>, body: Option<&Value>) -> TestResponse {
        if let Some(body) = body {
            self.record_secrets(body, false);
        }
        let mut request = self.http.request(method, format!("{}{path}", self.base_url));
        request = token.into_iter().fold(request, reqwest::RequestBuilder::bearer_auth);
        request = body.into_iter().fold(request, reqwest::RequestBuilder::json);
        let response = request.send().await.unwrap_or_else(|error| panic!("{path}: {error:?}"));
        let status = response.status().as_u16();
        let bytes = response.bytes().await.expect("a whole body");
        let json = serde_json::from_slice(&bytes).unwrap_or_default();
        self.record_secrets(&json, false);
        TestResponse { status, json }
    }

    /// Records the strings of a document that belong to a secret field.
    fn record_secrets(&self, document: &Value, is_secret: bool) {
        match document {
            Value::String(text) if is_secret => self.secrets.lock().expect("no panic so far").push(text.clone()),
            Value::Array(items) => items.iter().for_each(|item| self.record_secrets(item, is_secret)),
            Value::Object(fields) => {
                for (name, value) in fields {
                    self.record_secrets(value, SECRET_FIELDS.contains(&name.as_str()));
                }
            }
            _ => {}
        }
    }
}
