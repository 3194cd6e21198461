//! Payments of the coin: derive, fund, estimate, hash, sign, attach, send, mine, check.

use super::node::{Node, number};
use super::wallet::{COIN, Form, NodeFixture, Wallet, pay_coins, wei};
use wallet_client::payments::eth_like::Action;
use wallet_client::wire::{FeeMode, Status};
use wallet_core::model::{ChainName, Network};
use wallet_eth_like::{Chain, Params};
use wallet_tests::support::random::Random;

/// Returns the parameters of eth on the testnet.
pub fn sepolia() -> Params {
    Params::of(Chain::from_name("eth").expect("a chain"), Network::Testnet)
}

/// Pays a second wallet in every mode, and sends each transaction a second and a third time.
pub async fn pay(fixture: &NodeFixture, forms: &[Form]) {
    let mut random = Random::new();
    let wallet = Wallet::with(fixture, &mut random, 10 * COIN).await;
    let recipient = Wallet::with(fixture, &mut random, 0).await;
    let mut received = 0;
    for (turn, (form, mode)) in forms
        .iter()
        .flat_map(|form| [FeeMode::Slow, FeeMode::Normal, FeeMode::Fast].map(|mode| (*form, mode)))
        .enumerate()
    {
        assert_eq!(wallet.nonce().await, turn as u64);
        let amount = COIN / 10 + turn as u128;
        let quote = wallet
            .quote(pay_coins(&recipient.address, amount))
            .await
            .expect("a quote");
        let price = form.price(&quote.estimate, mode);
        let fee = price
            .maximum()
            .checked_mul(quote.estimate.gas_limit.parse().expect("digits"));
        let (fee, before) = (
            wei(fee.expect("an amount")),
            fixture.node.balance(&wallet.address).await,
        );
        let signed = wallet.sign_with(&quote, amount, price).await;
        fixture.send(&signed).await;
        // Already pending.
        fixture.send(&signed).await;
        assert_eq!(wallet.nonce().await, turn as u64 + 1, "pending transactions count");
        let receipt = fixture.confirm(&signed.txid, Status::Confirmed).await;
        // Already mined.
        fixture.send(&signed).await;

        received += amount;
        assert_eq!(fixture.node.balance(&recipient.address).await, received);
        let paid = number(&receipt["gasUsed"]) * number(&receipt["effectiveGasPrice"]);
        assert!(paid <= fee, "{form:?} {mode:?}: {paid} of {fee}");
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
    let everything = Action::PayAll {
        to: recipient.address.clone(),
    };
    let quote = wallet.quote(everything).await.expect("a quote");
    let amounts = quote.estimate.amounts.as_ref().expect("the amounts for all coins");
    let amount: u128 = amounts.normal.parse().expect("digits");
    let signed = wallet.sign(&quote, amount, Form::Legacy, FeeMode::Normal).await;
    fixture.send(&signed).await;
    fixture.confirm(&signed.txid, Status::Confirmed).await;
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
