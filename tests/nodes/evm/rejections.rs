//! Rejections of real nodes, as API errors.

use super::node::Node;
use super::payment::sepolia;
use super::wallet::{COIN, Form, NodeFixture, Wallet, assert_rejected, wei};
use serde_json::json;
use wallet_tests::support::random::Random;

async fn rejections(fixture: &NodeFixture) {
    let mut random = Random::new();
    let wallet = Wallet::with(fixture, &mut random, COIN).await;
    let poor = Wallet::with(fixture, &mut random, 1).await;
    let request = wallet.plan(Form::Legacy, "normal", json!(poor.address), 5, "").await;

    let unpaid = poor.sign(request.clone()).await;
    assert_rejected(&fixture.try_send(&unpaid).await, "insufficient_funds");

    let txid = fixture.send(&wallet.sign(request.clone()).await).await;
    fixture.confirm(&txid, "confirmed").await;
    let mut again = request.clone();
    again["amount"] = json!("6");
    assert_rejected(&fixture.try_send(&wallet.sign(again).await).await, "nonce_too_low");

    let mut cheap = request.clone();
    cheap["nonce"] = json!(1);
    cheap["gasPrice"] = json!("1");
    cheap["fee"] = cheap["gasLimit"].clone();
    let response = fixture.try_send(&wallet.sign(cheap).await).await;
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
    rejections(&NodeFixture::over(sepolia(), node)).await;
}

#[tokio::test]
async fn hardhat_rejections_are_mapped() {
    let Some(node) = Node::hardhat(sepolia().chain_id()).await else {
        return;
    };
    rejections(&NodeFixture::over(sepolia(), node)).await;
}
