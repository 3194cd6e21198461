//! Settings of the function.
//!
//! | Variable | Value |
//! |---|---|
//! | `WALLET_CLOUD_BASE_URL` | base URL of the services, `https://wallet.example`; required; determines the token issuer |
//! | `WALLET_CLOUD_ACCOUNTS_TABLE` | the table of accounts; required |
//! | `WALLET_CLOUD_SESSIONS_TABLE` | the table of sessions; required |
//! | `WALLET_CLOUD_THROTTLE_TABLE` | the table of login attempts and registrations; required |
//! | `WALLET_CLOUD_FAILED_LOGINS_PER_NETWORK`, `WALLET_CLOUD_REGISTRATIONS_PER_NETWORK` | see [`RateQuotas`] |
//! | `WALLET_CLOUD_REGISTRATIONS_PER_MERCHANT` | see [`RateQuotas`] |
//! | `WALLET_CLOUD_SECRETS_PREFIX` | see [`SecretNames`] |
//! | `AWS_CA_BUNDLE` | see [`AwsSettings`] |
//! | `WALLET_CLOUD_CORS_ORIGINS`, `WALLET_CLOUD_DOCS_URL` | see [`HttpConfig`] |

use authorization::{Ports, RateQuotas, Services, service};
use axum::Router;
use std::sync::Arc;
use wallet_http::system::{OsRandomness, SystemClock};
use wallet_http::{HttpConfig, env, issuer, mount};
use wallet_store::aws::AwsSettings;
use wallet_store::dynamodb::{self, Adapters, Tables};
use wallet_store::secrets::{self, AwsSecrets, CachedMerchants, CachedSigningKeys, SecretNames};

/// Builds the service. The error contains the name of the missing or invalid variable.
pub async fn app() -> anyhow::Result<Router> {
    let issuer = issuer(&env::required_var("WALLET_CLOUD_BASE_URL")?);
    let tables = Tables {
        accounts: env::required_var("WALLET_CLOUD_ACCOUNTS_TABLE")?,
        sessions: env::required_var("WALLET_CLOUD_SESSIONS_TABLE")?,
        throttle: env::required_var("WALLET_CLOUD_THROTTLE_TABLE")?,
    };
    let http = HttpConfig::from_settings(env::var)?;
    let aws = AwsSettings::from_settings(env::var).load()?;
    let database = dynamodb::Client::new(&aws);
    dynamodb::connect(&database, &tables).await;
    let names = SecretNames::from_settings(env::var);
    let store = Arc::new(AwsSecrets::new(secrets::Client::new(&aws)));
    let clock = Arc::new(SystemClock);
    let adapters = Adapters::new(&database, &tables);
    let ports = Ports {
        accounts: adapters.accounts,
        sessions: adapters.sessions,
        throttle: adapters.throttle,
        signing_keys: Arc::new(CachedSigningKeys::new(store.clone(), &names, clock.clone())),
        merchants: Arc::new(CachedMerchants::new(store, names, clock.clone())),
        clock,
        randomness: Arc::new(OsRandomness),
    };
    let services = Services::new(ports, issuer).with_quotas(RateQuotas::from_settings(env::var)?);
    Ok(mount(vec![service(services)], &http))
}
