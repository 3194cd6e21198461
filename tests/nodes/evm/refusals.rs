//! Rejections of real nodes, as API errors.

use super::journey::sepolia;
use super::node::Node;
use super::wallet::{COIN, Form, Road, Wallet, assert_rejected, wei};
use serde_json::json;
use wallet_tests::support::random::Random;

async fn rejections(road: &Road) {
    let mut random = Random::new();
    let wallet = Wallet::with(road, &mut random, COIN).await;
    let poor = Wallet::with(road, &mut random, 1).await;
    let request = wallet.plan(Form::Legacy, "normal", json!(poor.address), 5, "").await;

    let unpaid = poor.sign(request.clone()).await;
    assert_rejected(&road.try_send(&unpaid).await, "insufficient_funds");

    let txid = road.send(&wallet.sign(request.clone()).await).await;
    road.confirm(&txid, "confirmed").await;
    let mut again = request.clone();
    again["amount"] = json!("6");
    assert_rejected(&road.try_send(&wallet.sign(again).await).await, "nonce_too_low");

    let mut cheap = request.clone();
    cheap["nonce"] = json!(1);
    cheap["gasPrice"] = json!("1");
    cheap["fee"] = cheap["gasLimit"].clone();
    let response = road.try_send(&wallet.sign(cheap).await).await;
    // hardhat holds the transaction until the base fee is low enough.
    if response.status != 200 {
        assert_rejected(&response, "fee_too_low");
    }

    let estimate = poor.try_estimate(json!(wallet.address), COIN, "", None).await;
    let error = &estimate.body["error"];
    assert_eq!(
        (estimate.status, &error["code"]),
        (400, &json!("insufficient_funds")),
        "{estimate:?}"
    );
    assert!(wei(&error["details"]["required"]) > COIN);
}

#[tokio::test]
async fn anvil_rejections_are_mapped() {
    let Some(node) = Node::anvil(sepolia().chain_id()).await else {
        return;
    };
    rejections(&Road::over(sepolia(), node)).await;
}

#[tokio::test]
async fn hardhat_rejections_are_mapped() {
    let Some(node) = Node::hardhat(sepolia().chain_id()).await else {
        return;
    };
    rejections(&Road::over(sepolia(), node)).await;
}
