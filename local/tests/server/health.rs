//! Deep health of the local server, with the sandbox chains as upstreams.

use crate::{ephemeral, merchant_token};
use serde_json::{Value, json};
use wallet_cloud::demo::api::Api;

#[tokio::test]
async fn sandbox_is_up_without_lag() {
    let running = ephemeral().await;
    let reader = Api::new(&running.base_url)
        .unwrap()
        .with_token(merchant_token(&running, "read").await);
    for service in ["address-info-btc-like", "blockchain-connector-btc-like"] {
        let path = format!("/{service}/v1/health");
        let health: Value = reader.get(&path, &[("deep", "true")]).await.unwrap();
        assert_eq!(health["status"], "ok", "{health}");
        let upstreams = health["upstreams"].as_array().unwrap();
        let chains: Vec<_> = upstreams.iter().map(|it| it["chain"].as_str().unwrap()).collect();
        assert_eq!(chains, ["btc", "ltc", "bch", "doge"]);
        for upstream in upstreams {
            assert_eq!(upstream["network"], "testnet");
            assert!(
                upstream["host"].as_str().unwrap().starts_with("127.0.0.1:"),
                "{upstream}"
            );
            assert!(
                upstream["height"].as_u64().unwrap() > 0 && upstream["lag"] == 0,
                "{upstream}"
            );
        }
    }
    let path = "/blockchain-connector-eth-like/v1/health";
    let health: Value = reader.get(path, &[("deep", "true")]).await.unwrap();
    assert_eq!(health["status"], "ok", "{health}");
    let upstreams = health["upstreams"].as_array().unwrap();
    let chains: Vec<_> = upstreams.iter().map(|it| it["chain"].as_str().unwrap()).collect();
    assert_eq!(chains, ["eth", "etc", "ftm", "avax", "matic", "bsc", "op"]);
    for service in ["address-info-xlm", "blockchain-connector-xlm"] {
        let path = format!("/{service}/v1/health");
        let health: Value = reader.get(&path, &[("deep", "true")]).await.unwrap();
        let upstreams = health["upstreams"].as_array().unwrap();
        let [horizon] = &**upstreams else {
            panic!("{health}");
        };
        let found = (
            &health["status"],
            &horizon["chain"],
            &horizon["kind"],
            &horizon["network"],
        );
        assert_eq!(
            found,
            (&json!("ok"), &json!("xlm"), &json!("horizon"), &json!("testnet"))
        );
        assert!(
            horizon["height"].as_u64().unwrap() > 0 && horizon["lag"] == 0,
            "{horizon}"
        );
    }
    running.shutdown().await.unwrap();
}

#[tokio::test]
async fn all_eight_services_are_served() {
    let running = ephemeral().await;
    let client = Api::new(&running.base_url).unwrap();
    for service in [
        "authorization",
        "address-info-btc-like",
        "address-info-eth-like",
        "address-info-xlm",
        "blockchain-connector-btc-like",
        "blockchain-connector-eth-like",
        "blockchain-connector-xlm",
        "asset-info",
    ] {
        let health: Value = client.get(&format!("/{service}/v1/health"), &[]).await.unwrap();
        let found = (&health["service"], &health["status"]);
        assert_eq!(found, (&json!(service), &json!("ok")), "{health}");
    }
    running.shutdown().await.unwrap();
}
