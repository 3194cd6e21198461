//! The services of a deployment, and the chains of the served testnets.

use super::contract::Kind;
use super::recorder::Recorder;
use super::report::ServiceState;
use crate::payments::causes;
use wallet_client::wire::{Health, HealthRequest, UpstreamStatus};
use wallet_client::{
    Client, address_info_btc_like, address_info_eth_like, address_info_xlm, asset_info, authorization,
    blockchain_connector_btc_like, blockchain_connector_eth_like, blockchain_connector_xlm, notifications,
};

/// The services of the specification.
pub const SERVICES: [&str; 9] = [
    "authorization",
    "asset-info",
    "address-info-btc-like",
    "address-info-eth-like",
    "address-info-xlm",
    "blockchain-connector-btc-like",
    "blockchain-connector-eth-like",
    "blockchain-connector-xlm",
    "notifications",
];

/// The facts that the deep health checks return.
#[derive(Debug, Default)]
pub struct Deployment {
    /// The services.
    pub services: Vec<ServiceState>,
    /// The chains of the testnets that the connectors serve, in the order of the services.
    pub chains: Vec<String>,
}

impl Deployment {
    /// Requests the health of all services. A failed request is a finding.
    pub async fn of(client: &Client, recorder: &Recorder) -> Self {
        let deep = HealthRequest::builder().deep(true).build();
        let health = [
            authorization::health(client, &deep).await,
            asset_info::health(client, &deep).await,
            address_info_btc_like::health(client, &deep).await,
            address_info_eth_like::health(client, &deep).await,
            address_info_xlm::health(client, &deep).await,
            blockchain_connector_btc_like::health(client, &deep).await,
            blockchain_connector_eth_like::health(client, &deep).await,
            blockchain_connector_xlm::health(client, &deep).await,
            notifications::health(client, &deep).await,
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
        let upstreams = health.upstreams.as_deref().unwrap_or_default();
        let causes = upstreams.iter().filter(|it| it.state != "up").map(cause);
        self.services.push(ServiceState {
            service: service.to_owned(),
            version: health.version,
            status: health.status,
            causes: causes.collect(),
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

/// Returns an upstream that is not up, with the state and the lag or the age of the latest block. The reason of a failure is
/// in the log only.
fn cause(upstream: &UpstreamStatus) -> String {
    let UpstreamStatus {
        chain,
        network,
        kind,
        host,
        state,
        ..
    } = upstream;
    let lag = upstream.lag.filter(|lag| *lag > 0);
    let fact = match (state.as_str(), lag, upstream.age) {
        (_, Some(lag), _) => format!(", {lag} blocks after the others"),
        ("behind", None, Some(age)) => format!(", its latest block is {age} s old"),
        ("behind", None, None) => ", by its own report or as an upstream of another chain".to_owned(),
        _ => ": the log of the service has the reason".to_owned(),
    };
    format!("{chain} {network}: {kind} at {host} is {state}{fact}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::recorder::Recording;
    use crate::check::report::Report;
    use serde_json::json;

    #[test]
    fn degraded_service_has_the_states_of_its_upstreams() {
        let upstream = |host: &str, state: &str, lag: Option<u64>, age: Option<u64>| json!({ "chain": "btc", "network": "testnet", "kind": "blockbook", "host": host, "state": state, "lag": lag, "age": age });
        let upstreams = [
            upstream("a", "up", Some(0), Some(9)),
            upstream("b", "behind", Some(3), Some(9000)),
            upstream("c", "down", None, None),
            upstream("d", "behind", Some(0), Some(9000)),
            upstream("e", "behind", None, None),
            upstream("f", "paused", None, None),
        ];
        let health = json!({ "status": "degraded", "service": "x", "version": "1", "upstreams": upstreams });
        let mut deployment = Deployment::default();
        deployment.add("asset-info", serde_json::from_value(health).expect("a health"));
        let expected = [
            "btc testnet: blockbook at b is behind, 3 blocks after the others",
            "btc testnet: blockbook at c is down: the log of the service has the reason",
            "btc testnet: blockbook at d is behind, its latest block is 9000 s old",
            "btc testnet: blockbook at e is behind, by its own report or as an upstream of another chain",
            "btc testnet: blockbook at f is paused: the log of the service has the reason",
        ];
        assert_eq!(deployment.services[0].causes, expected);
        let printed = Report::new(
            "https://wallet.example",
            deployment.services,
            Vec::new(),
            Recording::default(),
        );
        for cause in expected {
            assert!(printed.to_string().contains(&format!("\n    {cause}\n")), "{printed}");
        }
    }
}
