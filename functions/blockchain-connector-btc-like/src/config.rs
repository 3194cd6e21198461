//! The settings of the function.
//!
//! | Variable | Value |
//! |---|---|
//! | `WALLET_CLOUD_BASE_URL` | where the services are reached, `https://wallet.example`; required; decides the issuer of tokens |
//! | `WALLET_CLOUD_JWKS` | the public keys, inline (RFC 7517) |
//! | `WALLET_CLOUD_JWKS_URL` | where newer keys are fetched from |
//! | `WALLET_CLOUD_CORS_ORIGINS` | `*`, the default, or a comma-separated list of web origins |
//! | `WALLET_CLOUD_PRICE_FLOOR_<CHAIN>` | see [`PriceFloors`] |
//! | `WALLET_CLOUD_UPSTREAM_<CHAIN>_<NETWORK>` | see [`UtxoUpstreams`] |

use blockchain_connector_btc_like::PriceFloors;
use wallet_http::{AllowedOrigins, HttpConfig, env};
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
    /// The lowest prices given out.
    pub price_floors: PriceFloors,
    /// What all services share.
    pub http: HttpConfig,
}

impl Config {
    /// Reads the environment; the error names the variable that is missing or wrong.
    pub fn from_env(client: &HttpClient) -> anyhow::Result<Self> {
        let base_url = env::required_var("WALLET_CLOUD_BASE_URL")?;
        let (jwks, jwks_url) = (env::var("WALLET_CLOUD_JWKS"), env::var("WALLET_CLOUD_JWKS_URL"));
        let allowed_origins: Option<AllowedOrigins> = env::var_parsed("WALLET_CLOUD_CORS_ORIGINS")?;
        Ok(Self {
            issuer: format!("{}/authorization/v1", base_url.trim_end_matches('/')),
            keys: JwksKeys::new(client.clone(), jwks.as_deref(), jwks_url.as_deref())?,
            upstreams: UtxoUpstreams::from_settings(client.clone(), env::var)?,
            price_floors: PriceFloors::from_settings(env::var)?,
            http: HttpConfig {
                allowed_origins: allowed_origins.unwrap_or_default(),
                ..HttpConfig::default()
            },
        })
    }
}
