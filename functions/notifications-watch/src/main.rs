//! Entry point of the AWS Lambda function that watches the chains: builds the loops from the environment, and makes the ticks
//! of a queue. A schedule starts the loops that have no tick.

mod config;
mod watch;

use lambda_runtime::{LambdaEvent, service_fn};
use wallet_http::lambda::Invocation;
use wallet_http::{env, telemetry};

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    telemetry::init_json()?;
    env::check_names()?;
    let ticks = config::ticks().await?;
    let invoke = |event: LambdaEvent<Invocation>| watch::watch(&ticks, event);
    let served = lambda_runtime::run(service_fn(invoke)).await;
    served.map_err(anyhow::Error::from_boxed)
}
