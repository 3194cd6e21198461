//! The services of a deployment, and the chains whose testnet they serve.

use super::problem::{Kind, causes};
use super::recorder::Recorder;
use serde::Serialize;
use wallet_client::wire::{Health, HealthRequest};
use wallet_client::{
    Client, address_info_btc_like, address_info_eth_like, address_info_xlm, asset_info, authorization,
    blockchain_connector_btc_like, blockchain_connector_eth_like, blockchain_connector_xlm,
};

/// The services of the specification.
pub const SERVICES: [&str; 8] = [
    "authorization",
    "asset-info",
    "address-info-btc-like",
    "address-info-eth-like",
    "address-info-xlm",
    "blockchain-connector-btc-like",
    "blockchain-connector-eth-like",
    "blockchain-connector-xlm",
];

/// The facts that the deep health checks return.
#[derive(Debug, Default)]
pub struct Deployment {
    /// The services.
    pub services: Vec<ServiceState>,
    /// The chains whose testnet a connector serves, in the order of the services.
    pub chains: Vec<String>,
}

/// The state of a service.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ServiceState {
    /// The name.
    pub service: String,
    /// The version.
    pub version: String,
    /// `ok` or `degraded`.
    pub status: String,
}

impl Deployment {
    /// Requests the health of all services. A failed request is a finding.
    pub async fn of(client: &Client, recorder: &Recorder) -> Self {
        let deep = HealthRequest { deep: Some(true) };
        let health = [
            authorization::health(client, &deep).await,
            asset_info::health(client, &deep).await,
            address_info_btc_like::health(client, &deep).await,
            address_info_eth_like::health(client, &deep).await,
            address_info_xlm::health(client, &deep).await,
            blockchain_connector_btc_like::health(client, &deep).await,
            blockchain_connector_eth_like::health(client, &deep).await,
            blockchain_connector_xlm::health(client, &deep).await,
        ];
        let mut deployment = Self::default();
        for (service, health) in SERVICES.into_iter().zip(health) {
            match health {
                Ok(health) => deployment.add(service, health),
                Err(error) => recorder.add(Kind::Call, &format!("health of {service}"), causes(error), None),
            }
        }
        deployment
    }

    fn add(&mut self, service: &str, health: Health) {
        self.services.push(ServiceState {
            service: service.to_owned(),
            version: health.version,
            status: health.status,
        });
        if !service.starts_with("blockchain-connector-") {
            return;
        }
        let upstreams = health.upstreams.into_iter().flatten();
        for upstream in upstreams.filter(|it| it.network == "testnet") {
            if !self.chains.contains(&upstream.chain) {
                self.chains.push(upstream.chain);
            }
        }
    }
}
