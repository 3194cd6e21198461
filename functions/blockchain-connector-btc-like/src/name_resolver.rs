//! The resolver of names.
//!
//! | Variable | Value |
//! |---|---|
//! | `WALLET_CLOUD_DNS_OVER_HTTPS` | URL of a public resolver with DNS over HTTPS (RFC 8484), for example `https://dns.example/dns-query`; none by default |

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use std::sync::Arc;
use wallet_btc_like::MAX_DNS_RESPONSE;
use wallet_core::name::NameError;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::public_fetch::{FetchError, FetchRequest, PublicFetch};
use wallet_core::ports::system::Clock;
use wallet_core::ports::upstream::UpstreamError;
use wallet_core::public_endpoint::{Endpoint, EndpointError, Reach};

/// The name of the variable.
const SETTING: &str = "WALLET_CLOUD_DNS_OVER_HTTPS";

/// An invalid URL, which prevents the start of the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameResolverError {
    /// The URL is not that of a public server.
    #[error("invalid {SETTING}: {0}")]
    Url(#[from] EndpointError),
    /// The URL has parameters.
    #[error("{SETTING} must have no parameters")]
    Parameters,
}

/// The operator's resolver for names with payment instructions. None by default: the resolver learns who is paid. The resolver is
/// not trusted, since the proofs are verified.
#[derive(Clone, Default)]
pub struct NameResolver(Option<Arc<Resolver>>);

/// The resolver that the operator has set.
pub(crate) struct Resolver {
    url: String,
    servers: Arc<dyn PublicFetch>,
    clock: Arc<dyn Clock>,
}

impl NameResolver {
    /// Reads the URL from the settings: `setting` returns the value of a variable, or `None` if not set.
    pub fn from_settings(
        servers: Arc<dyn PublicFetch>,
        clock: Arc<dyn Clock>,
        setting: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, NameResolverError> {
        let Some(url) = setting(SETTING) else {
            return Ok(Self::default());
        };
        if url.contains('?') {
            return Err(NameResolverError::Parameters);
        }
        let url = Endpoint::parse(&url, Reach::Public)?.url().to_string();
        Ok(Self(Some(Arc::new(Resolver { url, servers, clock }))))
    }

    /// Returns the resolver of the operator.
    ///
    /// # Errors
    /// The operator has set none.
    pub(crate) fn configured(&self) -> Result<&Resolver, UpstreamError> {
        self.0.as_deref().ok_or_else(|| UpstreamError::NotConfigured {
            setting: SETTING.to_owned(),
        })
    }
}

impl Resolver {
    /// Returns the time in Unix seconds at which a proof must be valid.
    pub(crate) fn now(&self) -> u64 {
        self.clock.now().as_secs()
    }

    /// Returns the response to a query in the wire format of the DNS.
    ///
    /// # Errors
    /// The resolver has no usable response.
    pub(crate) async fn response(&self, query: &[u8], deadline: Deadline) -> Result<Vec<u8>, NameError> {
        let url = format!("{}?dns={}", self.url, URL_SAFE_NO_PAD.encode(query));
        let request = FetchRequest {
            url: &url,
            body: None,
            limit: MAX_DNS_RESPONSE,
        };
        let fetched = self.servers.fetch(request, deadline).await?;
        Ok(fetched.found()?.ok_or(FetchError::Status(404))?)
    }
}
