//! `wallet-cloud`: the local server, the demo, and the operator's commands.

use clap::Parser;
use std::process::ExitCode;
use wallet_cloud::cli::Cli;

#[tokio::main]
async fn main() -> ExitCode {
    match Cli::parse().run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // One line with the causes; a person at a terminal has no use for a backtrace.
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
