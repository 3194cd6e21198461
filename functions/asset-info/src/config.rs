//! The settings of the function.
//!
//! | Variable | Value |
//! |---|---|
//! | `WALLET_CLOUD_BASE_URL` | where the services are reached, `https://wallet.example`; required; decides the issuer of tokens |
//! | `WALLET_CLOUD_JWKS`, `WALLET_CLOUD_JWKS_URL` | see [`JwksKeys`] |
//! | `WALLET_CLOUD_CORS_ORIGINS` | see [`HttpConfig`] |
//! | `WALLET_CLOUD_ASSETS_TABLE` | the table of changed assets; required |
//! | `AWS_CA_BUNDLE` | see [`AwsSettings`] |

use wallet_http::{HttpConfig, env, issuer};
use wallet_store::aws::AwsSettings;
use wallet_upstream::client::HttpClient;
use wallet_upstream::jwks::JwksKeys;

/// What the environment says, with the adapters it describes.
pub struct Config {
    /// The issuer of the tokens that are accepted.
    pub issuer: String,
    /// The public keys of that issuer.
    pub keys: JwksKeys,
    /// The name of the table.
    pub table: String,
    /// How AWS is reached.
    pub aws: AwsSettings,
    /// What all services share.
    pub http: HttpConfig,
}

impl Config {
    /// Reads the environment; the error names the variable that is missing or wrong.
    pub fn from_env(client: &HttpClient) -> anyhow::Result<Self> {
        Ok(Self {
            issuer: issuer(&env::required_var("WALLET_CLOUD_BASE_URL")?),
            keys: JwksKeys::from_settings(client.clone(), env::var)?,
            table: env::required_var("WALLET_CLOUD_ASSETS_TABLE")?,
            aws: AwsSettings::from_settings(env::var),
            http: HttpConfig::from_settings(env::var)?,
        })
    }
}
