//! Settings of the function.
//!
//! | Variable | Value |
//! |---|---|
//! | `WALLET_CLOUD_BASE_URL` | base URL of the services, `https://wallet.example`; required; determines the token issuer |
//! | `WALLET_CLOUD_JWKS`, `WALLET_CLOUD_JWKS_URL` | see [`JwksKeys`] |
//! | `WALLET_CLOUD_CORS_ORIGINS` | see [`HttpConfig`] |
//! | `WALLET_CLOUD_UPSTREAM_XLM_<NETWORK>` | see [`XlmUpstreams`] and [`or_public`] |
//! | `WALLET_CLOUD_SECRETS_PREFIX`, `AWS_CA_BUNDLE` | see [`CachedUpstreamKeys::on_aws`]; read if an upstream requires a key |

use std::sync::Arc;
use wallet_core::ports::system::Clock;
use wallet_http::{HttpConfig, env, issuer};
use wallet_store::secrets::CachedUpstreamKeys;
use wallet_upstream::client::{HttpClient, Limits};
use wallet_upstream::jwks::JwksKeys;
use wallet_upstream_xlm::XlmUpstreams;
use wallet_upstream_xlm::public_servers::or_public;

/// The settings from the environment, with the configured adapters.
pub struct Config {
    /// The issuer of accepted tokens.
    pub issuer: String,
    /// The public keys of that issuer.
    pub keys: JwksKeys,
    /// The configured upstreams.
    pub upstreams: XlmUpstreams,
    /// The settings shared by all services.
    pub http: HttpConfig,
}

impl Config {
    /// Reads the environment. The error names the missing or invalid variable.
    pub async fn from_env(clock: &Arc<dyn Clock>) -> anyhow::Result<Self> {
        let upstream = |name: &str| or_public(name, env::var(name));
        let mut client = HttpClient::new(Limits::default())?;
        // Connects to the secret store only if an upstream requires a key.
        if XlmUpstreams::want_keys(upstream) {
            let keys = CachedUpstreamKeys::on_aws(env::var, Arc::clone(clock)).await?;
            client = client.with_keys(Arc::new(keys));
        }
        Ok(Self {
            issuer: issuer(&env::required_var("WALLET_CLOUD_BASE_URL")?),
            keys: JwksKeys::from_settings(client.clone(), clock.clone(), env::var)?,
            upstreams: XlmUpstreams::from_settings(client, clock, upstream)?,
            http: HttpConfig::from_settings(env::var)?,
        })
    }
}
