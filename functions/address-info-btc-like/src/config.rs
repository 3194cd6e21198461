//! The settings of the function.
//!
//! | Variable | Value |
//! |---|---|
//! | `WALLET_CLOUD_BASE_URL` | where the services are reached, `https://wallet.example`; required; decides the issuer of tokens |
//! | `WALLET_CLOUD_JWKS`, `WALLET_CLOUD_JWKS_URL` | see [`JwksKeys`] |
//! | `WALLET_CLOUD_CORS_ORIGINS` | see [`HttpConfig`] |
//! | `WALLET_CLOUD_UPSTREAM_<CHAIN>_<NETWORK>` | see [`BtcLikeUpstreams`] and [`or_public`] |
//! | `WALLET_CLOUD_SECRETS_PREFIX`, `AWS_CA_BUNDLE` | see [`CachedUpstreamKeys::on_aws`]; read when an upstream wants a key |

use std::sync::Arc;
use wallet_core::ports::system::Clock;
use wallet_http::{HttpConfig, env, issuer};
use wallet_store::secrets::CachedUpstreamKeys;
use wallet_upstream::client::{HttpClient, Limits};
use wallet_upstream::jwks::JwksKeys;
use wallet_upstream_btc_like::BtcLikeUpstreams;
use wallet_upstream_btc_like::public_servers::or_public;

/// What the environment says, with the adapters it describes.
pub struct Config {
    /// The issuer of the tokens that are accepted.
    pub issuer: String,
    /// The public keys of that issuer.
    pub keys: JwksKeys,
    /// The configured upstreams.
    pub upstreams: BtcLikeUpstreams,
    /// What all services share.
    pub http: HttpConfig,
}

impl Config {
    /// Reads the environment; the error names the variable that is missing or wrong.
    pub async fn from_env(clock: &Arc<dyn Clock>) -> anyhow::Result<Self> {
        let upstream = |name: &str| or_public(name, env::var(name));
        let mut client = HttpClient::new(Limits::default())?;
        // Most upstreams want no key, and then the secret store is not so much as connected to.
        if BtcLikeUpstreams::want_keys(upstream) {
            let keys = CachedUpstreamKeys::on_aws(env::var, Arc::clone(clock)).await?;
            client = client.with_keys(Arc::new(keys));
        }
        Ok(Self {
            issuer: issuer(&env::required_var("WALLET_CLOUD_BASE_URL")?),
            keys: JwksKeys::from_settings(client.clone(), env::var)?,
            upstreams: BtcLikeUpstreams::from_settings(client, clock, upstream)?,
            http: HttpConfig::from_settings(env::var)?,
        })
    }
}
