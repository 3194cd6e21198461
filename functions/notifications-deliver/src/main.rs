//! Entry point of the AWS Lambda function that delivers events: makes the deliveries of a queue. A schedule sends what is due
//! to the queue.

mod config;
mod deliver;

use lambda_runtime::{LambdaEvent, service_fn};
use wallet_http::lambda::Invocation;
use wallet_http::{env, telemetry};

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    telemetry::init_json()?;
    env::check_names()?;
    let senders = config::senders()?;
    let invoke = |event: LambdaEvent<Invocation>| deliver::deliver(&senders, event);
    let served = lambda_runtime::run(service_fn(invoke)).await;
    served.map_err(anyhow::Error::from_boxed)
}
