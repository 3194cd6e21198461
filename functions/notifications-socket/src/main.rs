//! Entry point of the AWS Lambda function of the socket: handles the messages of clients, which a WebSocket API passes on.

mod config;
mod socket;

use lambda_runtime::{LambdaEvent, service_fn};
use wallet_http::{env, telemetry};

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    telemetry::init_json()?;
    env::check_names()?;
    let sockets = config::sockets().await?;
    let invoke = |event: LambdaEvent<socket::Event>| socket::handle(&sockets, event.payload);
    let served = lambda_runtime::run(service_fn(invoke)).await;
    served.map_err(anyhow::Error::from_boxed)
}
