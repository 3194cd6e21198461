//! The command-line interface.

use crate::backup::{BackupArgs, RestoreArgs};
use crate::check;
use crate::demo::{self, screen::Screen};
use crate::doctor::DoctorArgs;
use crate::operator::{Format, OperatorCommand};
use crate::serve::{self, Banner, Options, ProductionOptions};
use crate::site;
use crate::traces::TraceExport;
use anyhow::Context;
use clap::{Args, Parser, Subcommand};
use std::fmt::{self, Display};
use std::io::{self, Write};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use wallet_client::HttpTransport;
use wallet_http::{env, telemetry};

/// Default log filter. The database warns about each rejected call, which includes creating a table that
/// exists.
const LOG_FILTER: &str = "info,dynoxide=error";

/// Wallet Cloud Services on one machine. Starts the local server if no command is given.
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
    /// Make payments on each chain of the sandbox and print every step
    Demo(DemoArgs),
    /// Compare a deployment with its documents: pay on its testnets and make invalid calls
    Check(CheckArgs),
    /// Back up a production server, which may be running
    Backup(BackupArgs),
    /// Restore a backup into an empty data folder, which ends all sessions
    Restore(RestoreArgs),
    /// Write the documentation as a static site
    Docs(DocsArgs),
    /// Check a deployment: settings, secrets, tables, services, clock and upstreams; each finding has a remedy
    Doctor {
        #[command(flatten)]
        arguments: DoctorArgs,
        #[command(flatten)]
        format: Format,
    },
    #[command(flatten)]
    Operator(OperatorCommand),
}

#[derive(Debug, Args)]
struct ServeArgs {
    /// The address to listen on
    #[arg(long, value_name = "ADDR", default_value = serve::DEFAULT_LISTEN)]
    listen: SocketAddr,
    /// The loopback port of the sandbox chains, for wallets; by default the port after that of --listen, or a free one if that
    /// is 0 or 65535
    #[arg(long, value_name = "PORT", conflicts_with = "production")]
    sandbox_port: Option<u16>,
    /// The folder that stores accounts, keys and chains
    #[arg(long, value_name = "DIR", default_value = serve::DEFAULT_DATA)]
    data: PathBuf,
    /// Store nothing on disk
    #[arg(long, conflicts_with = "data")]
    ephemeral: bool,
    /// Serve the Stellar testnet of the sandbox by Stellar RPC alone, without Horizon
    #[arg(long, conflicts_with = "production")]
    stellar_rpc_only: bool,
    /// Serve real users behind a reverse proxy: no sandbox, no development merchant, settings required
    #[arg(long, conflicts_with = "ephemeral")]
    production: bool,
}

#[derive(Debug, Args)]
struct DemoArgs {
    /// The URL of a running server to use; otherwise the demo starts its own
    #[arg(long, value_name = "URL", requires = "merchant_key")]
    base_url: Option<String>,
    /// The merchant key of that server
    #[arg(long, value_name = "KEY", env = serve::MERCHANT_KEY_VARIABLE, hide_env_values = true)]
    merchant_key: Option<String>,
}

#[derive(Args)]
struct CheckArgs {
    /// The URL of the deployment, before the names of the services
    base_url: String,
    /// A merchant key that may issue tokens with the permission `read`
    #[arg(long, value_name = "KEY", env = serve::MERCHANT_KEY_VARIABLE, hide_env_values = true)]
    merchant_key: String,
    /// The seconds to wait for funds and confirmations, for all chains together
    #[arg(long, value_name = "SECONDS", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=86_400))]
    wait: u32,
    /// Pay only on this chain; may be repeated
    #[arg(long = "chain", value_name = "CHAIN")]
    chains: Vec<String>,
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
struct DocsArgs {
    /// The folder that receives the files; it is created if it does not exist
    folder: PathBuf,
    /// The base URL of the services, without a trailing slash, for the requests of the API reference
    #[arg(long, value_name = "URL", default_value = "")]
    server: String,
}

impl Cli {
    /// Runs the command.
    pub async fn run(self) -> anyhow::Result<()> {
        match self.command {
            None => self.serve.run().await,
            Some(Command::Serve(arguments)) => arguments.run().await,
            Some(Command::Demo(arguments)) => arguments.run().await,
            Some(Command::Check(arguments)) => arguments.run().await,
            Some(Command::Backup(arguments)) => {
                print_line(&arguments.run()?);
                Ok(())
            }
            Some(Command::Restore(arguments)) => {
                print_line(&arguments.run().await?);
                Ok(())
            }
            Some(Command::Docs(arguments)) => {
                let server = arguments.server.trim_end_matches('/');
                let (count, size) = site::export(&arguments.folder, server, serve::combined_document())?;
                print_line(&format!(
                    "{count} files, {size} bytes in {}",
                    arguments.folder.display()
                ));
                Ok(())
            }
            Some(Command::Doctor { arguments, format }) => {
                let diagnosis = arguments.run().await?;
                print_line(&diagnosis.report().printed(format));
                let findings = diagnosis.findings();
                anyhow::ensure!(findings == 0, "the deployment needs attention, findings: {findings}");
                Ok(())
            }
            Some(Command::Operator(command)) => {
                // A closed pipe (`assets list | head`) is not an error.
                print_line(&command.run().await?);
                Ok(())
            }
        }
    }
}

impl ServeArgs {
    async fn run(self) -> anyhow::Result<()> {
        if self.production {
            return self.run_production().await;
        }
        let (traces, spans) = TraceExport::start(env::var)?.unzip();
        telemetry::set_trace_sinks(Vec::from_iter(spans));
        telemetry::init_plain(LOG_FILTER)?;
        // Register the handler before printing: a program that reads the start-up text may stop the server
        // immediately.
        let stop = serve::stop_signal().context("the signal handlers cannot be registered")?;
        let data = (!self.ephemeral).then_some(self.data);
        let sandbox_port = self.sandbox_port.unwrap_or_else(|| next_port(self.listen.port()));
        let options = Options {
            stellar_rpc_only: self.stellar_rpc_only,
            ..Options::from_env(self.listen, sandbox_port, data)
        };
        let running = serve::start(options).await?;
        print_line(&Banner(&running));
        stop.await;
        print_line(&"Stopping.");
        running.shutdown().await?;
        export_last(traces).await
    }

    async fn run_production(self) -> anyhow::Result<()> {
        let (traces, spans) = TraceExport::start(env::var)?.unzip();
        telemetry::init_json()?;
        let stop = serve::stop_signal().context("the signal handlers cannot be registered")?;
        let options = ProductionOptions::from_env(self.listen, self.data);
        let running = serve::start_production(options, Vec::from_iter(spans)).await?;
        tracing::info!(address = running.address, base_url = running.base_url, "serving");
        stop.await;
        tracing::info!("stopping");
        running.shutdown().await?;
        export_last(traces).await
    }
}

/// Returns the default port of the sandbox; 0 selects a free port, as it does for the server.
fn next_port(port: u16) -> u16 {
    if port == 0 { 0 } else { port.wrapping_add(1) }
}

/// Exports the traces of the last requests.
async fn export_last(traces: Option<TraceExport>) -> anyhow::Result<()> {
    if let Some(traces) = traces {
        traces.shutdown().await;
    }
    Ok(())
}

impl DemoArgs {
    async fn run(self) -> anyhow::Result<()> {
        let screen = Screen::terminal();
        if let (Some(base_url), Some(merchant_key)) = (&self.base_url, &self.merchant_key) {
            return Ok(demo::run(base_url, merchant_key, &screen).await?);
        }
        let running = serve::start(Options::ephemeral()).await?;
        let result = demo::run(&running.base_url, &running.merchant_key, &screen).await;
        running.shutdown().await?;
        Ok(result?)
    }
}

impl CheckArgs {
    /// Fails if there are findings, so that the exit code is 1.
    async fn run(self) -> anyhow::Result<()> {
        let transport = Arc::new(HttpTransport::new().context("the HTTP client cannot be created")?);
        let options = check::Options {
            base_url: self.base_url,
            merchant_key: self.merchant_key,
            wait: Duration::from_secs(self.wait.into()),
            chains: self.chains,
        };
        // The report alone goes to the output.
        let report = check::run(transport, &options, &|line| eprintln!("{line}")).await?;
        if self.json {
            print_line(&report.to_json());
        } else {
            print_line(&report);
        }
        let findings = report.findings.len();
        anyhow::ensure!(
            findings == 0,
            "the deployment differs from its documents, findings: {findings}"
        );
        Ok(())
    }
}

impl fmt::Debug for CheckArgs {
    /// Omits the merchant key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CheckArgs")
            .field("base_url", &self.base_url)
            .finish_non_exhaustive()
    }
}

/// Prints a line. A closed pipe (`wallet-cloud | head`) does not stop the command.
fn print_line(text: &dyn Display) {
    let _ = writeln!(io::stdout(), "{text}");
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the reason why a command with a stack of an invalid name fails, before any call.
    async fn error_of(arguments: &[&str]) -> String {
        let arguments = ["wallet-cloud"].iter().chain(arguments).chain(&["--stack", "a/b"]);
        let command = Cli::try_parse_from(arguments).unwrap();
        format!("{:#}", command.run().await.unwrap_err())
    }

    #[test]
    fn sandbox_has_the_next_port_or_a_free_one() {
        assert_eq!([9000, 0, u16::MAX].map(next_port), [9001, 0, 0]);
    }

    #[tokio::test]
    async fn every_operator_command_uses_the_stack() {
        for arguments in [
            &["keys", "rotate"][..],
            &["merchant", "disable", "shop"],
            &["upstreams", "list"],
            &["accounts", "find", "alice"],
            &["sessions", "list", "alice"],
            &["assets", "list"],
            &["doctor"],
        ] {
            let error = error_of(arguments).await;
            assert!(error.contains("the stack a/b cannot be read"), "{arguments:?}: {error}");
        }
    }

    #[tokio::test]
    async fn data_folder_precedes_the_stack() {
        let error = error_of(&["accounts", "find", "alice", "--data", "/none"]).await;
        assert!(error.starts_with("/none is not the data folder"), "{error}");
    }
}
