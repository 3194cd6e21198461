//! Settings of the function.
//!
//! | Variable | Value |
//! |---|---|
//! | `WALLET_CLOUD_BASE_URL` | URL of the services, `https://wallet.example`; required; determines the issuer of tokens |
//! | `WALLET_CLOUD_JWKS`, `WALLET_CLOUD_JWKS_URL` | see [`JwksKeys`] |
//! | `WALLET_CLOUD_CORS_ORIGINS` | see [`HttpConfig`] |
//! | `WALLET_CLOUD_UPSTREAM_<CHAIN>_<NETWORK>` | see [`EthLikeNodes`], [`EthLikeHistories`] and [`or_public`] |
//! | `WALLET_CLOUD_ASSETS_TABLE` | table of asset changes, including the tokens with reported balances; required |
//! | `WALLET_CLOUD_SECRETS_PREFIX` | see [`CachedUpstreamKeys::on_aws`]; required if an upstream requires a key |
//! | `AWS_CA_BUNDLE` | see [`AwsSettings`] |

use std::sync::Arc;
use wallet_core::ports::system::Clock;
use wallet_http::{HttpConfig, env, issuer};
use wallet_store::aws::AwsSettings;
use wallet_store::secrets::CachedUpstreamKeys;
use wallet_upstream::client::{HttpClient, Limits};
use wallet_upstream::jwks::JwksKeys;
use wallet_upstream_eth_like::EthLikeHistories;
use wallet_upstream_eth_like::EthLikeNodes;
use wallet_upstream_eth_like::public_servers::or_public;

/// Configuration from the environment, with the configured adapters.
pub struct Config {
    /// The issuer of accepted tokens.
    pub issuer: String,
    /// The public keys of that issuer.
    pub keys: JwksKeys,
    /// The configured nodes.
    pub nodes: EthLikeNodes,
    /// The configured indexes.
    pub indexes: EthLikeHistories,
    /// The name of the table of assets.
    pub table: String,
    /// Settings of the AWS clients.
    pub aws: AwsSettings,
    /// HTTP settings common to all services.
    pub http: HttpConfig,
}

impl Config {
    /// Reads the environment. The error contains the name of the missing or invalid variable.
    pub async fn from_env(clock: &Arc<dyn Clock>) -> anyhow::Result<Self> {
        let upstream = |name: &str| or_public(name, env::var(name));
        let mut client = HttpClient::new(Limits::default())?;
        // If no upstream requires a key, no connection to the secret store is needed.
        if EthLikeNodes::want_keys(upstream) {
            let keys = CachedUpstreamKeys::on_aws(env::var, Arc::clone(clock)).await?;
            client = client.with_keys(Arc::new(keys));
        }
        Ok(Self {
            issuer: issuer(&env::required_var("WALLET_CLOUD_BASE_URL")?),
            keys: JwksKeys::from_settings(client.clone(), clock.clone(), env::var)?,
            indexes: EthLikeHistories::from_settings(&client, clock, upstream)?,
            nodes: EthLikeNodes::from_settings(client, clock, upstream)?,
            table: env::required_var("WALLET_CLOUD_ASSETS_TABLE")?,
            aws: AwsSettings::from_settings(env::var),
            http: HttpConfig::from_settings(env::var)?,
        })
    }
}
