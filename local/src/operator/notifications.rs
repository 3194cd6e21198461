//! The subcommands of `notifications`: the loops of the chains.

use super::Report;
use super::aws::AwsAccess;
use crate::serve::{self, EmbeddedDatabase};
use anyhow::Context;
use clap::{Args, Subcommand};
use serde_json::json;
use std::path::{Path, PathBuf};
use wallet_core::model::Network;
use wallet_notifications::ports::{WatchStore, WriteOutcome};
use wallet_notifications::{ChainKey, Checkpoint};
use wallet_store::dynamodb::{Client, DynamoNotifications};

/// The output of a stack that names the table of the notifications.
pub const NOTIFICATIONS_TABLE: &str = "NotificationsTable";

/// The number of attempts beside a running loop.
const RACES: u32 = 8;

/// Commands on the loops that watch the chains.
#[derive(Debug, Subcommand)]
pub enum NotificationsCommand {
    /// List the watched chains with the last processed block, and whether the loop is stopped
    List,
    /// Continue the loop of a chain that a deep reorganisation has stopped
    Resume {
        /// The chain, as in the paths of its services
        chain: String,
        /// livenet or testnet
        network: Network,
        /// The height of the last block before the reorganisation: transactions in later blocks are reported again
        #[arg(long, value_name = "HEIGHT")]
        from: u64,
    },
}

/// The location of the table: a data folder, or a table on AWS.
#[derive(Args, Debug)]
pub struct NotificationsTarget {
    /// The data folder of a server on this machine, which may be running
    // Not the id `data`: clap gives the default of the server's flag with that id to a global flag of a subcommand.
    #[arg(long = "data", id = "notifications_data", value_name = "DIR", global = true)]
    data: Option<PathBuf>,
    /// The table on AWS, the output `NotificationsTable` of the stack
    #[arg(long, value_name = "NAME", env = "WALLET_CLOUD_NOTIFICATIONS_TABLE", global = true)]
    notifications_table: Option<String>,
    #[command(flatten)]
    aws: AwsAccess,
}

impl NotificationsTarget {
    /// Opens the table. `--data` has precedence over the table on AWS, and without both, the default folder is used.
    pub async fn open(&self) -> anyhow::Result<DynamoNotifications> {
        if self.data.is_none()
            && let Some(table) = self.table().await?
        {
            return Ok(DynamoNotifications::new(Client::new(&self.aws.load().await?), table));
        }
        let folder = self.data.as_deref().unwrap_or(Path::new(serve::DEFAULT_DATA));
        Ok(EmbeddedDatabase::open_existing(folder).await?.notifications)
    }

    async fn table(&self) -> anyhow::Result<Option<String>> {
        if self.notifications_table.is_some() {
            return Ok(self.notifications_table.clone());
        }
        let Some(stack) = self.aws.read_stack().await? else {
            return Ok(None);
        };
        let table = stack.outputs.get(NOTIFICATIONS_TABLE).cloned();
        let table = table.with_context(|| format!("the stack has no output {NOTIFICATIONS_TABLE}"))?;
        Ok(Some(table))
    }
}

impl NotificationsCommand {
    /// Runs the command and returns the output.
    pub async fn run(&self, store: &dyn WatchStore) -> anyhow::Result<Report> {
        match self {
            Self::List => list(store).await,
            Self::Resume { chain, network, from } => resume(store, &ChainKey::new(chain, *network), *from).await,
        }
    }
}

async fn list(store: &dyn WatchStore) -> anyhow::Result<Report> {
    let (mut lines, mut rows) = (Vec::new(), Vec::new());
    for chain in store.chains().await? {
        let Some(checkpoint) = store.checkpoint(&chain).await? else {
            continue;
        };
        let (height, is_stopped) = (checkpoint.height(), checkpoint.is_stopped);
        let state = if is_stopped { "stopped" } else { "watching" };
        lines.push(format!("{chain}: {state} at block {height}"));
        rows.push(json!({ "chain": chain.chain, "network": chain.network, "state": state, "block": height }));
    }
    if lines.is_empty() {
        lines.push("No chain has a subscription.".to_owned());
    }
    Ok(Report::new(lines.join("\n"), rows.into()))
}

async fn resume(store: &dyn WatchStore, chain: &ChainKey, from: u64) -> anyhow::Result<Report> {
    for _ in 0..RACES {
        let checkpoint = store.checkpoint(chain).await?;
        let checkpoint = checkpoint.with_context(|| format!("{chain} has no subscription"))?;
        anyhow::ensure!(checkpoint.is_stopped, "the loop of {chain} is not stopped");
        let resumed = Checkpoint::resumed_at(from);
        if store.move_checkpoint(chain, &checkpoint, &resumed).await? == WriteOutcome::Written {
            let text = format!("The loop of {chain} continues after block {from}.");
            return Ok(Report::new(
                text,
                json!({ "chain": chain.chain, "network": chain.network, "block": from }),
            ));
        }
    }
    anyhow::bail!("the subscriptions of {chain} change all the time; try again")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_a_stopped_loop_is_resumed() {
        let store = EmbeddedDatabase::open(None).await.unwrap().notifications;
        let command = NotificationsCommand::Resume {
            chain: "btc".to_owned(),
            network: Network::Testnet,
            from: 7,
        };
        let error = command.run(&store).await.unwrap_err().to_string();
        assert_eq!(error, "btc-testnet has no subscription");
        let listed = NotificationsCommand::List.run(&store).await.unwrap();
        assert_eq!(listed.text, "No chain has a subscription.");
    }
}
