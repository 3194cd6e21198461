//! Entry point of the AWS Lambda function: builds the service from the environment and serves requests.

mod config;

use wallet_http::{env, lambda, telemetry};

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    telemetry::init_json()?;
    env::check_names()?;
    let served = lambda::serve(config::app().await?).await;
    served.map_err(anyhow::Error::from_boxed)
}
