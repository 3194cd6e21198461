//! Payments of the coin: derive, fund, estimate, hash, sign, attach, send, mine, check.

use super::node::{Node, number};
use super::wallet::{COIN, Form, NodeFixture, Wallet, wei};
use serde_json::json;
use wallet_core::model::{ChainName, Network};
use wallet_eth_like::{Chain, Params};
use wallet_tests::support::random::Random;

/// Returns the parameters of eth on its testnet.
pub fn sepolia() -> Params {
    Params::of(Chain::from_name("eth").expect("a chain"), Network::Testnet)
}

/// Pays another wallet in every mode, and sends each transaction a second and a third time.
pub async fn pay(fixture: &NodeFixture, forms: &[Form]) {
    let mut random = Random::new();
    let wallet = Wallet::with(fixture, &mut random, 10 * COIN).await;
    let recipient = Wallet::with(fixture, &mut random, 0).await;
    let mut received = 0;
    for (turn, (form, mode)) in forms
        .iter()
        .flat_map(|form| ["slow", "normal", "fast"].map(|mode| (*form, mode)))
        .enumerate()
    {
        assert_eq!(wallet.nonce().await, turn as u64);
        let amount = COIN / 10 + turn as u128;
        let request = wallet.plan(form, mode, json!(recipient.address), amount, "").await;
        let (fee, before) = (wei(&request["fee"]), fixture.node.balance(&wallet.address).await);
        let txdata = wallet.sign(request).await;
        let txid = fixture.send(&txdata).await;
        assert_eq!(fixture.send(&txdata).await, txid, "already pending");
        assert_eq!(wallet.nonce().await, turn as u64 + 1, "pending transactions count");
        let receipt = fixture.confirm(&txid, "confirmed").await;
        assert_eq!(fixture.send(&txdata).await, txid, "already mined");

        received += amount;
        assert_eq!(fixture.node.balance(&recipient.address).await, received);
        let paid = number(&receipt["gasUsed"]) * number(&receipt["effectiveGasPrice"]);
        assert!(paid <= fee, "{form:?} {mode}: {paid} of {fee}");
        assert_eq!(fixture.node.balance(&wallet.address).await, before - amount - paid);
        let typed = if form == Form::Legacy { "0x0" } else { "0x2" };
        assert_eq!(receipt["type"], typed);
    }
}

const BOTH: [Form; 2] = [Form::Legacy, Form::FeeMarket];

#[tokio::test]
async fn payments_are_mined_by_anvil() {
    let Some(node) = Node::anvil(sepolia().chain_id()).await else {
        return;
    };
    pay(&NodeFixture::over(sepolia(), node), &BOTH).await;
}

#[tokio::test]
async fn payments_are_mined_by_hardhat() {
    let Some(node) = Node::hardhat(sepolia().chain_id()).await else {
        return;
    };
    pay(&NodeFixture::over(sepolia(), node), &BOTH).await;
}

/// Sends the whole balance. Nothing remains after a legacy transaction. On hardhat a small amount remains,
/// since hardhat overestimates a payment slightly (21 001 gas) and so does the gas margin.
async fn empty(fixture: &NodeFixture) {
    let mut random = Random::new();
    let wallet = Wallet::with(fixture, &mut random, COIN).await;
    let recipient = Wallet::with(fixture, &mut random, 0).await;
    let body = json!({
        "address": wallet.address, "network": fixture.params.network.name(), "to": recipient.address, "amount": "max", "data": "",
    });
    let estimate = fixture
        .connector
        .data(&fixture.path("prepare-transaction/estimate"), &body)
        .await;
    let amount = wei(&estimate["amounts"]["normal"]);
    let request = wallet.request(Form::Legacy, "normal", &json!(recipient.address), amount, "", &estimate);
    let txid = fixture.send(&wallet.sign(request).await).await;
    fixture.confirm(&txid, "confirmed").await;
    assert_eq!(fixture.node.balance(&wallet.address).await, 0);
    assert_eq!(fixture.node.balance(&recipient.address).await, amount);
}

#[tokio::test]
async fn account_is_emptied_to_the_last_wei() {
    let Some(node) = Node::anvil(sepolia().chain_id()).await else {
        return;
    };
    empty(&NodeFixture::over(sepolia(), node)).await;
}
