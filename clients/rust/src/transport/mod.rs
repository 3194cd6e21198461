//! The exchange of a request and a response.

mod socket;

use super::operation::Method;
use async_trait::async_trait;
use bon::Builder;
use socket::WebSocket;
use std::error::Error;

/// The largest response, or message of a socket, that is read, in bytes.
const MAX_RESPONSE: usize = 16 * 1024 * 1024;

/// A request.
#[derive(Clone, Debug, Builder)]
#[builder(on(String, into))]
#[non_exhaustive]
pub struct Request {
    /// The method.
    pub method: Method,
    /// The complete URL.
    pub url: String,
    /// The headers, except connection headers.
    #[builder(default)]
    pub headers: Vec<(&'static str, String)>,
    /// The JSON body.
    pub body: Option<Vec<u8>>,
}

/// A response.
#[derive(Clone, Debug, Builder)]
#[builder(on(String, into))]
#[non_exhaustive]
pub struct Response {
    /// The HTTP status code.
    pub status: u16,
    /// The headers with names in lower case.
    #[builder(default)]
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Response {
    /// Returns the value of a header. `name` is in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(header, _)| header == name)
            .map(|(_, value)| value.as_str())
    }
}

/// The error of an exchange without a complete response. The server may have processed the request.
#[derive(Debug, thiserror::Error)]
#[error("no complete response was received")]
#[non_exhaustive]
pub struct TransportError(#[source] pub Box<dyn Error + Send + Sync>);

impl TransportError {
    /// Creates the error with a cause.
    pub fn new(source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self(source.into())
    }
}

/// Sends requests. An app replaces the transport to use a different HTTP library.
#[async_trait]
pub trait Transport: Send + Sync {
    /// Sends a request once and returns the response with any status. Redirects are not followed, since the request
    /// carries a token. The client limits the time.
    async fn send(&self, request: Request) -> Result<Response, TransportError>;

    /// Opens the WebSocket (RFC 6455) at a URL. The client limits the time. By default there is no
    /// socket: events then arrive by long polls.
    async fn open_socket(&self, url: &str) -> Result<Box<dyn Socket>, TransportError> {
        let _ = url;
        Err(TransportError("the transport has no sockets".into()))
    }
}

/// An open WebSocket. The connection ends when the socket is dropped.
#[async_trait]
pub trait Socket: Send {
    /// Sends a text message.
    async fn send(&mut self, text: String) -> Result<(), TransportError>;

    /// Waits for a message and returns its content. The end of the connection is an error.
    async fn receive(&mut self) -> Result<Vec<u8>, TransportError>;
}

/// The transport over reqwest.
#[derive(Clone, Debug)]
pub struct HttpTransport(reqwest::Client);

impl HttpTransport {
    /// Creates a transport with the trusted certificates of the platform.
    pub fn new() -> Result<Self, TransportError> {
        // Fails only if a provider is installed already, which is just as suitable.
        let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
        Ok(Self(builder().build().map_err(no_response)?))
    }
}

#[expect(clippy::disallowed_methods, reason = "a client of the services; the shared client is for upstreams")]
fn builder() -> reqwest::ClientBuilder {
    reqwest::Client::builder().redirect(reqwest::redirect::Policy::none())
}

#[async_trait]
impl Transport for HttpTransport {
    async fn send(&self, request: Request) -> Result<Response, TransportError> {
        let method = match request.method {
            Method::Get => reqwest::Method::GET,
            Method::Post => reqwest::Method::POST,
            Method::Put => reqwest::Method::PUT,
            Method::Delete => reqwest::Method::DELETE,
        };
        let mut builder = self.0.request(method, &request.url);
        for (name, value) in request.headers {
            builder = builder.header(name, value);
        }
        if let Some(body) = request.body {
            builder = builder.body(body);
        }
        let mut response = builder.send().await.map_err(no_response)?;
        let headers = response.headers().iter();
        let headers =
            headers.filter_map(|(name, value)| Some((name.as_str().to_owned(), value.to_str().ok()?.to_owned())));
        let headers = headers.collect();
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(no_response)? {
            if body.len() + chunk.len() > MAX_RESPONSE {
                return Err(TransportError(
                    format!("the response exceeds {MAX_RESPONSE} bytes").into(),
                ));
            }
            body.extend_from_slice(&chunk);
        }
        Ok(Response {
            status: response.status().as_u16(),
            headers,
            body,
        })
    }

    async fn open_socket(&self, url: &str) -> Result<Box<dyn Socket>, TransportError> {
        // A WebSocket cannot be opened over the HTTP/2 of reqwest.
        let client = builder().http1_only().build().map_err(no_response)?;
        Ok(Box::new(WebSocket::open(&client, url).await?))
    }
}

/// Wraps an error without the URL, which may contain an address of the user.
fn no_response(error: reqwest::Error) -> TransportError {
    TransportError(Box::new(error.without_url()))
}
