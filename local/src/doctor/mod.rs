//! `doctor`: checks of a deployment from the operator's machine, each with a remedy
//! (docs/decisions/operations.md#operator-commands).

mod diagnosis;
mod queues;
mod secrets;
mod services;
mod settings;
mod tables;

pub use diagnosis::{Area, Check, Diagnosis, Result};

use crate::operator::{AwsAccess, LISTS_TABLE, NOTIFICATIONS_TABLE, StackResources};
use crate::serve::{self, EmbeddedDatabase, SECRETS_FILE};
use anyhow::Context;
use clap::Args;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tables::{Expected, Remedies};
use wallet_client::HttpTransport;
use wallet_core::auth::PublicKeySet;
use wallet_core::ports::system::Clock;
use wallet_http::env;
use wallet_http::system::SystemClock;
use wallet_store::dynamodb::{Client, TableKey};
use wallet_store::secrets::{AwsSecrets, CachedUpstreamKeys, DEFAULT_PREFIX, FileSecrets, SecretNames, SecretStore};
use wallet_upstream::config::or_default;

/// The deployment to check.
#[derive(Args, Debug)]
pub struct DoctorArgs {
    /// The data folder of a server on this machine
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// The public base URL of the services; by default that of the stack
    #[arg(long, value_name = "URL", env = "WALLET_CLOUD_BASE_URL")]
    base_url: Option<String>,
    #[command(flatten)]
    aws: AwsAccess,
}

/// The secrets of a deployment.
struct Secrets {
    store: Arc<dyn SecretStore>,
    names: SecretNames,
}

impl DoctorArgs {
    /// Checks the deployment. An error is returned only if no check is possible.
    pub async fn run(&self) -> anyhow::Result<Diagnosis> {
        if self.data.is_none() && self.aws.has_stack() {
            return self.check_stack().await;
        }
        self.check_folder(self.data.as_deref().unwrap_or(Path::new(serve::DEFAULT_DATA)))
            .await
    }

    async fn check_folder(&self, folder: &Path) -> anyhow::Result<Diagnosis> {
        // First the modes of the files, which the following checks open.
        let mut checks = settings::check_server(folder, |name| or_default(env::var(name), None));
        checks.extend(check_database(folder).await);
        let secrets = Secrets {
            store: Arc::new(FileSecrets::new(folder.join(SECRETS_FILE))),
            names: SecretNames::with_prefix(DEFAULT_PREFIX),
        };
        self.check_running(checks, &secrets, self.base_url.clone(), |name| {
            or_default(env::var(name), None)
        })
        .await
    }

    async fn check_stack(&self) -> anyhow::Result<Diagnosis> {
        let read = self.aws.read_stack().await?.context("--stack is required")?;
        let resources = StackResources::of(&read)?;
        let config = self.aws.load().await?;
        let mut checks = settings::check_stack(self.aws.stack_name(), &read);
        checks.push(settings::check_functions(&read.parameters));
        checks.extend(settings::check_public_keys(&read.parameters));
        let client = Client::new(&config);
        for (name, expires) in table_names(&resources.tables, &resources.assets_table) {
            let expected = Expected {
                name,
                key: TableKey::Partition,
                expires,
                is_durable: name != resources.tables.throttle,
            };
            checks.extend(tables::check(&client, expected, &Remedies::AWS).await);
        }
        for (output, key, expires) in [
            (NOTIFICATIONS_TABLE, TableKey::Sorted, true),
            (LISTS_TABLE, TableKey::Partition, false),
        ] {
            checks.extend(match read.outputs.get(output) {
                Some(name) => {
                    let expected = Expected {
                        name,
                        key,
                        expires,
                        is_durable: true,
                    };
                    tables::check(&client, expected, &Remedies::AWS).await
                }
                None => vec![Check::finding(
                    Area::Tables,
                    format!("the stack has no output {output}"),
                    "run sam deploy with this version of the template",
                )],
            });
        }
        let client = wallet_store::queue::Client::new(&config);
        for (output, is_dead) in queues::OUTPUTS {
            checks.push(queues::check(&client, output, read.outputs.get(output), is_dead).await);
        }
        let secrets = Secrets {
            store: Arc::new(AwsSecrets::new(wallet_store::secrets::Client::new(&config))),
            names: SecretNames::with_prefix(&resources.secrets_prefix),
        };
        let base_url = self.base_url.clone().unwrap_or(resources.base_url);
        let setting = |name: &str| {
            let value = settings::parameter(&read.parameters, name);
            serve::or_public(name, value.as_deref())
        };
        self.check_running(checks, &secrets, Some(base_url), setting).await
    }

    /// Adds the checks of secrets, services and upstreams.
    async fn check_running(
        &self,
        mut checks: Vec<Check>,
        secrets: &Secrets,
        base_url: Option<String>,
        setting: impl Fn(&str) -> Option<String>,
    ) -> anyhow::Result<Diagnosis> {
        let (of_secrets, keys) = secrets::check(&*secrets.store, &secrets.names, SystemClock.now()).await;
        checks.extend(of_secrets);
        checks.extend(check_services(base_url.as_deref(), keys.as_ref()).await?);
        let keys = |family| {
            let keys = CachedUpstreamKeys::new(secrets.store.clone(), &secrets.names, family, Arc::new(SystemClock));
            Arc::new(keys) as _
        };
        match serve::connect_upstreams(setting, keys) {
            Ok(upstreams) => checks.extend(services::check_upstreams(&upstreams).await),
            Err(error) => checks.push(Check::finding(
                Area::Upstreams,
                format!("{error:#}"),
                "correct the setting",
            )),
        }
        Ok(Diagnosis(checks))
    }
}

/// Checks the tables of the database in a data folder, without a change.
async fn check_database(folder: &Path) -> Vec<Check> {
    let database = match EmbeddedDatabase::inspect(folder) {
        Ok(Some(database)) => database,
        Ok(None) => {
            let problem = format!(
                "{} is not the data folder of a server that was started before",
                folder.display()
            );
            let action = "name the folder with --data, or start the server, which creates it";
            return vec![Check::finding(Area::Tables, problem, action)];
        }
        Err(error) => {
            return vec![Check::finding(
                Area::Tables,
                format!("{error:#}"),
                Remedies::EMBEDDED.unreadable,
            )];
        }
    };
    let mut checks = Vec::new();
    let plain = table_names(&database.tables, database.assets.table());
    let plain = plain.map(|(name, expires)| (name, TableKey::Partition, expires));
    let others = [
        (database.lists.table(), TableKey::Partition, false),
        (database.notifications.table(), TableKey::Sorted, true),
    ];
    for (name, key, expires) in plain.into_iter().chain(others) {
        let expected = Expected {
            name,
            key,
            expires,
            is_durable: false,
        };
        checks.extend(tables::check(&database.client, expected, &Remedies::EMBEDDED).await);
    }
    checks
}

async fn check_services(base_url: Option<&str>, keys: Option<&PublicKeySet>) -> anyhow::Result<Vec<Check>> {
    let Some(base_url) = base_url else {
        let action = "set --base-url or WALLET_CLOUD_BASE_URL";
        let message = "the base URL is unknown: services, public keys and clock are not checked";
        return Ok(vec![Check::not_checked(Area::Services, message, action)]);
    };
    let transport = HttpTransport::new().context("the HTTP client cannot be created")?;
    let base_url = base_url.trim_end_matches('/');
    Ok(services::check(&transport, base_url, keys, || SystemClock.now()).await)
}

/// Returns the names of the tables without a sort key, each with true if expired items must be deleted.
fn table_names<'a>(tables: &'a wallet_store::dynamodb::Tables, assets: &'a str) -> [(&'a str, bool); 4] {
    [
        (&tables.accounts, true),
        (&tables.sessions, true),
        (&tables.throttle, true),
        (assets, false),
    ]
}

#[cfg(test)]
mod tests;
