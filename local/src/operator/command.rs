//! The commands on the command line.

use super::Operator;
use anyhow::Context;
use clap::{Args, Subcommand};
use secrecy::SecretString;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use wallet_store::aws::{AwsSettings, TrustRoots};
use wallet_store::secrets::{AwsSecrets, FileSecrets, SecretNames, SecretStore};
use zeroize::Zeroizing;

/// Where the secrets are.
#[derive(Args, Debug)]
pub struct Target {
    /// `aws` for Secrets Manager with the environment's credentials, else the path of a file
    #[arg(
        long,
        value_name = "aws|FILE",
        env = "WALLET_CLOUD_SECRETS",
        default_value = ".wallet-cloud/secrets.json",
        global = true
    )]
    secrets: PathBuf,
    /// The first part of the secrets' names
    #[arg(
        long,
        value_name = "PREFIX",
        env = "WALLET_CLOUD_SECRETS_PREFIX",
        default_value = "wallet-cloud",
        global = true
    )]
    prefix: String,
}

/// The keys that sign tokens.
#[derive(Debug, Subcommand)]
pub enum KeysCommand {
    /// Make the first keys and print the public ones
    Init,
    /// Announce new keys, which take over in an hour, and drop those no longer needed
    Rotate,
}

/// The back ends that hold a merchant key.
#[derive(Debug, Subcommand)]
pub enum MerchantCommand {
    /// Make a merchant and print its key, once
    Create {
        /// What people call it; its id is made from that
        name: String,
        /// What it may be granted: some of read, register, secret, assets
        #[arg(long, value_name = "LIST", value_delimiter = ',', required = true)]
        permissions: Vec<String>,
    },
    /// Give it a second key and print that, once; the first ends after a while
    Rotate {
        /// The merchant's id
        id: String,
        /// For how many more hours the old key is good; 0 ends all old keys
        #[arg(long, value_name = "HOURS", default_value_t = 24)]
        keep_old: u32,
    },
    /// Refuse all its keys
    Disable {
        /// The merchant's id
        id: String,
    },
    /// Take that back
    Enable {
        /// The merchant's id
        id: String,
    },
}

/// The keys that upstreams want from us.
#[derive(Debug, Subcommand)]
pub enum UpstreamsCommand {
    /// Store the key for a host: asked for on a terminal, else the first line of the input
    SetKey {
        /// The host as it stands in the upstream's URL, without port and path
        host: String,
    },
    /// List the hosts that have a key
    List,
    /// Forget the key for a host
    RemoveKey {
        /// The host
        host: String,
    },
}

/// AWS as a person reaches it, whose machine may be behind a proxy with roots of its own.
pub(super) fn own_aws() -> AwsSettings {
    AwsSettings {
        trust: TrustRoots::System,
        ..AwsSettings::default()
    }
}

impl Target {
    /// Somebody who works on the secrets there.
    pub async fn operator(&self) -> anyhow::Result<Operator> {
        let store: Arc<dyn SecretStore> = if self.secrets.as_os_str() == "aws" {
            let client = wallet_store::secrets::Client::new(&own_aws().load().await?);
            Arc::new(AwsSecrets::new(client))
        } else {
            Arc::new(FileSecrets::new(&self.secrets))
        };
        Ok(Operator::new(store, SecretNames::with_prefix(&self.prefix)))
    }
}

impl KeysCommand {
    /// Does it and says what was done.
    pub async fn run(&self, operator: &Operator) -> anyhow::Result<String> {
        Ok(match self {
            Self::Init => operator.init_keys().await?,
            Self::Rotate => operator.rotate_keys().await?,
        })
    }
}

impl UpstreamsCommand {
    /// Does it and says what was done.
    pub async fn run(&self, operator: &Operator) -> anyhow::Result<String> {
        Ok(match self {
            Self::SetKey { host } => {
                let key = read_key(host).context("the key cannot be read")?;
                operator.set_upstream_key(host, key).await?
            }
            Self::List => operator.list_upstream_keys().await?,
            Self::RemoveKey { host } => operator.remove_upstream_key(host).await?,
        })
    }
}

/// A key never is an argument: those are in the shell's history and in the list of processes.
fn read_key(host: &str) -> io::Result<SecretString> {
    if io::stdin().is_terminal() {
        return rpassword::prompt_password(format!("The key for {host}: ")).map(SecretString::from);
    }
    let mut line = Zeroizing::new(String::new());
    io::stdin().read_line(&mut line)?;
    Ok(SecretString::from(line.trim_end_matches(['\r', '\n'])))
}

impl MerchantCommand {
    /// Does it and says what was done.
    pub async fn run(&self, operator: &Operator) -> anyhow::Result<String> {
        Ok(match self {
            Self::Create { name, permissions } => operator.create_merchant(name, permissions).await?,
            Self::Rotate { id, keep_old } => {
                let keep_old = Duration::from_hours(u64::from(*keep_old));
                operator.rotate_merchant(id, keep_old).await?
            }
            Self::Disable { id } => operator.disable_merchant(id, true).await?,
            Self::Enable { id } => operator.disable_merchant(id, false).await?,
        })
    }
}
