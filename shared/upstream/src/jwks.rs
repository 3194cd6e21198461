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
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::time::Instant;
use wallet_core::auth::{KeySetError, PublicKeySet};
use wallet_core::ports::signing_keys::PublicKeys;
use wallet_core::ports::store::StoreError;

/// Minimum interval between fetches: tokens with invented key ids must not cause a flood of fetches.
const MIN_INTERVAL: Duration = Duration::from_secs(10);

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
    current: RwLock<Arc<PublicKeySet>>,
    client: HttpClient,
    url: Option<BaseUrl>,
    /// Start of the last fetch. The lock is held during a fetch, so that only one runs at a time.
    last_fetch: Mutex<Option<Instant>>,
}

impl JwksKeys {
    /// Reads the settings: `setting` returns the value of a variable, `None` if it is not set.
    pub fn from_settings(
        client: HttpClient,
        setting: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, JwksConfigError> {
        let (inline, url) = (setting("WALLET_CLOUD_JWKS"), setting("WALLET_CLOUD_JWKS_URL"));
        Self::new(client, inline.as_deref(), url.as_deref())
    }

    /// Starts with the inline set (JSON, RFC 7517), or without keys, and fetches newer sets from `url`. Without
    /// `url` the set never changes.
    pub fn new(client: HttpClient, inline: Option<&str>, url: Option<&str>) -> Result<Self, JwksConfigError> {
        let keys = inline
            .map(PublicKeySet::from_jwks_json)
            .transpose()?
            .unwrap_or_default();
        Ok(Self {
            current: RwLock::new(Arc::new(keys)),
            client,
            url: url.map(parse_url).transpose()?,
            last_fetch: Mutex::new(None),
        })
    }

    async fn fetch(&self, url: &BaseUrl) -> Result<PublicKeySet, Failure> {
        let response = self.client.get(url.join(&[]), after(FETCH_TIMEOUT)).await?;
        if !response.is_success() {
            return Err(Failure::unusable(format_args!("status {}", response.status())));
        }
        PublicKeySet::from_jwks_json(response.text()?).map_err(Failure::unusable)
    }

    /// Returns the current set, or an error if it is empty.
    fn known_keys(&self) -> Result<Arc<PublicKeySet>, StoreError> {
        let keys = self.public_keys();
        if keys.is_empty() {
            return Err(StoreError::new("no public key available yet"));
        }
        Ok(keys)
    }

    /// Stores a fetched set. An equal set remains the same object, since callers compare by identity.
    fn store(&self, keys: PublicKeySet) {
        let mut current = self.current.write().unwrap_or_else(PoisonError::into_inner);
        if **current != keys {
            *current = Arc::new(keys);
        }
    }
}

fn parse_url(text: &str) -> Result<BaseUrl, JwksConfigError> {
    let url = BaseUrl::parse(text)?;
    if url.wants_key() {
        return Err(JwksConfigError::Placeholder);
    }
    Ok(url)
}

#[async_trait]
impl PublicKeys for JwksKeys {
    fn public_keys(&self) -> Arc<PublicKeySet> {
        Arc::clone(&self.current.read().unwrap_or_else(PoisonError::into_inner))
    }

    async fn refresh(&self) -> Result<Arc<PublicKeySet>, StoreError> {
        let Some(url) = &self.url else {
            return self.known_keys();
        };
        let mut last_fetch = self.last_fetch.lock().await;
        // A caller that waited for a concurrent fetch finds a recent one and uses its result.
        if last_fetch.is_none_or(|start| start.elapsed() >= MIN_INTERVAL) {
            *last_fetch = Some(Instant::now());
            match self.fetch(url).await {
                Ok(keys) => self.store(keys),
                Err(failure) => tracing::error!(%failure, "fetch of public keys failed, keeping the old ones"),
            }
        }
        self.known_keys()
    }
}
