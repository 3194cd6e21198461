//! The public keys that verify permission tokens, given inline and refreshed over HTTP.
//!
//! | Variable | Value |
//! |---|---|
//! | `WALLET_CLOUD_JWKS` | the public keys, inline (RFC 7517) |
//! | `WALLET_CLOUD_JWKS_URL` | where newer keys are fetched from |

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

/// How long after one fetch the next may begin: tokens with made-up key ids must not become a flood of fetches.
const PAUSE: Duration = Duration::from_secs(10);

/// How long a fetch may take: requests wait for it.
const PATIENCE: Duration = Duration::from_secs(3);

/// The key settings cannot be used; the process cannot start.
#[derive(Debug, thiserror::Error)]
pub enum JwksConfigError {
    /// The inline set is no set of public keys.
    #[error("WALLET_CLOUD_JWKS is refused")]
    Inline(#[from] KeySetError),
    /// The address is no good.
    #[error("WALLET_CLOUD_JWKS_URL is refused")]
    Url(#[from] BaseUrlError),
    /// Public keys are public.
    #[error("WALLET_CLOUD_JWKS_URL has a placeholder for a key; what it names needs none")]
    Placeholder,
}

/// The port `PublicKeys` over an inline set and the authorization service's `jwks.json`.
pub struct JwksKeys {
    current: RwLock<Arc<PublicKeySet>>,
    client: HttpClient,
    url: Option<BaseUrl>,
    /// When the last fetch began. Held during a fetch, so that there is one at a time.
    last_fetch: Mutex<Option<Instant>>,
}

impl JwksKeys {
    /// Reads the settings: `setting` gives the value of a variable, `None` when it is not set.
    pub fn from_settings(
        client: HttpClient,
        setting: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, JwksConfigError> {
        let (inline, url) = (setting("WALLET_CLOUD_JWKS"), setting("WALLET_CLOUD_JWKS_URL"));
        Self::new(client, inline.as_deref(), url.as_deref())
    }

    /// Starts with the inline set (JSON, RFC 7517), or with no key at all when there is none,
    /// and fetches newer sets from `url`; without one the set never changes.
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
        let answer = self.client.get(url.join(&[]), after(PATIENCE)).await?;
        if !answer.is_success() {
            return Err(Failure::unusable(format_args!("status {}", answer.status())));
        }
        PublicKeySet::from_jwks_json(answer.text()?).map_err(Failure::unusable)
    }

    /// The set at hand, unless there has never been one.
    fn known_keys(&self) -> Result<Arc<PublicKeySet>, StoreError> {
        let keys = self.public_keys();
        if keys.is_empty() {
            return Err(StoreError::new("no public key has been had yet"));
        }
        Ok(keys)
    }

    /// Takes over a fetched set. The same set stays the same object, by which callers know it.
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
        // Whoever waited for another's fetch finds it recent and takes what it brought.
        if last_fetch.is_none_or(|start| start.elapsed() >= PAUSE) {
            *last_fetch = Some(Instant::now());
            match self.fetch(url).await {
                Ok(keys) => self.store(keys),
                Err(failure) => tracing::error!(%failure, "public keys could not be fetched; the old ones stay"),
            }
        }
        self.known_keys()
    }
}
