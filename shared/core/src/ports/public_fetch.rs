//! Requests to servers that a name determines, which are not trusted.

use super::deadline::Deadline;
use async_trait::async_trait;

/// A request to an untrusted server.
#[derive(Clone, Copy, Debug)]
pub struct FetchRequest<'r> {
    /// The URL, which may come from an untrusted server.
    pub url: &'r str,
    /// The JSON body of a `POST`; `None` for a `GET`.
    pub body: Option<&'r str>,
    /// The maximum number of bytes of the response.
    pub limit: usize,
}

/// A complete response of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fetched {
    /// The status code, also of a redirect, which is never followed.
    pub status: u16,
    /// The body, at most as long as the limit of the request.
    pub body: Vec<u8>,
}

impl Fetched {
    /// Returns the body of a response with status 200, and `None` if nothing is at the URL: status 404 or 410.
    ///
    /// # Errors
    /// Another status: [`FetchError::Unavailable`] for 429 and 5xx, otherwise [`FetchError::Status`].
    pub fn found(self) -> Result<Option<Vec<u8>>, FetchError> {
        match self.status {
            200 => Ok(Some(self.body)),
            404 | 410 => Ok(None),
            429 | 500.. => Err(FetchError::Unavailable),
            status => Err(FetchError::Status(status)),
        }
    }
}

/// Reasons why a request has no usable response.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FetchError {
    /// No request may go to the URL: not `https`, an address instead of a name, or only private or reserved addresses.
    #[error("the server of the name has no public address")]
    Forbidden,
    /// The host has no address, or the DNS does not respond.
    #[error("the domain of the name has no address, or the DNS does not respond")]
    Unresolved,
    /// No connection, no valid certificate, an overloaded server, or too many requests of this process.
    #[error("the server of the name is unavailable")]
    Unavailable,
    /// No complete response in time.
    #[error("the server of the name did not respond in time")]
    Timeout,
    /// The response exceeds the limit.
    #[error("the response of the server of the name is too long")]
    TooLong,
    /// A status other than 200, such as that of a redirect.
    #[error("the server of the name responded with status {0}, expected 200 without a redirect")]
    Status(u16),
}

/// Requests to untrusted servers, in a lane apart from the upstreams: every request is bounded in time and size, follows no
/// redirects, and connects to checked public addresses only.
#[async_trait]
pub trait PublicFetch: Send + Sync {
    /// Sends a request. Ends by the deadline, and earlier after the time of a request.
    async fn fetch(&self, request: FetchRequest<'_>, deadline: Deadline) -> Result<Fetched, FetchError>;
}
