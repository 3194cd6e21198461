//! Connections to servers that are not trusted.
//!
//! Each request resolves the name once, keeps the addresses that [`Endpoint::permits`], and connects to one of them. A client
//! is built for the request and knows no other addresses: neither a second look-up nor a connection of an earlier request,
//! whose address was checked for a different endpoint, can be used.

use crate::client::BuildClientError;
use crate::tls;
use async_trait::async_trait;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::{Client, redirect, retry};
use rustls::ClientConfig;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use wallet_core::public_endpoint::Endpoint;

/// The time for connection and TLS with all addresses. Less than an attempt of a delivery has, so that a dead address leaves
/// time for the next.
const CONNECT: Duration = Duration::from_secs(10);

/// The maximum number of addresses of a name that are tried.
const ADDRESSES: usize = 8;

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

/// Reasons why a request to an untrusted server has no response.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GuardedError {
    /// The name has no address.
    #[error("the name has no address")]
    Unresolved,
    /// Every address of the name is private or reserved.
    #[error("every address of the name is private or reserved")]
    ForbiddenAddress,
    /// No connection, or no valid certificate.
    #[error("the connection failed")]
    Connection,
    /// No complete response within the time limit.
    #[error("no complete response within the time limit")]
    Timeout,
}

impl From<reqwest::Error> for GuardedError {
    /// Classifies a transport error. The text is dropped, since it can reveal internal names.
    fn from(error: reqwest::Error) -> Self {
        if error.is_timeout() {
            Self::Timeout
        } else {
            Self::Connection
        }
    }
}

/// Clients for single requests by HTTP/1.1 without redirects, proxies, cookies, referrers, repetitions and decompression.
pub struct GuardedClients {
    names: Arc<dyn Names>,
    tls: ClientConfig,
}

impl GuardedClients {
    /// Returns the clients with the names of the operating system and the compiled-in roots.
    ///
    /// # Errors
    /// The TLS library rejects the defaults.
    pub fn system() -> Result<Self, BuildClientError> {
        Ok(Self::new(Arc::new(SystemNames), tls::public_roots()?))
    }

    /// Creates the clients with these names and settings of TLS.
    pub fn new(names: Arc<dyn Names>, mut tls: ClientConfig) -> Self {
        tls.alpn_protocols = vec![b"http/1.1".to_vec()];
        Self { names, tls }
    }

    /// Resolves the host of an endpoint once, and returns a client that connects to the permitted addresses only.
    ///
    /// # Errors
    /// The host has no address, or no permitted address.
    pub async fn client(&self, endpoint: &Endpoint) -> Result<Client, GuardedError> {
        let addresses = self.permitted(endpoint).await?;
        Ok(self.build(addresses)?)
    }

    async fn permitted(&self, endpoint: &Endpoint) -> Result<Vec<SocketAddr>, GuardedError> {
        // A parsed endpoint has a host and a port.
        let port = endpoint.url().port_or_known_default().ok_or(GuardedError::Unresolved)?;
        let host = endpoint.url().host_str().ok_or(GuardedError::Unresolved)?;
        let literal = host.trim_start_matches('[').trim_end_matches(']').parse();
        let found = match literal {
            Ok(address) => vec![address],
            Err(_) => self.names.addresses(host).await.map_err(|_| GuardedError::Unresolved)?,
        };
        if found.is_empty() {
            return Err(GuardedError::Unresolved);
        }
        let permitted = found.into_iter().filter(|address| endpoint.permits(*address));
        let permitted: Vec<_> = permitted
            .map(|address| SocketAddr::new(address, port))
            .take(ADDRESSES)
            .collect();
        if permitted.is_empty() {
            return Err(GuardedError::ForbiddenAddress);
        }
        Ok(permitted)
    }

    #[expect(clippy::disallowed_methods, reason = "the client of the upstreams resolves names by itself")]
    fn build(&self, addresses: Vec<SocketAddr>) -> reqwest::Result<Client> {
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

/// Addresses that were resolved and checked before, whatever the name.
struct Checked(Vec<SocketAddr>);

impl Resolve for Checked {
    fn resolve(&self, _: Name) -> Resolving {
        let addresses: Addrs = Box::new(self.0.clone().into_iter());
        Box::pin(std::future::ready(Ok(addresses)))
    }
}
