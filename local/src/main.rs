//! `wallet-cloud`: the local server, the demo and the operator's commands.

use clap::Parser;
use std::process::ExitCode;
use wallet_cloud::cli::Cli;
use wallet_http::env;

#[tokio::main]
async fn main() -> ExitCode {
    // Before the arguments, some of which settings replace: a misspelt setting is the cause of an argument that lacks.
    let result = match env::check_names() {
        Ok(()) => Cli::parse().run().await,
        Err(unknown) => Err(unknown.into()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Print the causes on a single line; a backtrace does not help a user at a terminal.
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
