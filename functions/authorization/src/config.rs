//! Settings of the function.
//!
//! | Variable | Value |
//! |---|---|
//! | `WALLET_CLOUD_BASE_URL` | base URL of the services, `https://wallet.example`; required; determines the token issuer |
//! | `WALLET_CLOUD_ACCOUNTS_TABLE` | the table of accounts; required |
//! | `WALLET_CLOUD_SESSIONS_TABLE` | the table of sessions; required |
//! | `WALLET_CLOUD_THROTTLE_TABLE` | the table of failed login attempts; required |
//! | `WALLET_CLOUD_SECRETS_PREFIX` | see [`SecretNames`] |
//! | `AWS_CA_BUNDLE` | see [`AwsSettings`] |
//! | `WALLET_CLOUD_CORS_ORIGINS` | see [`HttpConfig`] |

use authorization::{OwnKeys, PasswordWork, Services};
use std::sync::Arc;
use wallet_http::system::{OsRandomness, SystemClock};
use wallet_http::{Authorizer, HttpConfig, env, issuer};
use wallet_store::aws::AwsSettings;
use wallet_store::dynamodb::{self, DynamoAccounts, DynamoSessions, DynamoThrottle, Tables};
use wallet_store::secrets::{self, AwsSecrets, CachedMerchants, CachedSigningKeys, SecretNames};

/// The settings from the environment.
pub struct Config {
    /// The claim `iss` of every token.
    pub issuer: String,
    /// The names of the tables.
    pub tables: Tables,
    /// The names of the secrets.
    pub secrets: SecretNames,
    /// The AWS settings.
    pub aws: AwsSettings,
    /// The settings shared by all services.
    pub http: HttpConfig,
}

impl Config {
    /// Reads the environment. The error names the missing or invalid variable.
    pub fn from_env() -> anyhow::Result<Self> {
        Ok(Self {
            issuer: issuer(&env::required_var("WALLET_CLOUD_BASE_URL")?),
            tables: Tables {
                accounts: env::required_var("WALLET_CLOUD_ACCOUNTS_TABLE")?,
                sessions: env::required_var("WALLET_CLOUD_SESSIONS_TABLE")?,
                throttle: env::required_var("WALLET_CLOUD_THROTTLE_TABLE")?,
            },
            secrets: SecretNames::from_settings(env::var),
            aws: AwsSettings::from_settings(env::var),
            http: HttpConfig::from_settings(env::var)?,
        })
    }

    /// Builds the services with DynamoDB and Secrets Manager.
    pub async fn services(&self) -> anyhow::Result<Services> {
        let aws = self.aws.load().await?;
        let (database, tables) = (dynamodb::Client::new(&aws), self.tables.clone());
        dynamodb::connect(&database, &tables).await;
        let store = Arc::new(AwsSecrets::new(secrets::Client::new(&aws)));
        let clock = Arc::new(SystemClock);
        let signing_keys = CachedSigningKeys::new(store.clone(), &self.secrets, clock.clone());
        let keys = Arc::new(OwnKeys::new(Arc::new(signing_keys)));
        Ok(Services {
            accounts: Arc::new(DynamoAccounts::new(database.clone(), tables.clone())),
            sessions: Arc::new(DynamoSessions::new(database.clone(), tables.clone())),
            throttle: Arc::new(DynamoThrottle::new(database, tables)),
            merchants: Arc::new(CachedMerchants::new(store, self.secrets.clone(), clock.clone())),
            signing_keys: keys.clone(),
            passwords: PasswordWork::new(Arc::new(OsRandomness)),
            authorizer: Authorizer::new(keys, self.issuer.clone(), clock.clone()),
            clock,
            randomness: Arc::new(OsRandomness),
            issuer: self.issuer.clone().into(),
        })
    }
}
