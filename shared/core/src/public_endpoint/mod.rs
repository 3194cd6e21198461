//! URLs of hosts that are not trusted: webhooks, push endpoints, and servers that a name determines.

mod address;

pub use address::is_allowed;

use crate::error::{CodedError, ErrorCode, ErrorInfo};
use std::fmt;
use std::net::IpAddr;
use url::{Host, Url};

/// The networks that a deployment sends such requests to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Public addresses only, by `https`.
    Public,
    /// Also loopback, by `http` and `https`: the local server without `--production`.
    PublicAndLoopback,
}

/// Reasons why no request may go to a URL. The text does not quote the URL, which may hold a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EndpointError {
    /// The text is longer than the maximum.
    #[error("the URL must have at most 2048 bytes")]
    TooLong,
    /// The text is not a URL with a host, or has spaces, control characters or backslashes.
    #[error("expected a URL of the form https://host/path")]
    Malformed,
    /// The scheme is not `https`.
    #[error("the URL must begin with https://")]
    Scheme,
    /// The host is an IP address in any notation.
    #[error("the host of the URL must be a name, not an IP address")]
    Address,
    /// The host is `localhost` or a name below.
    #[error("the host of the URL must not be localhost")]
    Localhost,
    /// `user:password@` before the host.
    #[error("the URL must not have credentials")]
    Credentials,
    /// Fragment (`#…`), which is never sent.
    #[error("the URL must not have a fragment ('#…'), which is never sent")]
    Fragment,
    /// The port is reserved for other services.
    #[error("the port of the URL must be 443 or above 1023")]
    Port,
}

impl CodedError for EndpointError {
    fn info(&self) -> ErrorInfo {
        ErrorInfo::describe(ErrorCode::InvalidRequest, self)
    }
}

/// The URL of a server that is not trusted: of a webhook, a push endpoint, or a name.
///
/// The URL is displayed as scheme, host and port only, since path and query may hold a key.
#[derive(Clone, PartialEq, Eq)]
pub struct Endpoint {
    url: Url,
    reach: Reach,
}

impl Endpoint {
    /// The maximum number of bytes of a URL, as received and in canonical form.
    pub const MAX: usize = 2048;

    /// Parses a URL as the HTTP client does (WHATWG URL), so that both see the same host. Every notation of an IPv4
    /// address (decimal, hexadecimal, octal, with fewer parts, percent-encoded, with other digits of Unicode) is recognised.
    ///
    /// A name is not resolved here; [`Self::permits`] decides about the addresses at each request.
    ///
    /// # Errors
    /// The text is not a URL, or no request may go there.
    pub fn parse(text: &str, reach: Reach) -> Result<Self, EndpointError> {
        // Checked first, since the parser removes and replaces such characters.
        if text.len() > Self::MAX {
            return Err(EndpointError::TooLong);
        }
        if text.contains(|letter: char| letter.is_control() || letter.is_whitespace() || letter == '\\') {
            return Err(EndpointError::Malformed);
        }
        let url = Url::parse(text).map_err(|_| EndpointError::Malformed)?;
        if url.as_str().len() > Self::MAX {
            return Err(EndpointError::TooLong);
        }
        check_host(&url, reach)?;
        check_authority(text, &url)?;
        if url.fragment().is_some() {
            return Err(EndpointError::Fragment);
        }
        if !matches!(url.port_or_known_default(), Some(443 | 1024..)) {
            return Err(EndpointError::Port);
        }
        Ok(Self { url, reach })
    }

    /// Returns true if a request may connect to an address that the host was resolved to: [`is_allowed`], and in
    /// development also loopback. By `http` only loopback is permitted.
    ///
    /// The connection must go to the address that was checked: a second look-up of the name can have a different result.
    pub fn permits(&self, address: IpAddr) -> bool {
        let is_loopback = self.reach == Reach::PublicAndLoopback && address.is_loopback();
        is_loopback || (self.url.scheme() == "https" && is_allowed(address))
    }

    /// Returns the URL in canonical form.
    pub const fn url(&self) -> &Url {
        &self.url
    }
}

/// Checks scheme and host.
fn check_host(url: &Url, reach: Reach) -> Result<(), EndpointError> {
    let (is_loopback, error) = match url.host() {
        // Other schemes can have no host.
        None => return Err(EndpointError::Scheme),
        Some(Host::Domain(name)) if is_localhost(name) => (true, Some(EndpointError::Localhost)),
        Some(Host::Domain(_)) => (false, None),
        Some(Host::Ipv4(address)) => (address.is_loopback(), Some(EndpointError::Address)),
        Some(Host::Ipv6(address)) => (address.is_loopback(), Some(EndpointError::Address)),
    };
    let is_local = is_loopback && reach == Reach::PublicAndLoopback;
    match url.scheme() {
        "https" => {}
        "http" if is_local => {}
        _ => return Err(EndpointError::Scheme),
    }
    error.filter(|_| !is_local).map_or(Ok(()), Err)
}

/// Returns true for the names that are loopback by RFC 6761 §6.3.
fn is_localhost(name: &str) -> bool {
    let name = name.strip_suffix('.').unwrap_or(name);
    name == "localhost" || name.ends_with(".localhost")
}

/// Checks in the received text that two slashes and a host without credentials follow the scheme. The parser accepts other
/// numbers of slashes and empty credentials, which other parsers read differently.
fn check_authority(text: &str, url: &Url) -> Result<(), EndpointError> {
    let rest = text.get(url.scheme().len()..).and_then(|rest| rest.strip_prefix("://"));
    let rest = rest
        .filter(|rest| !rest.starts_with('/'))
        .ok_or(EndpointError::Malformed)?;
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let has_credentials = authority.contains('@') || !url.username().is_empty() || url.password().is_some();
    (!has_credentials).then_some(()).ok_or(EndpointError::Credentials)
}

impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.url.origin().ascii_serialization())
    }
}

impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests;
