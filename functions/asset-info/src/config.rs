//! Settings of the function.
//!
//! | Variable | Value |
//! |---|---|
//! | `WALLET_CLOUD_BASE_URL` | base URL of the services, `https://wallet.example`; required; determines the token issuer |
//! | `WALLET_CLOUD_JWKS`, `WALLET_CLOUD_JWKS_URL` | see [`JwksKeys`] |
//! | `WALLET_CLOUD_CORS_ORIGINS` | see [`HttpConfig`] |
//! | `WALLET_CLOUD_ASSETS_TABLE` | the table of changed assets; required |
//! | `AWS_CA_BUNDLE` | see [`AwsSettings`] |

use wallet_http::{HttpConfig, env, issuer};
use wallet_store::aws::AwsSettings;
use wallet_upstream::client::HttpClient;
use wallet_upstream::jwks::JwksKeys;

/// The settings from the environment, with the configured adapters.
pub struct Config {
    /// The issuer of accepted tokens.
    pub issuer: String,
    /// The public keys of that issuer.
    pub keys: JwksKeys,
    /// The name of the asset table.
    pub table: String,
    /// The AWS settings.
    pub aws: AwsSettings,
    /// The settings shared by all services.
    pub http: HttpConfig,
}

impl Config {
    /// Reads the environment. The error names the missing or invalid variable.
    pub fn from_env(client: &HttpClient) -> anyhow::Result<Self> {
        Ok(Self {
            issuer: issuer(&env::required_var("WALLET_CLOUD_BASE_URL")?),
            keys: JwksKeys::from_settings(client.clone(), std::sync::Arc::new(wallet_http::system::SystemClock), env::var)?,
            table: env::required_var("WALLET_CLOUD_ASSETS_TABLE")?,
            aws: AwsSettings::from_settings(env::var),
            http: HttpConfig::from_settings(env::var)?,
        })
    }
}
