//! The services of a deployment, and the chains whose testnet they serve.

use super::problem::{Kind, causes};
use super::recorder::Recorder;
use serde::Serialize;
use std::future::Future;
use wallet_client::wire::{Health, HealthRequest};
use wallet_client::{
    CallError, Client, address_info_btc_like, address_info_eth_like, address_info_xlm, asset_info, authorization,
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
        let mut deployment = Self::default();
        let deep = HealthRequest { deep: Some(true) };
        deployment.add(recorder, authorization::health(client, &deep)).await;
        deployment.add(recorder, asset_info::health(client, &deep)).await;
        deployment
            .add(recorder, address_info_btc_like::health(client, &deep))
            .await;
        deployment
            .add(recorder, address_info_eth_like::health(client, &deep))
            .await;
        deployment.add(recorder, address_info_xlm::health(client, &deep)).await;
        for connector in [
            deployment
                .add(recorder, blockchain_connector_btc_like::health(client, &deep))
                .await,
            deployment
                .add(recorder, blockchain_connector_eth_like::health(client, &deep))
                .await,
            deployment
                .add(recorder, blockchain_connector_xlm::health(client, &deep))
                .await,
        ] {
            deployment.add_chains(connector);
        }
        deployment
    }

    async fn add(
        &mut self,
        recorder: &Recorder,
        health: impl Future<Output = Result<Health, CallError>>,
    ) -> Option<Health> {
        match health.await {
            Ok(health) => {
                self.services.push(ServiceState {
                    service: health.service.clone(),
                    version: health.version.clone(),
                    status: health.status.clone(),
                });
                Some(health)
            }
            Err(error) => {
                recorder.add(Kind::Call, "health", causes(error), None);
                None
            }
        }
    }

    fn add_chains(&mut self, health: Option<Health>) {
        let upstreams = health.and_then(|health| health.upstreams).unwrap_or_default();
        for upstream in upstreams.into_iter().filter(|it| it.network == "testnet") {
            if !self.chains.contains(&upstream.chain) {
                self.chains.push(upstream.chain);
            }
        }
    }
}
