//! Public keys that verify permission tokens, configured inline and refreshed over HTTP.
//!
//! | Variable | Value |
//! |---|---|
//! | `WALLET_CLOUD_JWKS` | the public keys, inline (RFC 7517) |
//! | `WALLET_CLOUD_JWKS_URL` | URL for newer keys |

use crate::base_url::{BaseUrl, BaseUrlError};
use crate::client::{HttpClient, after};
use crate::failure::Failure;
use async_trait::async_trait;
use std::sync::Arc;
use std::time::Duration;
use wallet_core::auth::{KeySetError, PublicKeySet};
use wallet_core::ports::signing_keys::PublicKeys;
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::Clock;
use wallet_refresh::{Clocks, Policy, Refreshing};

/// Every refresh requests a newer set, and the last valid one is used while there is none. Tokens with invented key
/// ids must not cause a flood of requests.
const POLICY: Policy = Policy {
    stale_for: Duration::MAX,
    min_interval: Duration::from_secs(10),
    ..Policy::fresh_for(Duration::ZERO)
};

/// Maximum duration of a fetch, for which requests wait.
const FETCH_TIMEOUT: Duration = Duration::from_secs(3);

/// Invalid key settings, which prevent the process from starting.
#[derive(Debug, thiserror::Error)]
pub enum JwksConfigError {
    /// The inline value is not a set of public keys.
    #[error("invalid WALLET_CLOUD_JWKS")]
    Inline(#[from] KeySetError),
    /// The URL is invalid.
    #[error("invalid WALLET_CLOUD_JWKS_URL")]
    Url(#[from] BaseUrlError),
    /// The URL has a placeholder for a key, although public keys need none.
    #[error("WALLET_CLOUD_JWKS_URL must not have a placeholder for a key")]
    Placeholder,
}

/// Implementation of the port `PublicKeys` over an inline set and the authorization service's `jwks.json`.
pub struct JwksKeys {
    /// Has a value from the start, possibly an empty set.
    current: Refreshing<Arc<PublicKeySet>, Failure>,
    client: HttpClient,
    url: Option<BaseUrl>,
}

impl JwksKeys {
    /// Reads the settings: `setting` returns the value of a variable, `None` if it is not set.
    pub fn from_settings(
        client: HttpClient,
        clock: Arc<dyn Clock>,
        setting: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, JwksConfigError> {
        let (inline, url) = (setting("WALLET_CLOUD_JWKS"), setting("WALLET_CLOUD_JWKS_URL"));
        Self::new(client, clock, inline.as_deref(), url.as_deref())
    }

    /// Starts with the inline set (JSON, RFC 7517), or without keys, and fetches newer sets from `url`. Without
    /// `url` the set never changes.
    pub fn new(
        client: HttpClient,
        clock: Arc<dyn Clock>,
        inline: Option<&str>,
        url: Option<&str>,
    ) -> Result<Self, JwksConfigError> {
        let keys = inline
            .map(PublicKeySet::from_jwks_json)
            .transpose()?
            .unwrap_or_default();
        Ok(Self {
            current: Refreshing::starting_with(Arc::new(keys), Clocks::new(clock), POLICY),
            client,
            url: url.map(parse_url).transpose()?,
        })
    }
}

/// Requests the set. One that equals `current` is the same object, since callers compare by identity.
async fn fetch(client: HttpClient, url: BaseUrl, current: Arc<PublicKeySet>) -> Result<Arc<PublicKeySet>, Failure> {
    let response = client.get(url.join(&[]), after(FETCH_TIMEOUT)).await?;
    if !response.is_success() {
        return Err(Failure::unusable(format_args!("status {}", response.status())));
    }
    let keys = PublicKeySet::from_jwks_json(response.text()?).map_err(Failure::unusable)?;
    Ok(if *current == keys { current } else { Arc::new(keys) })
}

/// Returns the set, or an error if it is empty.
fn non_empty(keys: Arc<PublicKeySet>) -> Result<Arc<PublicKeySet>, StoreError> {
    if keys.is_empty() {
        return Err(StoreError::new("no public key available yet"));
    }
    Ok(keys)
}

fn parse_url(text: &str) -> Result<BaseUrl, JwksConfigError> {
    let url = BaseUrl::parse(text)?;
    if url.requires_key() {
        return Err(JwksConfigError::Placeholder);
    }
    Ok(url)
}

#[async_trait]
impl PublicKeys for JwksKeys {
    fn public_keys(&self) -> Arc<PublicKeySet> {
        self.current.last(Duration::MAX).unwrap_or_default()
    }

    async fn refresh(&self) -> Result<Arc<PublicKeySet>, StoreError> {
        let current = self.public_keys();
        let Some(url) = &self.url else {
            return non_empty(current);
        };
        let (client, url) = (self.client.clone(), url.clone());
        let refreshed = self.current.get(|| async move {
            let fetched = fetch(client, url, current).await;
            fetched
                .inspect_err(|failure| tracing::error!(%failure, "fetch of public keys failed, keeping the old ones"))
        });
        non_empty(refreshed.await.unwrap_or_else(|_| self.public_keys()))
    }
}
