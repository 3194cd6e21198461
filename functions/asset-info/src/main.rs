//! The function on AWS Lambda: builds the adapters from the environment and serves requests.

mod config;

use asset_info::{NAME, Services, openapi, router};
use config::Config;
use std::sync::Arc;
use wallet_assets::ports::Assets;
use wallet_assets::seed;
use wallet_http::system::SystemClock;
use wallet_http::{Authorizer, Service, lambda, mount, telemetry};
use wallet_store::cached_assets::CachedAssets;
use wallet_store::dynamodb::{Client, DynamoAssets};
use wallet_upstream::client::{HttpClient, Limits};

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    telemetry::init_json();
    let client = HttpClient::new(Limits::default())?;
    let config = Config::from_env(&client)?;
    let clock = Arc::new(SystemClock);
    let table = DynamoAssets::new(Client::new(&config.aws.load().await?), config.table);
    let assets = CachedAssets::new(seed(), Arc::new(table), clock.clone());
    // The first request needs the catalogue. A failure is reported by that request.
    let _ = assets.cached().await;
    let services = Services {
        authorizer: Authorizer::new(Arc::new(config.keys), config.issuer, clock),
        assets: Arc::new(assets),
    };
    let service = Service::new(NAME, router(), services, openapi());
    let served = lambda::serve(mount(vec![service], &config.http)).await;
    served.map_err(anyhow::Error::from_boxed)
}
