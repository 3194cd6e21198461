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
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use wallet_core::auth::{KeySetError, PublicKeySet};
use wallet_core::ports::signing_keys::PublicKeys;
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::Clock;
use wallet_refresh::{Clocks, Policy, Refreshing};

/// A set that has expired is fetched again, at most every ten seconds: neither tokens with invented key ids nor a
/// failing issuer cause a flood of requests.
const POLICY: Policy = Policy {
    stale_for: OVERLOADED,
    min_interval: Duration::from_secs(10),
    ..Policy::fresh_for(Duration::ZERO)
};

/// The maximum age of a set that is used while the issuer is unreachable or the response is unusable.
const UNREACHABLE: Duration = Duration::from_mins(15);

/// The maximum age of a set that is used while the issuer responds with 429 or 5xx, which any client can cause by a
/// flood of requests (docs/decisions/operations.md#throttles-and-keys-under-load).
const OVERLOADED: Duration = Duration::from_hours(24);

/// The minimum time for which a fetched set is used, even if the issuer's `Cache-Control` states a shorter time.
const MIN_LIFETIME: Duration = Duration::from_secs(30);

/// The maximum time for which a fetched set is used, and the default: the tokens of a revoked key are rejected after
/// that.
const MAX_LIFETIME: Duration = Duration::from_mins(5);

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
///
/// With a URL, the inline set is used only if the first fetch fails: a key may have been revoked since the
/// deployment.
pub struct JwksKeys {
    /// Has a value from the start, possibly an empty set.
    current: Refreshing<Fetched, Failure>,
    client: HttpClient,
    url: Option<BaseUrl>,
    /// True if the last response of the issuer was 429 or 5xx.
    is_overloaded: Arc<AtomicBool>,
}

/// A set with the time of use without a new fetch.
#[derive(Clone)]
struct Fetched {
    keys: Arc<PublicKeySet>,
    lifetime: Duration,
}

impl JwksKeys {
    /// Reads the settings: `setting` returns the value of a variable, `None` if not set.
    pub fn from_settings(
        client: HttpClient,
        clock: Arc<dyn Clock>,
        setting: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, JwksConfigError> {
        let (inline, url) = (setting("WALLET_CLOUD_JWKS"), setting("WALLET_CLOUD_JWKS_URL"));
        Self::new(client, clock, inline.as_deref(), url.as_deref())
    }

    /// Starts with the inline set (JSON, RFC 7517), or without keys, and fetches the current set from `url`. Without
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
        let inline = Fetched {
            keys: Arc::new(keys),
            lifetime: Duration::ZERO,
        };
        Ok(Self {
            current: Refreshing::starting_with(inline, Clocks::new(clock), POLICY),
            client,
            url: url.map(parse_url).transpose()?,
            is_overloaded: Arc::default(),
        })
    }

    /// Fetches the set during start-up rather than in the first request. A failure is only logged here; that request
    /// reports it.
    pub async fn warm(&self) {
        if let Err(error) = self.refresh().await {
            tracing::warn!(%error, "public keys not available yet");
        }
    }

    /// Returns the last set, of any age.
    fn last(&self) -> Arc<PublicKeySet> {
        self.current
            .last(Duration::MAX)
            .map_or_else(Arc::default, |last| last.keys)
    }

    /// Returns the last set unless expired.
    fn unexpired(&self) -> Option<Arc<PublicKeySet>> {
        let lifetime = self.current.last(MAX_LIFETIME)?.lifetime;
        self.current.last(lifetime).map(|fetched| fetched.keys)
    }
}

/// Requests the set. An equal set is the same object as `current`, since callers compare by identity.
async fn fetch(
    client: HttpClient,
    url: BaseUrl,
    current: Arc<PublicKeySet>,
    is_overloaded: Arc<AtomicBool>,
) -> Result<Fetched, Failure> {
    let response = client.get(url.join(&[]), after(FETCH_TIMEOUT)).await;
    is_overloaded.store(response.as_ref().is_err_and(Failure::is_overload), Ordering::Relaxed);
    let response = response?;
    if !response.is_success() {
        return Err(Failure::unusable(format_args!("status {}", response.status())));
    }
    let keys = PublicKeySet::from_jwks_json(response.text()?).map_err(Failure::unusable)?;
    Ok(Fetched {
        keys: if *current == keys { current } else { Arc::new(keys) },
        lifetime: response
            .max_age()
            .unwrap_or(MAX_LIFETIME)
            .clamp(MIN_LIFETIME, MAX_LIFETIME),
    })
}

/// Returns the set, or an error if empty.
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
    async fn public_keys(&self) -> Result<Arc<PublicKeySet>, StoreError> {
        match self.unexpired() {
            Some(keys) => Ok(keys),
            None => self.refresh().await,
        }
    }

    async fn refresh(&self) -> Result<Arc<PublicKeySet>, StoreError> {
        let last = self.last();
        let Some(url) = &self.url else {
            return non_empty(last);
        };
        let (client, url, is_overloaded) = (self.client.clone(), url.clone(), Arc::clone(&self.is_overloaded));
        let refreshed = self.current.get(|| async move {
            let fetched = fetch(client, url, last, is_overloaded).await;
            fetched.inspect_err(|failure| tracing::error!(%failure, "fetch of public keys failed"))
        });
        let refreshed = refreshed.await;
        let maximum_age = if self.is_overloaded.load(Ordering::Relaxed) {
            OVERLOADED
        } else {
            UNREACHABLE
        };
        match refreshed {
            Ok(fetched) if self.current.last(maximum_age).is_some() => non_empty(fetched.keys),
            _ => Err(StoreError::new("public keys are too old and cannot be fetched")),
        }
    }
}
