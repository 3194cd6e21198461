//! Rejections of real nodes, as API errors.

use super::node::Node;
use super::payment::sepolia;
use super::wallet::{COIN, Form, NodeFixture, Wallet, assert_rejected, pay_coins};
use crate::rejections::response;
use wallet_client::payments::eth_like::{GasPrice, Quote};
use wallet_client::wire::{FeeMode, Status};
use wallet_tests::support::random::Random;

async fn rejections(fixture: &NodeFixture) {
    let mut random = Random::new();
    let wallet = Wallet::with(fixture, &mut random, COIN).await;
    let poor = Wallet::with(fixture, &mut random, 1).await;
    let action = pay_coins(&poor.address, 5);
    let mut quote = wallet.quote(action.clone()).await.expect("a quote");
    let (form, mode) = (Form::Legacy, FeeMode::Normal);

    let unpaid = Quote::new(&poor.payment(action), quote.estimate.clone()).expect("a quote");
    let unpaid = poor.sign(&unpaid, 5, form, mode).await;
    assert_rejected(unpaid.send(&fixture.client).await, "insufficient_funds");

    let signed = wallet.sign(&quote, 5, form, mode).await;
    fixture.send(&signed).await;
    fixture.confirm(&signed.txid, Status::Confirmed).await;
    let again = wallet.sign(&quote, 6, form, mode).await;
    assert_rejected(again.send(&fixture.client).await, "nonce_too_low");

    quote.estimate.nonce = 1;
    let cheap = GasPrice::Legacy(1_u64.into());
    let cheap = wallet.sign_with(&quote, 5, cheap).await;
    let sent = cheap.send(&fixture.client).await;
    // hardhat holds the transaction until the base fee is low enough.
    if sent.is_err() {
        assert_rejected(sent, "fee_too_low");
    }

    let error = poor.quote(pay_coins(&wallet.address, COIN)).await;
    let error = response(error.expect_err("too much"));
    assert_eq!(
        (error.status, error.code.name()),
        (400, "insufficient_funds"),
        "{error:?}"
    );
    let required = error.details["required"].as_str().and_then(|text| text.parse().ok());
    assert!(required > Some(COIN), "{error:?}");
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
