//! Entry point of the AWS Lambda function: builds the adapters from the environment and serves requests.

mod config;

use blockchain_connector_eth_like::{NAME, Services, openapi, router};
use config::Config;
use std::sync::Arc;
use wallet_core::ports::system::Clock;
use wallet_http::system::SystemClock;
use wallet_http::{Authorizer, Service, lambda, mount, telemetry};

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    telemetry::init_json();
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let config = Config::from_env(&clock).await?;
    let upstreams = Arc::new(config.upstreams);
    let services = Services {
        authorizer: Authorizer::new(Arc::new(config.keys), config.issuer, clock),
        node: upstreams.clone(),
    };
    let service = Service::new(NAME, router(), services, openapi()).with_upstreams(upstreams);
    let served = lambda::serve(mount(vec![service], &config.http)).await;
    served.map_err(anyhow::Error::from_boxed)
}
