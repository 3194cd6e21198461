//! Replacements of pending transactions on real nodes.

use super::node::Node;
use super::payment::sepolia;
use super::wallet::{COIN, Form, NodeFixture, Wallet, pay_coins};
use crate::rejections::response;
use wallet_client::blockchain_connector_eth_like::prepare_transaction::{BumpRequest, BumpResponse, bump};
use wallet_client::blockchain_connector_eth_like::transaction::{
    AttachSignatureRequest, GetHashRequest, attach_signature, get_hash, send,
};
use wallet_client::payments::PaymentError;
use wallet_client::wire::{FeeMode, SendRequest, Status};
use wallet_core::model::ChainName;
use wallet_tests::support::random::Random;

async fn replacement(fixture: &NodeFixture, txid: &str, mode: &str) -> Result<BumpResponse, PaymentError> {
    let request = BumpRequest {
        txid: txid.to_owned(),
        network: Some(fixture.params.network),
        mode: mode.to_owned(),
    };
    Ok(bump(&fixture.client, fixture.params.chain.name(), &request).await?)
}

/// Signs and sends a replacement. Returns its hash.
async fn replace(fixture: &NodeFixture, wallet: &Wallet<'_>, with: BumpResponse) -> String {
    let (chain, network) = (fixture.params.chain.name(), Some(fixture.params.network));
    let request = GetHashRequest {
        public_key: wallet.public_key(),
        network,
        to: with.to,
        amount: with.amount,
        fee: with.fee,
        gas_limit: with.gas_limit,
        gas_price: with.gas_price,
        max_fee_per_gas: with.max_fee_per_gas,
        max_priority_fee_per_gas: with.max_priority_fee_per_gas,
        nonce: with.nonce,
        data: with.data,
    };
    let hash = get_hash(&fixture.client, chain, &request).await.expect("a hash").hash;
    let signed = AttachSignatureRequest {
        public_key: request.public_key,
        network,
        to: request.to,
        amount: request.amount,
        fee: request.fee,
        gas_limit: request.gas_limit,
        gas_price: request.gas_price,
        max_fee_per_gas: request.max_fee_per_gas,
        max_priority_fee_per_gas: request.max_priority_fee_per_gas,
        nonce: request.nonce,
        data: request.data,
        signature: wallet.sign_hash(&hash),
    };
    let txdata = attach_signature(&fixture.client, chain, &signed)
        .await
        .expect("a signature")
        .txdata;
    let sent = send(&fixture.client, chain, &SendRequest { txdata, network }).await;
    sent.expect("the node accepts the replacement").txid
}

async fn replacements(fixture: &NodeFixture, form: Form) {
    let mut random = Random::new();
    let wallet = Wallet::with(fixture, &mut random, COIN).await;
    let recipient = Wallet::with(fixture, &mut random, 0).await;
    let quote = wallet
        .quote(pay_coins(&recipient.address, COIN / 10))
        .await
        .expect("a quote");
    let signed = wallet.sign(&quote, COIN / 10, form, FeeMode::Normal).await;
    fixture.send(&signed).await;

    let faster = replacement(fixture, &signed.txid, "speed-up")
        .await
        .expect("a replacement");
    assert_eq!((faster.from.as_str(), faster.nonce), (wallet.address.as_str(), 0));
    let faster = replace(fixture, &wallet, faster).await;
    assert_ne!(faster, signed.txid);
    // The node has dropped the first transaction.
    let error = response(
        replacement(fixture, &signed.txid, "cancel")
            .await
            .expect_err("replaced"),
    );
    assert_eq!(
        (error.status, error.code.name()),
        (404, "transaction_not_found"),
        "{error:?}"
    );

    let cancellation = replacement(fixture, &faster, "cancel").await.expect("a replacement");
    let cancellation = replace(fixture, &wallet, cancellation).await;
    fixture.confirm(&cancellation, Status::Confirmed).await;
    assert_eq!(fixture.node.balance(&recipient.address).await, 0);
    assert_eq!(wallet.nonce().await, 1);
    let error = response(replacement(fixture, &cancellation, "cancel").await.expect_err("mined"));
    assert_eq!(
        (error.status, error.code.name()),
        (400, "invalid_transaction"),
        "{error:?}"
    );
}

#[tokio::test]
async fn pending_transactions_are_replaced_on_anvil() {
    for form in [Form::Legacy, Form::FeeMarket] {
        let Some(node) = Node::anvil(sepolia().chain_id()).await else {
            return;
        };
        replacements(&NodeFixture::over(sepolia(), node), form).await;
    }
}

#[tokio::test]
async fn pending_transactions_are_replaced_on_hardhat() {
    let Some(node) = Node::hardhat(sepolia().chain_id()).await else {
        return;
    };
    replacements(&NodeFixture::over(sepolia(), node), Form::FeeMarket).await;
}
