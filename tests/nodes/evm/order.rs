//! Transactions with nonce gaps and replacements.

use super::journey::sepolia;
use super::node::Node;
use super::wallet::{COIN, Form, Road, Wallet, assert_rejected, wei};
use serde_json::{Value, json};
use wallet_tests::support::random::Random;

/// Sends a transaction with a nonce gap, which is pending and mined together with the missing one.
async fn gap(road: &Road) {
    let wallet = Wallet::with(road, &mut Random::new(), COIN).await;
    let first = wallet
        .plan(Form::FeeMarket, "normal", json!(wallet.address), 1, "")
        .await;
    let mut second = first.clone();
    second["nonce"] = json!(1);
    let second = road.send(&wallet.sign(second).await).await;
    assert_eq!(wallet.nonce().await, 0, "the next nonce fills the gap");
    road.node.mine().await;
    assert_eq!(road.status(&second).await, json!(["pending", 0, ""]));
    let first = road.send(&wallet.sign(first).await).await;
    assert_eq!(wallet.nonce().await, 2);
    road.node.mine().await;
    for txid in [first, second] {
        assert_eq!(road.status(&txid).await[0], "confirmed");
    }
}

#[tokio::test]
async fn nonce_gap_is_filled_on_anvil() {
    let Some(node) = Node::anvil(sepolia().chain_id()).await else {
        return;
    };
    gap(&Road::over(sepolia(), node)).await;
}

#[tokio::test]
async fn nonce_gap_is_filled_on_hardhat() {
    let Some(node) = Node::hardhat(sepolia().chain_id()).await else {
        return;
    };
    gap(&Road::over(sepolia(), node)).await;
}

/// Checks that a replacement below the minimum increase is rejected and that the estimated price replaces.
async fn replacement(road: &Road, form: Form) {
    let wallet = Wallet::with(road, &mut Random::new(), COIN).await;
    let own = json!(wallet.address);
    let request = wallet.plan(form, "fast", own.clone(), 1, "").await;
    let first = road.send(&wallet.sign(request.clone()).await).await;

    let mut underpriced = request.clone();
    underpriced["amount"] = json!("2");
    assert_rejected(
        &road.try_send(&wallet.sign(underpriced).await).await,
        "replacement_underpriced",
    );

    let nonce = request["nonce"].as_u64();
    let estimate = wallet.try_estimate(own.clone(), 2, "", nonce).await;
    let estimate = &estimate.body["data"];
    assert_eq!(estimate["nonce"].as_u64(), nonce);
    for mode in ["slow", "normal", "fast"] {
        let price = |request: &Value| {
            wei(&request[if form == Form::Legacy {
                "gasPrice"
            } else {
                "maxFeePerGas"
            }])
        };
        let (old, new) = (price(&request), wei(&estimate["gasPrices"][mode]));
        assert!(new * 10 >= old * 11, "{mode}: {old} {new}");
    }
    let request = wallet.request(form, "slow", &own, 2, "", estimate);
    let second = road.send(&wallet.sign(request).await).await;
    road.confirm(&second, "confirmed").await;
    let path = road.path("transaction/status") + &format!("?txid={first}&network={}", road.params.network);
    let replaced = road.connector.get(&path).await;
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
        replacement(&Road::over(sepolia(), node), form).await;
    }
}

#[tokio::test]
async fn hardhat_accepts_a_replacement_with_the_estimated_price() {
    for form in [Form::Legacy, Form::FeeMarket] {
        let Some(node) = Node::hardhat(sepolia().chain_id()).await else {
            return;
        };
        replacement(&Road::over(sepolia(), node), form).await;
    }
}
