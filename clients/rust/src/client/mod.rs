//! The client: requests with a token, repeated as far as the errors permit.

#[cfg(feature = "payments")]
mod payments;

#[cfg(feature = "payments")]
use super::clock::DeviceClock;
use super::encoding;
use super::error::CallError;
use super::operation::Operation;
#[cfg(feature = "payments")]
use super::payments::Attempts;
use super::retry::RetryPolicy;
use super::session::TokenSource;
use super::transport::{HttpTransport, Request, Response, Transport, TransportError};
#[cfg(feature = "payments")]
use payments::ServiceLimits;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;
use uuid::Uuid;
use wallet_core::error::ErrorCode;
#[cfg(feature = "payments")]
use wallet_core::ports::system::Clock;

/// The services at a base URL. Clones share connections, the session and the payments that may still be mined.
#[derive(Clone)]
pub struct Client {
    transport: Arc<dyn Transport>,
    base_url: Arc<str>,
    /// The path of the base URL, a part of the paths in errors.
    base_path: Arc<str>,
    credentials: Credentials,
    retries: RetryPolicy,
    #[cfg(feature = "payments")]
    clock: Arc<dyn Clock>,
    #[cfg(feature = "payments")]
    fee_limits: Arc<ServiceLimits>,
    #[cfg(feature = "payments")]
    attempts: Arc<Attempts>,
}

#[derive(Clone)]
enum Credentials {
    Nothing,
    Token(Arc<str>),
    Source(Arc<dyn TokenSource>),
}

/// A call to an operation.
pub struct Call {
    operation: &'static Operation,
    path: String,
    query: Result<String, serde_json::Error>,
    body: Result<Option<Vec<u8>>, serde_json::Error>,
}

impl Call {
    /// Creates a call without a query and a body.
    pub fn new(operation: &'static Operation, path: String) -> Self {
        Self {
            operation,
            path,
            query: Ok(String::new()),
            body: Ok(None),
        }
    }

    /// Sets the query to the fields of a struct.
    pub fn with_query(self, fields: &impl Serialize) -> Self {
        Self {
            query: encoding::query(fields),
            ..self
        }
    }

    /// Sets the JSON body.
    pub fn with_body(self, body: &impl Serialize) -> Self {
        Self {
            body: serde_json::to_vec(body).map(Some),
            ..self
        }
    }
}

#[derive(Deserialize)]
struct Envelope<T> {
    data: T,
}

impl Client {
    /// Creates a client without a token. `base_url` is the part of the URLs before the name of a service.
    pub fn new(base_url: &str) -> Result<Self, TransportError> {
        Ok(Self::over(Arc::new(HttpTransport::new()?), base_url))
    }

    /// Creates a client over a different transport.
    pub fn over(transport: Arc<dyn Transport>, base_url: &str) -> Self {
        let base_url = base_url.trim_end_matches('/');
        Self {
            transport,
            base_url: base_url.into(),
            base_path: path(base_url).into(),
            credentials: Credentials::Nothing,
            retries: RetryPolicy::default(),
            #[cfg(feature = "payments")]
            clock: Arc::new(DeviceClock),
            #[cfg(feature = "payments")]
            fee_limits: Arc::default(),
            #[cfg(feature = "payments")]
            attempts: Arc::default(),
        }
    }

    /// Returns the base URL of the services.
    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    pub(crate) fn transport(&self) -> Arc<dyn Transport> {
        Arc::clone(&self.transport)
    }

    /// Returns the same client with a fixed permission token.
    #[must_use]
    pub fn with_token(&self, token: &str) -> Self {
        Self {
            credentials: Credentials::Token(token.into()),
            ..self.clone()
        }
    }

    /// Returns the same client with the permission tokens of a session, or of a different source.
    #[must_use]
    pub fn with_session(&self, session: impl TokenSource + 'static) -> Self {
        Self {
            credentials: Credentials::Source(Arc::new(session)),
            ..self.clone()
        }
    }

    /// Returns the same client with a different policy for repetitions.
    #[must_use]
    pub fn with_retries(&self, retries: RetryPolicy) -> Self {
        Self {
            retries,
            ..self.clone()
        }
    }

    /// Returns the policy for repetitions.
    pub(crate) const fn retries(&self) -> &RetryPolicy {
        &self.retries
    }

    /// Sends a call and returns `data` of the response.
    pub(crate) async fn data<T: DeserializeOwned>(&self, call: Call) -> Result<T, CallError> {
        let envelope: Envelope<T> = self.flat(call).await?;
        Ok(envelope.data)
    }

    /// Sends a call and returns the whole body of the response.
    pub(crate) async fn flat<T: DeserializeOwned>(&self, call: Call) -> Result<T, CallError> {
        let response = self.exchange(&call).await?;
        parse(&self.path(&call), &response)
    }

    /// Sends a call and returns `data` of the response and the headers.
    pub(crate) async fn data_with_response<T: DeserializeOwned>(&self, call: Call) -> Result<(T, Response), CallError> {
        let response = self.exchange(&call).await?;
        let envelope: Envelope<T> = parse(&self.path(&call), &response)?;
        Ok((envelope.data, response))
    }

    /// Sends a call until it succeeds or is not to be repeated.
    async fn exchange(&self, call: &Call) -> Result<Response, CallError> {
        let request = self.request(call)?;
        let mut attempt = 0;
        let mut is_renewed = false;
        loop {
            let token = self.token().await?;
            let error = match self.attempt(&request, call, token.as_deref()).await {
                Ok(response) => return Ok(response),
                Err(error) => error,
            };
            // The service rejects a token that the device still accepts, for example after a revocation of keys.
            if let (Credentials::Source(source), Some(token), false) = (&self.credentials, &token, is_renewed)
                && (error.is(ErrorCode::TokenExpired) || error.is(ErrorCode::InvalidToken))
            {
                is_renewed = true;
                source.replace(token).await?;
                continue;
            }
            attempt += 1;
            match self.retries.delay(&error, attempt, call.operation.is_repeatable) {
                Some(delay) => tokio::time::sleep(delay).await,
                None => return Err(error),
            }
        }
    }

    /// Returns a permission token that is valid now, if the client has any.
    pub(crate) async fn token(&self) -> Result<Option<String>, CallError> {
        match &self.credentials {
            Credentials::Nothing => Ok(None),
            Credentials::Token(token) => Ok(Some((**token).to_owned())),
            Credentials::Source(source) => Ok(Some(source.permission_token().await?)),
        }
    }

    fn request(&self, call: &Call) -> Result<Request, CallError> {
        let encoding = |error: &serde_json::Error| CallError::Encoding {
            path: self.path(call),
            problem: error.to_string(),
        };
        let query = call.query.as_ref().map_err(encoding)?;
        let body = call.body.as_ref().map_err(encoding)?.clone();
        let separator = if query.is_empty() { "" } else { "?" };
        let content_type = body.as_ref().map(|_| ("content-type", "application/json".to_owned()));
        Ok(Request {
            method: call.operation.method,
            url: format!("{}{}{separator}{query}", self.base_url, call.path),
            headers: content_type.into_iter().collect(),
            body,
        })
    }

    /// Returns the requested path, as in errors.
    fn path(&self, call: &Call) -> String {
        format!("{}{}", self.base_path, call.path)
    }

    async fn attempt(&self, request: &Request, call: &Call, token: Option<&str>) -> Result<Response, CallError> {
        let mut request = request.clone();
        request.headers.push(("request-id", Uuid::new_v4().to_string()));
        if let Some(token) = token {
            request.headers.push(("authorization", format!("Bearer {token}")));
        }
        let exchange = tokio::time::timeout(self.retries.attempt_timeout, self.transport.send(request));
        let response = exchange
            .await
            .unwrap_or_else(|elapsed| Err(TransportError(elapsed.into())));
        let response = response.map_err(|source| CallError::NoResponse {
            path: self.path(call),
            source,
        })?;
        if response.status == 200 {
            Ok(response)
        } else {
            Err(CallError::of_response(&self.path(call), &response))
        }
    }
}

/// Returns the path of a URL: `/v1` of `https://wallet.example/v1`.
fn path(url: &str) -> &str {
    let after_scheme = url.split_once("://").map_or(url, |(_, rest)| rest);
    after_scheme.find('/').map_or("", |start| &after_scheme[start..])
}

fn parse<T: DeserializeOwned>(path: &str, response: &Response) -> Result<T, CallError> {
    serde_json::from_slice(&response.body).map_err(|error| CallError::Undocumented {
        path: path.to_owned(),
        status: response.status,
        problem: error.to_string(),
    })
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("base_url", &self.base_url)
            .field("retries", &self.retries)
            .finish_non_exhaustive()
    }
}
