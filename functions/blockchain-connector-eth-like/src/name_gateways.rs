//! Gateways of off-chain names.
//!
//! | Variable | Value |
//! |---|---|
//! | `WALLET_CLOUD_NAME_GATEWAYS` | hosts, separated by commas; none by default |

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;
use wallet_core::name::{NameError, is_domain};
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::public_fetch::{FetchRequest, Fetched, PublicFetch};
use wallet_core::public_endpoint::{Endpoint, Reach};
use wallet_eth_like::ens::{MAX_GATEWAY_RESPONSE, OffchainLookup, gateway_data};

/// The name of the variable.
const SETTING: &str = "WALLET_CLOUD_NAME_GATEWAYS";

/// The maximum number of gateways that are requested for an off-chain look-up.
pub(crate) const MAX_REQUESTS: usize = 2;

/// An invalid list, which prevents the start of the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{SETTING} must be domain names without scheme and path, separated by commas")]
pub struct NameGatewaysError;

/// The gateways that the operator allows for off-chain names (EIP-3668). None by default: contracts choose the URLs, and each
/// gateway learns who is paid.
#[derive(Clone, Default)]
pub struct NameGateways(Option<Arc<Allowed>>);

struct Allowed {
    hosts: HashSet<String>,
    servers: Arc<dyn PublicFetch>,
}

impl fmt::Debug for NameGateways {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set()
            .entries(self.0.iter().flat_map(|allowed| &allowed.hosts))
            .finish()
    }
}

impl NameGateways {
    /// Reads the hosts from the settings: `setting` returns the value of a variable, or `None` if not set.
    pub fn from_settings(
        servers: Arc<dyn PublicFetch>,
        setting: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, NameGatewaysError> {
        let Some(list) = setting(SETTING) else {
            return Ok(Self::default());
        };
        let hosts = list.split(',').map(|host| host.trim().to_ascii_lowercase());
        let hosts: HashSet<String> = hosts.collect();
        if !hosts.iter().all(|host| is_domain(host)) {
            return Err(NameGatewaysError);
        }
        Ok(Self(Some(Arc::new(Allowed { hosts, servers }))))
    }

    /// Returns the response of the first allowed gateway of a look-up that responds.
    ///
    /// # Errors
    /// No gateway is allowed, or none has a usable response.
    pub(crate) async fn response(&self, lookup: &OffchainLookup, deadline: Deadline) -> Result<Vec<u8>, NameError> {
        let mut outcome = NameError::GatewayNotAllowed;
        let Some(allowed) = &self.0 else {
            return Err(outcome);
        };
        let requests = lookup.requests().filter(|(url, _)| allowed.contains(url));
        for (url, body) in requests.take(MAX_REQUESTS) {
            let request = FetchRequest {
                url: &url,
                body: body.as_deref(),
                limit: MAX_GATEWAY_RESPONSE,
            };
            let response = allowed.servers.fetch(request, deadline).await;
            match response.and_then(Fetched::found) {
                Ok(Some(body)) => return gateway_data(&body),
                Ok(None) => return Err(NameError::Unknown),
                Err(error) => outcome = error.into(),
            }
        }
        Err(outcome)
    }
}

impl Allowed {
    fn contains(&self, url: &str) -> bool {
        let endpoint = Endpoint::parse(url, Reach::Public).ok();
        let host = endpoint.as_ref().and_then(|endpoint| endpoint.url().host_str());
        host.is_some_and(|host| self.hosts.contains(host))
    }
}
