//! Transactions with nonce gaps and replacements.

use super::node::Node;
use super::payment::sepolia;
use super::wallet::{COIN, Form, NodeFixture, Wallet, assert_rejected, wei};
use serde_json::json;
use wallet_tests::support::random::Random;

/// Sends a transaction with a nonce gap, which is pending and mined together with the missing one.
async fn gap(fixture: &NodeFixture) {
    let wallet = Wallet::with(fixture, &mut Random::new(), COIN).await;
    let first = wallet
        .plan(Form::FeeMarket, "normal", json!(wallet.address), 1, "")
        .await;
    let mut second = first.clone();
    second["nonce"] = json!(1);
    let second = fixture.send(&wallet.sign(second).await).await;
    assert_eq!(wallet.nonce().await, 0, "the next nonce fills the gap");
    fixture.node.mine().await;
    assert_eq!(fixture.status(&second).await, json!(["pending", 0, ""]));
    let first = fixture.send(&wallet.sign(first).await).await;
    assert_eq!(wallet.nonce().await, 2);
    fixture.node.mine().await;
    for txid in [first, second] {
        assert_eq!(fixture.status(&txid).await[0], "confirmed");
    }
}

#[tokio::test]
async fn nonce_gap_is_filled_on_anvil() {
    let Some(node) = Node::anvil(sepolia().chain_id()).await else {
        return;
    };
    gap(&NodeFixture::over(sepolia(), node)).await;
}

#[tokio::test]
async fn nonce_gap_is_filled_on_hardhat() {
    let Some(node) = Node::hardhat(sepolia().chain_id()).await else {
        return;
    };
    gap(&NodeFixture::over(sepolia(), node)).await;
}

/// Checks that a replacement below the minimum increase is rejected and that the estimated price replaces.
async fn replacement(fixture: &NodeFixture, form: Form) {
    let wallet = Wallet::with(fixture, &mut Random::new(), COIN).await;
    let own = json!(wallet.address);
    let request = wallet.plan(form, "fast", own.clone(), 1, "").await;
    let first = fixture.send(&wallet.sign(request.clone()).await).await;

    let mut underpriced = request.clone();
    underpriced["amount"] = json!("2");
    assert_rejected(
        &fixture.try_send(&wallet.sign(underpriced).await).await,
        "replacement_underpriced",
    );

    let nonce = request["nonce"].as_u64();
    let estimate = wallet.try_estimate(own.clone(), 2, "", nonce).await;
    let estimate = &estimate.body["data"];
    assert_eq!(estimate["nonce"].as_u64(), nonce);
    for mode in ["slow", "normal", "fast"] {
        let (field, prices) = match form {
            Form::Legacy => ("gasPrice", "gasPrices"),
            Form::FeeMarket => ("maxFeePerGas", "maxFees"),
        };
        let (old, new) = (wei(&request[field]), wei(&estimate[prices][mode]));
        assert!(new * 10 >= old * 11, "{mode}: {old} {new}");
    }
    let request = wallet.request(form, "slow", &own, 2, "", estimate);
    let second = fixture.send(&wallet.sign(request).await).await;
    fixture.confirm(&second, "confirmed").await;
    let path = fixture.path("transaction/status") + &format!("?txid={first}&network={}", fixture.params.network);
    let replaced = fixture.connector.get(&path).await;
    assert_eq!(
        (replaced.status, &replaced.body["error"]["code"]),
        (404, &json!("transaction_not_found")),
        "{replaced:?}"
    );
    assert_eq!(wallet.nonce().await, 1);
}

#[tokio::test]
async fn anvil_accepts_a_replacement_with_the_estimated_price() {
    for form in [Form::Legacy, Form::FeeMarket] {
        let Some(node) = Node::anvil(sepolia().chain_id()).await else {
            return;
        };
        replacement(&NodeFixture::over(sepolia(), node), form).await;
    }
}

#[tokio::test]
async fn hardhat_accepts_a_replacement_with_the_estimated_price() {
    for form in [Form::Legacy, Form::FeeMarket] {
        let Some(node) = Node::hardhat(sepolia().chain_id()).await else {
            return;
        };
        replacement(&NodeFixture::over(sepolia(), node), form).await;
    }
}
