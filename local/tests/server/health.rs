//! Deep health of the local server, with the sandbox chains as upstreams.

use crate::{ephemeral, evm_chains, merchant};
use wallet_client::wire::{Health, HealthRequest};
use wallet_client::{
    Client, address_info_btc_like, address_info_eth_like, address_info_xlm, asset_info, authorization,
    blockchain_connector_btc_like, blockchain_connector_eth_like, blockchain_connector_xlm,
};

fn deep() -> HealthRequest {
    HealthRequest::builder().deep(true).build()
}

/// Checks that the service is healthy, and returns the chains of the upstreams.
fn chains(health: &Health) -> Vec<&str> {
    assert_eq!(health.status, "ok", "{health:?}");
    let upstreams = health.upstreams.iter().flatten();
    upstreams.map(|upstream| &*upstream.chain).collect()
}

/// Checks that all upstreams are on the testnet without lag.
fn assert_current(health: &Health) {
    for upstream in health.upstreams.iter().flatten() {
        assert_eq!(upstream.network, "testnet");
        assert!(upstream.height.unwrap() > 0 && upstream.lag == Some(0), "{upstream:?}");
    }
}

#[tokio::test]
async fn sandbox_is_up_without_lag() {
    let running = ephemeral().await;
    let reader = merchant(&running, "read").await;
    for health in [
        address_info_btc_like::health(&reader, &deep()).await.unwrap(),
        blockchain_connector_btc_like::health(&reader, &deep()).await.unwrap(),
    ] {
        assert_eq!(chains(&health), ["btc", "ltc", "bch", "doge"]);
        assert_current(&health);
        let mut upstreams = health.upstreams.iter().flatten();
        assert!(upstreams.all(|it| it.host.starts_with("127.0.0.1:")), "{health:?}");
    }
    let health = blockchain_connector_eth_like::health(&reader, &deep()).await.unwrap();
    assert_eq!(chains(&health), evm_chains());
    let health = address_info_eth_like::health(&reader, &deep()).await.unwrap();
    let upstreams: Vec<_> = health.upstreams.iter().flatten().collect();
    for kind in ["jsonrpc", "etherscan"] {
        let up = upstreams.iter().filter(|it| it.kind == kind && it.state == "up");
        assert_eq!(up.count(), evm_chains().len(), "{health:?}");
    }
    for health in [
        address_info_xlm::health(&reader, &deep()).await.unwrap(),
        blockchain_connector_xlm::health(&reader, &deep()).await.unwrap(),
    ] {
        assert_eq!(chains(&health), ["xlm", "xlm"]);
        assert_current(&health);
        let kinds: Vec<_> = health.upstreams.iter().flatten().map(|it| &it.kind).collect();
        assert_eq!(kinds, ["horizon", "stellar-rpc"]);
    }
    running.shutdown().await.unwrap();
}

#[tokio::test]
async fn all_eight_services_are_served() {
    let running = ephemeral().await;
    let client = Client::new(&running.base_url).unwrap();
    let request = HealthRequest::default();
    for (service, health) in [
        ("authorization", authorization::health(&client, &request).await),
        (
            "address-info-btc-like",
            address_info_btc_like::health(&client, &request).await,
        ),
        (
            "address-info-eth-like",
            address_info_eth_like::health(&client, &request).await,
        ),
        ("address-info-xlm", address_info_xlm::health(&client, &request).await),
        (
            "blockchain-connector-btc-like",
            blockchain_connector_btc_like::health(&client, &request).await,
        ),
        (
            "blockchain-connector-eth-like",
            blockchain_connector_eth_like::health(&client, &request).await,
        ),
        (
            "blockchain-connector-xlm",
            blockchain_connector_xlm::health(&client, &request).await,
        ),
        ("asset-info", asset_info::health(&client, &request).await),
    ] {
        let health = health.unwrap();
        assert_eq!((&*health.service, &*health.status), (service, "ok"));
    }
    running.shutdown().await.unwrap();
}
