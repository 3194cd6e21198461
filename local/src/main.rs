//! `wallet-cloud`: the local server, the demo and the operator's commands.

use clap::Parser;
use std::process::ExitCode;
use wallet_cloud::cli::Cli;

#[tokio::main]
async fn main() -> ExitCode {
    match Cli::parse().run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Print the causes on one line; a backtrace does not help a user at a terminal.
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
