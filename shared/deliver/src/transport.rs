//! Requests to receivers, whose names and addresses are not trusted.
//!
//! Each request resolves the name once, keeps the addresses that [`Endpoint::permits`], and connects to one of them. A client
//! is built for the request and knows no other addresses: neither a second look-up nor a connection of an earlier request,
//! whose address was checked for a different endpoint, can be used.

use async_trait::async_trait;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::header::RETRY_AFTER;
use reqwest::{Client, redirect, retry};
use rustls::ClientConfig;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use wallet_notifications::delivery::{Endpoint, Failure};
use wallet_upstream::client::BuildClientError;
use wallet_upstream::tls;

/// The time for connection and TLS with all addresses. Less than an attempt has, so that a dead address leaves time for the
/// next.
const CONNECT: Duration = Duration::from_secs(10);

/// The number of bytes of a response's body that are read and thrown away.
const BODY: usize = 16 * 1024;

/// The maximum number of addresses of a name that are tried.
const ADDRESSES: usize = 8;

/// The maximum length of a `Retry-After` header, in bytes. The longest HTTP date has 33.
const RETRY_AFTER_BYTES: usize = 64;

/// The addresses of names.
#[async_trait]
pub trait Names: Send + Sync {
    /// Returns the addresses of a name in the order of preference. The caller bounds the time.
    ///
    /// # Errors
    /// The name does not exist, or no server of the DNS has responded.
    async fn addresses(&self, name: &str) -> io::Result<Vec<IpAddr>>;
}

/// The names as the operating system resolves them.
pub struct SystemNames;

#[async_trait]
impl Names for SystemNames {
    async fn addresses(&self, name: &str) -> io::Result<Vec<IpAddr>> {
        let found = tokio::net::lookup_host((name, 0)).await?;
        Ok(found.map(|address| address.ip()).collect())
    }
}

/// A request to a receiver: `POST` with these headers and this body.
#[derive(Clone, Debug)]
pub struct Request {
    /// The headers: names in lower case, and values of visible ASCII.
    pub headers: Vec<(&'static str, String)>,
    /// The body.
    pub body: Vec<u8>,
}

/// A complete response; of the body only the beginning was received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The status code, also of a redirect.
    pub status: u16,
    /// The header `Retry-After`, if sent and readable.
    pub retry_after: Option<String>,
}

/// The way of requests to receivers.
#[async_trait]
pub trait Transport: Send + Sync {
    /// Sends a request. The caller bounds the time by dropping the future, which ends the connection.
    ///
    /// # Errors
    /// The receiver did not respond completely.
    async fn post(&self, endpoint: &Endpoint, request: Request) -> Result<Response, Failure>;
}

/// Requests by HTTP/1.1 without redirects, proxies, cookies, referrers, repetitions and decompression.
pub struct HttpTransport {
    names: Arc<dyn Names>,
    tls: ClientConfig,
}

impl HttpTransport {
    /// Returns the transport with the names of the operating system and the compiled-in roots.
    ///
    /// # Errors
    /// The TLS library rejects the defaults.
    pub fn system() -> Result<Self, BuildClientError> {
        Ok(Self::new(Arc::new(SystemNames), tls::public_roots()?))
    }

    /// Creates a transport.
    pub fn new(names: Arc<dyn Names>, mut tls: ClientConfig) -> Self {
        tls.alpn_protocols = vec![b"http/1.1".to_vec()];
        Self { names, tls }
    }

    /// Resolves the host of an endpoint once, and returns the permitted addresses.
    async fn permitted(&self, endpoint: &Endpoint) -> Result<Vec<SocketAddr>, Failure> {
        let port = endpoint.url().port_or_known_default().ok_or(Failure::InvalidTarget)?;
        let host = endpoint.url().host_str().ok_or(Failure::InvalidTarget)?;
        let literal = host.trim_start_matches('[').trim_end_matches(']').parse();
        let found = match literal {
            Ok(address) => vec![address],
            Err(_) => self.names.addresses(host).await.map_err(|_| Failure::Unresolved)?,
        };
        if found.is_empty() {
            return Err(Failure::Unresolved);
        }
        let permitted = found.into_iter().filter(|address| endpoint.permits(*address));
        let permitted: Vec<_> = permitted
            .map(|address| SocketAddr::new(address, port))
            .take(ADDRESSES)
            .collect();
        if permitted.is_empty() {
            return Err(Failure::ForbiddenAddress);
        }
        Ok(permitted)
    }

    /// Builds a client that connects to these addresses only.
    #[expect(clippy::disallowed_methods, reason = "the client of the upstreams resolves names by itself")]
    fn client(&self, addresses: Vec<SocketAddr>) -> reqwest::Result<Client> {
        Client::builder()
            .tls_backend_preconfigured(self.tls.clone())
            .dns_resolver(Checked(addresses))
            .redirect(redirect::Policy::none())
            .retry(retry::never())
            .no_proxy()
            .no_gzip()
            .referer(false)
            .http1_only()
            .pool_max_idle_per_host(0)
            .connect_timeout(CONNECT)
            .user_agent(concat!("wallet-cloud/", env!("CARGO_PKG_VERSION")))
            .build()
    }
}

#[async_trait]
impl Transport for HttpTransport {
    async fn post(&self, endpoint: &Endpoint, request: Request) -> Result<Response, Failure> {
        let addresses = self.permitted(endpoint).await?;
        let client = self.client(addresses).map_err(|error| failure(&error))?;
        let mut sent = client.post(endpoint.url().clone()).body(request.body);
        for (name, value) in request.headers {
            sent = sent.header(name, value);
        }
        let mut response = sent.send().await.map_err(|error| failure(&error))?;
        let mut left = BODY;
        while let Some(chunk) = response.chunk().await.map_err(|error| failure(&error))? {
            left = left.saturating_sub(chunk.len());
            if left == 0 {
                break;
            }
        }
        let retry_after = response
            .headers()
            .get(RETRY_AFTER)
            .and_then(|value| value.to_str().ok());
        Ok(Response {
            status: response.status().as_u16(),
            retry_after: retry_after
                .filter(|text| text.len() <= RETRY_AFTER_BYTES)
                .map(str::to_owned),
        })
    }
}

/// Addresses that were resolved and checked before, whatever the name.
struct Checked(Vec<SocketAddr>);

impl Resolve for Checked {
    fn resolve(&self, _: Name) -> Resolving {
        let addresses: Addrs = Box::new(self.0.clone().into_iter());
        Box::pin(std::future::ready(Ok(addresses)))
    }
}

/// Classifies a transport error. The text is dropped, since it can reveal internal names.
fn failure(error: &reqwest::Error) -> Failure {
    if error.is_timeout() {
        Failure::Timeout
    } else {
        Failure::Connection
    }
}
