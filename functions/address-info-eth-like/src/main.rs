//! Entry point of the AWS Lambda function: builds the adapters from the environment and serves requests.

mod config;

use address_info_eth_like::{NAME, Services, openapi, router};
use config::Config;
use std::sync::Arc;
use wallet_assets::ports::Assets;
use wallet_assets::seed;
use wallet_core::ports::system::Clock;
use wallet_http::system::SystemClock;
use wallet_http::{Authorizer, Service, lambda, mount, telemetry};
use wallet_store::cached_assets::CachedAssets;
use wallet_store::dynamodb::{Client, DynamoAssets};
use wallet_upstream_eth_like::NodesAndIndexes;

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    telemetry::init_json();
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let config = Config::from_env(&clock).await?;
    let table = DynamoAssets::new(Client::new(&config.aws.load().await?), config.table);
    let tokens = CachedAssets::new(seed(), Arc::new(table), Arc::clone(&clock));
    // Preloads the list for the first request; that request reports a failure.
    let _ = tokens.cached().await;
    let (nodes, indexes) = (Arc::new(config.nodes), Arc::new(config.indexes));
    let services = Services {
        authorizer: Authorizer::new(Arc::new(config.keys), config.issuer, clock),
        node: nodes.clone(),
        index: indexes.clone(),
        tokens: Arc::new(tokens),
    };
    let service =
        Service::new(NAME, router(), services, openapi()).with_upstreams(Arc::new(NodesAndIndexes { nodes, indexes }));
    let served = lambda::serve(mount(vec![service], &config.http)).await;
    served.map_err(anyhow::Error::from_boxed)
}
