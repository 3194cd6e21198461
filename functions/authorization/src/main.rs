//! The function on AWS Lambda: builds the adapters from the environment and serves requests.

mod config;

use authorization::{NAME, openapi, router};
use config::Config;
use wallet_http::{Service, lambda, mount, telemetry};

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    telemetry::init_json();
    let config = Config::from_env()?;
    let services = config.services().await?;
    let service = Service::new(NAME, router(), services, openapi());
    let served = lambda::serve(mount(vec![service], &config.http)).await;
    served.map_err(anyhow::Error::from_boxed)
}
