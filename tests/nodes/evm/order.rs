//! Transactions with nonce gaps and replacements.

use super::node::Node;
use super::payment::sepolia;
use super::wallet::{COIN, Form, NodeFixture, Wallet, assert_rejected, pay_coins, wei};
use wallet_client::payments::eth_like::quote_with_nonce;
use wallet_client::wire::{FeeMode, Status};
use wallet_tests::support::random::Random;

/// Sends a transaction with a nonce gap, which is pending and mined together with the missing transaction.
async fn gap(fixture: &NodeFixture) {
    let wallet = Wallet::with(fixture, &mut Random::new(), COIN).await;
    let mut quote = wallet.quote(pay_coins(&wallet.address, 1)).await.expect("a quote");
    let (form, mode) = (Form::FeeMarket, FeeMode::Normal);
    let first = wallet.sign(&quote, 1, form, mode).await;
    quote.estimate.nonce = 1;
    let second = wallet.sign(&quote, 1, form, mode).await;
    fixture.send(&second).await;
    assert_eq!(wallet.nonce().await, 0, "the next nonce fills the gap");
    fixture.node.mine().await;
    assert_eq!(fixture.status(&second.txid).await, (Status::Pending, 0, String::new()));
    fixture.send(&first).await;
    assert_eq!(wallet.nonce().await, 2);
    fixture.node.mine().await;
    for signed in [first, second] {
        assert_eq!(fixture.status(&signed.txid).await.0, Status::Confirmed);
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
    let quote = wallet.quote(pay_coins(&wallet.address, 1)).await.expect("a quote");
    let old = form.price(&quote.estimate, FeeMode::Fast);
    let first = wallet.sign_with(&quote, 1, old).await;
    fixture.send(&first).await;

    let underpriced = wallet.sign_with(&quote, 2, old).await;
    assert_rejected(underpriced.send(&fixture.client).await, "replacement_underpriced");

    let payment = wallet.payment(pay_coins(&wallet.address, 2));
    let nonce = quote.estimate.nonce;
    let quote = quote_with_nonce(&fixture.client, &payment, nonce).await;
    let quote = quote.expect("an estimate with this nonce");
    for mode in [FeeMode::Slow, FeeMode::Normal, FeeMode::Fast] {
        let new = form.price(&quote.estimate, mode);
        let (old, new) = (wei(old.maximum()), wei(new.maximum()));
        assert!(new * 10 >= old * 11, "{mode:?}: {old} {new}");
    }
    let second = wallet.sign(&quote, 2, form, FeeMode::Slow).await;
    fixture.send(&second).await;
    fixture.confirm(&second.txid, Status::Confirmed).await;
    let replaced = fixture.try_status(&first.txid).await.expect("a replaced transaction");
    assert_eq!(replaced.status, Status::Rejected);
    // hardhat does not return the transaction with a nonce.
    assert!(replaced.replaced_by.is_none_or(|txid| txid == second.txid));
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
