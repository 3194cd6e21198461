//! Composition of a function from the environment: the parts that all functions behind tokens share.
//!
//! A service is composed in two steps:
//!
//! 1. The `config.rs` of a function builds the adapters. The settings that all functions share come from here
//!    ([`Base`]), the settings of the chain family from the upstream package, and of a table from `wallet-store`. The
//!    local server has different sources of the same values (`local/src/serve`): a secrets file, sandbox chains.
//! 2. `service` in the library of the function connects adapters, routes and documents. Both use it.
//!
//! The authorization service verifies tokens with local keys, calls no upstream, and does not use [`Base`].

#![warn(missing_docs)]

#[cfg(feature = "notifications")]
mod notifications;

#[cfg(feature = "notifications")]
pub use notifications::Notifications;

use axum::Router;
use std::sync::Arc;
#[cfg(feature = "past-prices")]
use wallet_core::ports::past_prices::PastPrices;
use wallet_core::ports::public_fetch::PublicFetch;
use wallet_core::ports::system::Clock;
use wallet_core::public_endpoint::Reach;
use wallet_http::system::SystemClock;
use wallet_http::{Authorizer, BroadcastLog, HttpConfig, OperatorLists, Service, env, issuer, mount};
use wallet_store::aws::AwsSettings;
use wallet_store::broadcasts::SignedBroadcasts;
use wallet_store::lists::{CachedLists, SignedLists};
use wallet_store::secrets::CachedUpstreamKeys;
pub use wallet_store::secrets::UpstreamFamily;
#[cfg(feature = "past-prices")]
use wallet_store::signed_prices::SignedPrices;
use wallet_upstream::client::{BuildClientError, HttpClient, Limits};
use wallet_upstream::jwks::JwksKeys;
use wallet_upstream::name_servers::NameServers;
#[cfg(feature = "past-prices")]
use wallet_upstream_prices::{PriceHistory, PriceUpstreams};

/// Adapters and settings that do not depend on the service.
///
/// | Variable | Value |
/// |---|---|
/// | `WALLET_CLOUD_BASE_URL` | base URL of the services, `https://wallet.example`; required; determines the token issuer |
/// | `WALLET_CLOUD_JWKS`, `WALLET_CLOUD_JWKS_URL` | see [`JwksKeys`] |
/// | `WALLET_CLOUD_CORS_ORIGINS`, `WALLET_CLOUD_DOCS_URL` | see [`HttpConfig`] |
/// | `WALLET_CLOUD_SECRETS_PREFIX`, `AWS_CA_BUNDLE` | see [`CachedUpstreamKeys::on_aws`]; read if an upstream requires a key |
pub struct Base {
    /// The clock of the operating system.
    pub clock: Arc<dyn Clock>,
    /// Verification of permission tokens with the configured public keys.
    pub authorizer: Authorizer,
    /// The HTTP client for upstreams, with API keys for the upstreams that require a key.
    pub client: HttpClient,
    http: HttpConfig,
}

impl Base {
    /// Reads the environment. The error contains the name of the missing or invalid variable.
    ///
    /// The secret store is used only if an upstream requires a key; the secret is that of the family.
    pub async fn from_env(family: UpstreamFamily, requires_key: bool) -> anyhow::Result<Self> {
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        let client = HttpClient::new(Limits::default())?;
        Self::with_client(with_keys(client, family, requires_key, &clock).await?, clock).await
    }

    /// Reads the environment of a function without upstreams, which calls only the server of the public keys.
    pub async fn without_upstreams() -> anyhow::Result<Self> {
        Self::with_client(HttpClient::new(Limits::default())?, Arc::new(SystemClock)).await
    }

    /// Reads the environment as [`Base::from_env`] does, except for the keys of upstreams.
    async fn with_client(client: HttpClient, clock: Arc<dyn Clock>) -> anyhow::Result<Self> {
        let issuer = issuer(&env::required_var("WALLET_CLOUD_BASE_URL")?);
        let keys = JwksKeys::from_settings(client.clone(), Arc::clone(&clock), env::var)?;
        keys.warm().await;
        Ok(Self {
            authorizer: Authorizer::new(Arc::new(keys), issuer, Arc::clone(&clock)),
            http: HttpConfig::from_settings(env::var)?,
            clock,
            client,
        })
    }

    /// Returns the record of broadcast transactions.
    ///
    /// | Variable | Value |
    /// |---|---|
    /// | `WALLET_CLOUD_NOTIFICATIONS_TABLE` | the table of notifications; without the table nothing is recorded |
    pub fn broadcasts(&self) -> BroadcastLog {
        let Some(table) = env::var("WALLET_CLOUD_NOTIFICATIONS_TABLE") else {
            return BroadcastLog::default();
        };
        let store = SignedBroadcasts::new(AwsSettings::from_settings(env::var), table);
        BroadcastLog::new(Arc::new(store), Arc::clone(&self.clock))
    }

    /// Returns the operator's lists of addresses, which are read with a signed request for the first recipient.
    ///
    /// | Variable | Value |
    /// |---|---|
    /// | `WALLET_CLOUD_LISTS_TABLE` | the table of the lists; without the table there are no lists |
    pub fn lists(&self) -> OperatorLists {
        let Some(table) = env::var("WALLET_CLOUD_LISTS_TABLE") else {
            return OperatorLists::default();
        };
        let reader = SignedLists::new(AwsSettings::from_settings(env::var), table);
        OperatorLists::new(Arc::new(CachedLists::new(Arc::new(reader), Arc::clone(&self.clock))))
    }

    /// Returns the prices of the past, `None` without the table.
    ///
    /// | Variable | Value |
    /// |---|---|
    /// | `WALLET_CLOUD_PRICES_TABLE` | the table of past prices |
    /// | `WALLET_CLOUD_UPSTREAM_PRICES` | see [`PriceUpstreams`] |
    /// | `WALLET_CLOUD_SECRETS_PREFIX`, `AWS_CA_BUNDLE` | see [`Base`] |
    #[cfg(feature = "past-prices")]
    pub async fn past_prices(&self) -> anyhow::Result<Option<Arc<dyn PastPrices>>> {
        let Some(table) = env::var("WALLET_CLOUD_PRICES_TABLE") else {
            return Ok(None);
        };
        let requires_key = PriceUpstreams::requires_keys(env::var);
        let client = with_keys(self.client.clone(), UpstreamFamily::Prices, requires_key, &self.clock).await?;
        let source = Arc::new(PriceUpstreams::from_settings(&client, &self.clock, env::var)?);
        let table = Arc::new(SignedPrices::new(AwsSettings::from_settings(env::var), table));
        Ok(Some(Arc::new(PriceHistory::new(
            source,
            table,
            Arc::clone(&self.clock),
        ))))
    }

    /// Mounts the service of the function.
    pub fn mount(&self, service: Service) -> Router {
        mount(vec![service], &self.http)
    }
}

/// Returns the requests to servers that a name determines, at public addresses only.
///
/// # Errors
/// The TLS library rejects the defaults.
pub fn names() -> Result<Arc<dyn PublicFetch>, BuildClientError> {
    Ok(Arc::new(NameServers::system(Reach::Public)?))
}

/// Returns the client with the keys of a family, which are read if an upstream of the family requires a key.
async fn with_keys(
    client: HttpClient,
    family: UpstreamFamily,
    requires_key: bool,
    clock: &Arc<dyn Clock>,
) -> anyhow::Result<HttpClient> {
    if !requires_key {
        return Ok(client);
    }
    let keys = CachedUpstreamKeys::on_aws(family, env::var, Arc::clone(clock)).await?;
    Ok(client.with_keys(Arc::new(keys)))
}
