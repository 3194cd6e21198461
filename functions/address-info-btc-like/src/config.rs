//! The settings of the function.
//!
//! | Variable | Value |
//! |---|---|
//! | `WALLET_CLOUD_BASE_URL` | where the services are reached, `https://wallet.example`; required; decides the issuer of tokens |
//! | `WALLET_CLOUD_JWKS`, `WALLET_CLOUD_JWKS_URL` | see [`JwksKeys`] |
//! | `WALLET_CLOUD_CORS_ORIGINS` | see [`HttpConfig`] |
//! | `WALLET_CLOUD_UPSTREAM_<CHAIN>_<NETWORK>` | see [`UtxoUpstreams`] |

use std::sync::Arc;
use wallet_core::ports::system::Clock;
use wallet_http::{HttpConfig, env, issuer};
use wallet_upstream::client::HttpClient;
use wallet_upstream::jwks::JwksKeys;
use wallet_upstream::utxo_upstreams::UtxoUpstreams;

/// What the environment says, with the adapters it describes.
pub struct Config {
    /// The issuer of the tokens that are accepted.
    pub issuer: String,
    /// The public keys of that issuer.
    pub keys: JwksKeys,
    /// The configured upstreams.
    pub upstreams: UtxoUpstreams,
    /// What all services share.
    pub http: HttpConfig,
}

impl Config {
    /// Reads the environment; the error names the variable that is missing or wrong.
    pub fn from_env(client: &HttpClient, clock: &Arc<dyn Clock>) -> anyhow::Result<Self> {
        Ok(Self {
            issuer: issuer(&env::required_var("WALLET_CLOUD_BASE_URL")?),
            keys: JwksKeys::from_settings(client.clone(), env::var)?,
            upstreams: UtxoUpstreams::from_settings(client.clone(), clock, env::var)?,
            http: HttpConfig::from_settings(env::var)?,
        })
    }
}
