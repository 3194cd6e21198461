//! An HTTP/JSON client of the services. It depends on no other code of this workspace.

use reqwest::{Method, RequestBuilder};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::time::Duration;

/// Timeout of a call. It exceeds the 25 s after which the services give up on an upstream.
const TIMEOUT: Duration = Duration::from_secs(30);

/// The services at a base URL.
pub struct Api {
    http: reqwest::Client,
    base_url: String,
    token: Option<String>,
}

/// The error of a call.
#[derive(Debug, thiserror::Error)]
pub enum CallError {
    /// The HTTP client rejected its settings.
    #[error("the HTTP client cannot be created")]
    Client(#[source] reqwest::Error),
    /// No response was received.
    #[error("no response from {path}")]
    NoResponse {
        /// The requested path.
        path: String,
        /// The transport error.
        source: reqwest::Error,
    },
    /// The server returned an error response.
    #[error("{status} {code}: {message} (requestId {request_id})")]
    ErrorResponse {
        /// The HTTP status code.
        status: u16,
        /// The stable error code.
        code: String,
        /// The human-readable message.
        message: String,
        /// The request ID for support requests.
        request_id: String,
    },
    /// The response has an undocumented form.
    #[error("{path} returned an undocumented response with status {status}: {problem}")]
    Undocumented {
        /// The requested path.
        path: String,
        /// The HTTP status code.
        status: u16,
        /// The parse error.
        problem: String,
    },
}

#[derive(Deserialize)]
struct Success<T> {
    data: T,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Failure {
    request_id: String,
    error: FailureBody,
}

#[derive(Deserialize)]
struct FailureBody {
    code: String,
    message: String,
}

impl Api {
    /// Creates a client without a token.
    #[expect(
        clippy::disallowed_methods,
        reason = "the demo calls the services; the shared client is for upstreams"
    )]
    pub fn new(base_url: &str) -> Result<Self, CallError> {
        // Fails only if a provider is installed already, which is just as suitable.
        let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
        let http = reqwest::Client::builder()
            .timeout(TIMEOUT)
            .build()
            .map_err(CallError::Client)?;
        Ok(Self {
            http,
            base_url: base_url.trim_end_matches('/').to_owned(),
            token: None,
        })
    }

    /// Returns the base URL of the services.
    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    /// Returns the same client with a permission token.
    #[must_use]
    pub fn with_token(&self, token: String) -> Self {
        Self {
            http: self.http.clone(),
            base_url: self.base_url.clone(),
            token: Some(token),
        }
    }

    /// Sends `POST path` with a JSON body and returns `data` of the response.
    pub async fn post<T: DeserializeOwned>(&self, path: &str, body: &Value) -> Result<T, CallError> {
        self.call(path, self.request(Method::POST, path).json(body)).await
    }

    /// Sends `GET path` with query parameters and returns `data` of the response.
    pub async fn get<T: DeserializeOwned>(&self, path: &str, query: &[(&str, &str)]) -> Result<T, CallError> {
        self.call(path, self.request(Method::GET, path).query(query)).await
    }

    /// Sends `DELETE path` and returns `data` of the response.
    pub async fn delete<T: DeserializeOwned>(&self, path: &str) -> Result<T, CallError> {
        self.call(path, self.request(Method::DELETE, path)).await
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.http.request(method, format!("{}{path}", self.base_url));
        match &self.token {
            Some(token) => request.bearer_auth(token),
            None => request,
        }
    }

    async fn call<T: DeserializeOwned>(&self, path: &str, request: RequestBuilder) -> Result<T, CallError> {
        let no_response = |source| CallError::NoResponse {
            path: path.to_owned(),
            source,
        };
        let response = request.send().await.map_err(no_response)?;
        let status = response.status();
        let body = response.bytes().await.map_err(no_response)?;
        let undocumented = |error: serde_json::Error| CallError::Undocumented {
            path: path.to_owned(),
            status: status.as_u16(),
            problem: error.to_string(),
        };
        if status.is_success() {
            return serde_json::from_slice(&body)
                .map(|success: Success<T>| success.data)
                .map_err(undocumented);
        }
        let failure: Failure = serde_json::from_slice(&body).map_err(undocumented)?;
        Err(CallError::ErrorResponse {
            status: status.as_u16(),
            code: failure.error.code,
            message: failure.error.message,
            request_id: failure.request_id,
        })
    }
}
