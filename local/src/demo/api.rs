//! The services as a caller sees them: JSON over HTTP, nothing of this workspace behind it.

use reqwest::{Method, RequestBuilder};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::time::Duration;

/// The longest that a call may take: the services give up on an upstream after 25 s.
const PATIENCE: Duration = Duration::from_secs(30);

/// The services at a base URL.
pub struct Api {
    http: reqwest::Client,
    base_url: String,
    token: Option<String>,
}

/// Why a call failed.
#[derive(Debug, thiserror::Error)]
pub enum CallError {
    /// The HTTP library refuses its settings.
    #[error("the HTTP client cannot be set up")]
    Client(#[source] reqwest::Error),
    /// No answer.
    #[error("no answer from {path}")]
    NoAnswer {
        /// The path that was called.
        path: String,
        /// Why.
        source: reqwest::Error,
    },
    /// The server says no.
    #[error("{status} {code}: {message} (requestId {request_id})")]
    Refused {
        /// The HTTP status.
        status: u16,
        /// The stable code.
        code: String,
        /// The sentence for people.
        message: String,
        /// What to name when asking about it.
        request_id: String,
    },
    /// The answer is none of the documented ones.
    #[error("{path} answered {status} with something that is not documented: {problem}")]
    Undocumented {
        /// The path that was called.
        path: String,
        /// The HTTP status.
        status: u16,
        /// What is wrong with it.
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
    /// A caller without a token.
    #[expect(
        clippy::disallowed_methods,
        reason = "the demo calls our services; the one client is for upstreams"
    )]
    pub fn new(base_url: &str) -> Result<Self, CallError> {
        // Fails only when a provider is there already, which is as good.
        let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
        let http = reqwest::Client::builder()
            .timeout(PATIENCE)
            .build()
            .map_err(CallError::Client)?;
        Ok(Self {
            http,
            base_url: base_url.trim_end_matches('/').to_owned(),
            token: None,
        })
    }

    /// Where the services are.
    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    /// The same caller with a permission token.
    #[must_use]
    pub fn with_token(&self, token: String) -> Self {
        Self {
            http: self.http.clone(),
            base_url: self.base_url.clone(),
            token: Some(token),
        }
    }

    /// `POST path` with a JSON body; gives `data` of the answer.
    pub async fn post<T: DeserializeOwned>(&self, path: &str, body: &Value) -> Result<T, CallError> {
        self.call(path, self.request(Method::POST, path).json(body)).await
    }

    /// `GET path` with query parameters; gives `data` of the answer.
    pub async fn get<T: DeserializeOwned>(&self, path: &str, query: &[(&str, &str)]) -> Result<T, CallError> {
        self.call(path, self.request(Method::GET, path).query(query)).await
    }

    /// `DELETE path`; gives `data` of the answer.
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
        let no_answer = |source| CallError::NoAnswer {
            path: path.to_owned(),
            source,
        };
        let response = request.send().await.map_err(no_answer)?;
        let status = response.status();
        let body = response.bytes().await.map_err(no_answer)?;
        let undocumented = |error: serde_json::Error| CallError::Undocumented {
            path: path.to_owned(),
            status: status.as_u16(),
            problem: error.to_string(),
        };
        if status.is_success() {
            return serde_json::from_slice(&body)
                .map(|answer: Success<T>| answer.data)
                .map_err(undocumented);
        }
        let failure: Failure = serde_json::from_slice(&body).map_err(undocumented)?;
        Err(CallError::Refused {
            status: status.as_u16(),
            code: failure.error.code,
            message: failure.error.message,
            request_id: failure.request_id,
        })
    }
}
