//! The operator's commands of the command line.

use super::{
    AccountsCommand, AccountsTarget, AssetsCommand, AssetsTarget, Format, KeysCommand, MerchantCommand,
    SessionsCommand, Target, UpstreamsCommand,
};
use clap::Subcommand;

/// A command on the data of a deployment.
#[derive(Debug, Subcommand)]
pub enum OperatorCommand {
    /// Create and rotate the keys that sign tokens
    Keys {
        #[command(subcommand)]
        command: KeysCommand,
        #[command(flatten)]
        target: Target,
        #[command(flatten)]
        format: Format,
    },
    /// Create, rotate and disable merchants, the back ends that hold a merchant key
    Merchant {
        #[command(subcommand)]
        command: MerchantCommand,
        #[command(flatten)]
        target: Target,
        #[command(flatten)]
        format: Format,
    },
    /// Store and remove the API keys that upstreams require
    Upstreams {
        #[command(subcommand)]
        command: UpstreamsCommand,
        #[command(flatten)]
        target: Target,
        #[command(flatten)]
        format: Format,
    },
    /// Find, disable, enable and delete user accounts
    Accounts {
        #[command(subcommand)]
        command: AccountsCommand,
        #[command(flatten)]
        target: AccountsTarget,
        #[command(flatten)]
        format: Format,
    },
    /// List and end the sessions of user accounts
    Sessions {
        #[command(subcommand)]
        command: SessionsCommand,
        #[command(flatten)]
        target: AccountsTarget,
        #[command(flatten)]
        format: Format,
    },
    /// List, import and export the listed assets
    Assets {
        #[command(subcommand)]
        command: AssetsCommand,
        #[command(flatten)]
        target: AssetsTarget,
    },
}

impl OperatorCommand {
    /// Runs the command and returns its output.
    pub async fn run(&self) -> anyhow::Result<String> {
        let (report, format) = match self {
            Self::Keys {
                command,
                target,
                format,
            } => (command.run(&target.operator().await?).await?, format),
            Self::Merchant {
                command,
                target,
                format,
            } => (command.run(&target.operator().await?).await?, format),
            Self::Upstreams {
                command,
                target,
                format,
            } => (command.run(&target.operator().await?).await?, format),
            Self::Accounts {
                command,
                target,
                format,
            } => (command.run(&target.open().await?).await?, format),
            Self::Sessions {
                command,
                target,
                format,
            } => (command.run(&target.open().await?).await?, format),
            Self::Assets { command, target } => return command.run(target).await,
        };
        Ok(report.printed(*format))
    }
}
