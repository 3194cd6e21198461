//! The command line.

use crate::demo::{self, screen::Screen};
use crate::operator::{AssetsCommand, AssetsTarget, KeysCommand, MerchantCommand, Target, UpstreamsCommand};
use crate::serve::{self, Banner, Options};
use anyhow::Context;
use clap::{Args, Parser, Subcommand};
use std::fmt::Display;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::path::PathBuf;
use wallet_http::telemetry;

/// What is logged unless told otherwise. The database warns of each refused call, and making a table that
/// exists is one.
const LOG_FILTER: &str = "info,dynoxide=error";

/// Wallet Cloud Services on one machine. Without a command, the local server starts.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: ServeArgs,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve everything: the services, a database, sandbox networks
    Serve(ServeArgs),
    /// Walk a payment on each chain of the sandbox and print every step
    Demo(DemoArgs),
    /// Make and rotate the keys that sign tokens
    Keys {
        #[command(subcommand)]
        command: KeysCommand,
        #[command(flatten)]
        target: Target,
    },
    /// Make, rotate and disable merchants, the back ends that hold a merchant key
    Merchant {
        #[command(subcommand)]
        command: MerchantCommand,
        #[command(flatten)]
        target: Target,
    },
    /// Store and remove the keys that upstreams want from us
    Upstreams {
        #[command(subcommand)]
        command: UpstreamsCommand,
        #[command(flatten)]
        target: Target,
    },
    /// List, import and export the assets that are shown
    Assets {
        #[command(subcommand)]
        command: AssetsCommand,
        #[command(flatten)]
        target: AssetsTarget,
    },
}

#[derive(Debug, Args)]
struct ServeArgs {
    /// Where to listen
    #[arg(long, value_name = "ADDR", default_value = serve::DEFAULT_LISTEN)]
    listen: SocketAddr,
    /// The folder that keeps accounts, keys and chains
    #[arg(long, value_name = "DIR", default_value = serve::DEFAULT_DATA)]
    data: PathBuf,
    /// Keep nothing on disk
    #[arg(long, conflicts_with = "data")]
    ephemeral: bool,
}

#[derive(Debug, Args)]
struct DemoArgs {
    /// A running server to use instead of one of the demo's own
    #[arg(long, value_name = "URL", requires = "merchant_key")]
    base_url: Option<String>,
    /// The merchant key of that server
    #[arg(long, value_name = "KEY", env = serve::MERCHANT_KEY_VARIABLE, hide_env_values = true)]
    merchant_key: Option<String>,
}

impl Cli {
    /// Does what the command line says.
    pub async fn run(self) -> anyhow::Result<()> {
        match self.command {
            None => self.serve.run().await,
            Some(Command::Serve(arguments)) => arguments.run().await,
            Some(Command::Demo(arguments)) => arguments.run().await,
            Some(Command::Keys { command, target }) => {
                println!("{}", command.run(&target.operator().await?).await?);
                Ok(())
            }
            Some(Command::Merchant { command, target }) => {
                println!("{}", command.run(&target.operator().await?).await?);
                Ok(())
            }
            Some(Command::Upstreams { command, target }) => {
                println!("{}", command.run(&target.operator().await?).await?);
                Ok(())
            }
            Some(Command::Assets { command, target }) => {
                // A pipe that closes early (`assets list | head`) is no error.
                say(&command.run(&target).await?);
                Ok(())
            }
        }
    }
}

impl ServeArgs {
    async fn run(self) -> anyhow::Result<()> {
        telemetry::init_plain(LOG_FILTER);
        // Before anything is said: whoever reads the start-up text may stop the server at once.
        let stop = serve::stop_signal().context("signals cannot be waited for")?;
        let data = (!self.ephemeral).then_some(self.data);
        let running = serve::start(Options::from_env(self.listen, data)).await?;
        say(&Banner(&running));
        stop.await;
        say(&"Stopping.");
        running.shutdown().await
    }
}

impl DemoArgs {
    async fn run(self) -> anyhow::Result<()> {
        let mut screen = Screen::terminal();
        if let (Some(base_url), Some(merchant_key)) = (&self.base_url, &self.merchant_key) {
            return Ok(demo::walk(base_url, merchant_key, &mut screen).await?);
        }
        let running = serve::start(Options::ephemeral()).await?;
        let walked = demo::walk(&running.base_url, &running.merchant_key, &mut screen).await;
        running.shutdown().await?;
        Ok(walked?)
    }
}

/// Prints a line. A reader that has gone (`wallet-cloud | head`) is no reason to stop.
fn say(text: &dyn Display) {
    let _ = writeln!(io::stdout(), "{text}");
}
