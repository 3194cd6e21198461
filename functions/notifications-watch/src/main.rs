//! Entry point of the AWS Lambda function of the schedule: builds the loops from the environment, and runs the loops until
//! shortly before the end of each invocation.
//!
//! Invocations that overlap are harmless: a lease excludes a second loop of a chain.

mod config;
mod watch;

use lambda_runtime::{LambdaEvent, service_fn};
use serde::de::IgnoredAny;
use wallet_http::{env, telemetry};

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    telemetry::init_json()?;
    env::check_names()?;
    let (ports, chains) = config::loops().await?;
    // The content of the event is not used: each minute does the same.
    let invoke = |event: LambdaEvent<IgnoredAny>| watch::watch(ports.clone(), chains.clone(), event.context.deadline);
    let served = lambda_runtime::run(service_fn(invoke)).await;
    served.map_err(anyhow::Error::from_boxed)
}
