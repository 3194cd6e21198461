//! The subcommands of the operator.

use super::aws::AwsAccess;
use super::{
    AccountsCommand, AccountsTarget, AssetsCommand, AssetsTarget, Format, ListsCommand, ListsTarget,
    NotificationsCommand, NotificationsTarget, Operator, Report, SessionsCommand,
};
use anyhow::Context;
use clap::{Args, Subcommand};
use secrecy::SecretString;
use std::io;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use wallet_store::secrets::{AwsSecrets, DEFAULT_PREFIX, FileSecrets, SecretNames, UpstreamFamily};
use zeroize::Zeroizing;

/// The file of the secrets of the local server.
const LOCAL_SECRETS: &str = ".wallet-cloud/secrets.json";

/// The location of the secrets.
#[derive(Args, Debug)]
pub struct Target {
    /// `aws` for Secrets Manager, otherwise the path of a file; by default `aws` if a stack is given, and the file
    /// `.wallet-cloud/secrets.json` otherwise
    #[arg(long, value_name = "aws|FILE", env = "WALLET_CLOUD_SECRETS", global = true)]
    secrets: Option<PathBuf>,
    /// The prefix of the secrets' names; by default that of the stack, and `wallet-cloud` without one
    #[arg(long, value_name = "PREFIX", env = "WALLET_CLOUD_SECRETS_PREFIX", global = true)]
    prefix: Option<String>,
    #[command(flatten)]
    aws: AwsAccess,
}

/// Commands on the keys that sign tokens.
#[derive(Debug, Subcommand)]
pub enum KeysCommand {
    /// Create the first keys and print the public ones
    Init,
    /// Announce new keys, which replace the current ones in an hour, and remove expired ones
    Rotate,
    /// End a signing key that leaked, without a redeployment; another key becomes active
    Revoke {
        /// The key id, as in the header of a token and in jwks.json
        #[arg(required_unless_present = "all", allow_hyphen_values = true)]
        kid: Option<String>,
        /// Replace all signing keys and refresh keys, which ends every session
        #[arg(long, conflicts_with = "kid")]
        all: bool,
    },
}

/// Commands on merchants, the back ends that hold a merchant key.
#[derive(Debug, Subcommand)]
pub enum MerchantCommand {
    /// Create a merchant and print its key, once
    Create {
        /// The display name; the merchant's id is derived from it
        name: String,
        /// The permissions that may be granted: some of read, register, secret, assets, assets-admin, notify
        #[arg(long, value_name = "LIST", value_delimiter = ',', required = true)]
        permissions: Vec<String>,
    },
    /// Add a second key and print it, once; the first one expires after a while
    Rotate {
        /// The merchant's id
        id: String,
        /// The number of hours for which the old key remains valid; 0 revokes all old keys
        #[arg(long, value_name = "HOURS", default_value_t = 24)]
        keep_old: u32,
    },
    /// Reject all keys of a merchant
    Disable {
        /// The merchant's id
        id: String,
    },
    /// Accept the keys of a disabled merchant again
    Enable {
        /// The merchant's id
        id: String,
    },
}

/// Commands on the API keys that upstreams require.
#[derive(Debug, Subcommand)]
pub enum UpstreamsCommand {
    /// Store the key for a host, read from a terminal prompt or from the first line of the input
    SetKey {
        /// The host of the upstream's URL, without port and path
        host: String,
        /// The families whose settings have this host: some of btc-like, eth-like, xlm, prices
        #[arg(long, value_name = "LIST", value_delimiter = ',', required = true)]
        family: Vec<UpstreamFamily>,
    },
    /// List the families and the hosts that have a key
    List,
    /// Remove the key for a host from every family
    RemoveKey {
        /// The host
        host: String,
    },
}

impl Target {
    /// Opens the secrets for an operator.
    pub async fn operator(&self) -> anyhow::Result<Operator> {
        let file = match &self.secrets {
            Some(place) if place.as_os_str() != "aws" => Some(place.as_path()),
            None if !self.aws.has_stack() => Some(Path::new(LOCAL_SECRETS)),
            _ => None,
        };
        if let Some(file) = file {
            let names = SecretNames::with_prefix(self.prefix.as_deref().unwrap_or(DEFAULT_PREFIX));
            return Ok(Operator::new(Arc::new(FileSecrets::new(file)), names));
        }
        let prefix = if let Some(prefix) = &self.prefix {
            prefix.clone()
        } else {
            let stack = self.aws.stack().await?;
            stack.map_or_else(|| DEFAULT_PREFIX.to_owned(), |stack| stack.secrets_prefix)
        };
        let client = wallet_store::secrets::Client::new(&self.aws.load().await?);
        Ok(Operator::new(
            Arc::new(AwsSecrets::new(client)),
            SecretNames::with_prefix(prefix),
        ))
    }
}

impl KeysCommand {
    /// Runs the command and returns the output.
    pub async fn run(&self, operator: &Operator) -> anyhow::Result<Report> {
        Ok(match self {
            Self::Init => operator.init_keys().await?,
            Self::Rotate => operator.rotate_keys().await?,
            Self::Revoke { kid: Some(kid), .. } => operator.revoke_key(kid).await?,
            Self::Revoke { kid: None, .. } => operator.revoke_all_keys().await?,
        })
    }
}

impl UpstreamsCommand {
    /// Runs the command and returns the output.
    pub async fn run(&self, operator: &Operator) -> anyhow::Result<Report> {
        Ok(match self {
            Self::SetKey { host, family } => {
                let key = read_key(host).context("the key cannot be read")?;
                operator.set_upstream_key(host, family, key).await?
            }
            Self::List => operator.list_upstream_keys().await?,
            Self::RemoveKey { host } => operator.remove_upstream_key(host).await?,
        })
    }
}

/// Reads a key from the terminal or the input. A key is never an argument, since arguments appear in the
/// shell history and in the process list.
fn read_key(host: &str) -> io::Result<SecretString> {
    if io::stdin().is_terminal() {
        return rpassword::prompt_password(format!("The key for {host}: ")).map(SecretString::from);
    }
    let mut line = Zeroizing::new(String::new());
    io::stdin().read_line(&mut line)?;
    Ok(SecretString::from(line.trim_end_matches(['\r', '\n'])))
}

impl MerchantCommand {
    /// Runs the command and returns the output.
    pub async fn run(&self, operator: &Operator) -> anyhow::Result<Report> {
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

/// A command on the data of a deployment.
#[derive(Debug, Subcommand)]
pub enum OperatorCommand {
    /// Create and rotate the keys that sign tokens
    Keys(On<KeysCommand, Target>),
    /// Create, rotate and disable merchants, the back ends that hold a merchant key
    Merchant(On<MerchantCommand, Target>),
    /// Store and remove the API keys that upstreams require
    Upstreams(On<UpstreamsCommand, Target>),
    /// Find, disable, enable and delete user accounts
    Accounts(On<AccountsCommand, AccountsTarget>),
    /// List and end the sessions of user accounts
    Sessions(On<SessionsCommand, AccountsTarget>),
    /// List the watched chains, and continue a stopped loop
    Notifications(On<NotificationsCommand, NotificationsTarget>),
    /// Import, list and remove lists of addresses that payments warn about or exclude
    Lists(On<ListsCommand, ListsTarget>),
    /// List, import and export the listed assets
    Assets {
        #[command(subcommand)]
        command: AssetsCommand,
        #[command(flatten)]
        target: AssetsTarget,
    },
}

/// A command with the location of the data and the form of the output.
#[derive(Args, Debug)]
pub struct On<C: Subcommand, T: Args> {
    #[command(subcommand)]
    command: C,
    #[command(flatten)]
    target: T,
    #[command(flatten)]
    format: Format,
}

impl OperatorCommand {
    /// Runs the command and returns the output.
    pub async fn run(&self) -> anyhow::Result<String> {
        let (report, format) = match self {
            Self::Keys(on) => (on.command.run(&on.target.operator().await?).await?, on.format),
            Self::Merchant(on) => (on.command.run(&on.target.operator().await?).await?, on.format),
            Self::Upstreams(on) => (on.command.run(&on.target.operator().await?).await?, on.format),
            Self::Accounts(on) => (on.command.run(&on.target.open().await?).await?, on.format),
            Self::Sessions(on) => (on.command.run(&on.target.open().await?).await?, on.format),
            Self::Notifications(on) => (on.command.run(&on.target.open().await?).await?, on.format),
            Self::Lists(on) => (on.command.run(&on.target.open().await?).await?, on.format),
            Self::Assets { command, target } => return command.run(target).await,
        };
        Ok(report.printed(format))
    }
}
