//! Replacements of pending transactions on real nodes.

use super::node::Node;
use super::payment::sepolia;
use super::wallet::{COIN, Form, NodeFixture, Wallet, pay_coins};
use crate::rejections::response;
use serde_json::{Value, json};
use wallet_client::payments::eth_like::{Bump, BumpMode, bump};
use wallet_client::payments::{Family, Fee, PaymentError, Signed};
use wallet_client::signers::Secp256k1Key;
use wallet_client::wire::{FeeMode, Status};
use wallet_core::model::ChainName;
use wallet_tests::support::random::Random;

/// The key of the first account of anvil, from the mnemonic in the documentation of anvil.
const ANVIL_KEY: &str = "ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";

fn request(wallet: &Wallet<'_>, signed: &Signed, mode: BumpMode) -> Bump {
    Bump::builder()
        .signed(signed.clone())
        .public_key(wallet.public_key())
        .mode(mode)
        .max_fee(Fee::Unlimited)
        .build()
}

/// Replaces a pending transaction. Returns the replacement, which the node has accepted.
async fn replace(fixture: &NodeFixture, wallet: &Wallet<'_>, pending: &Signed, mode: BumpMode) -> Signed {
    let replacement = bump(&fixture.client, &request(wallet, pending, mode)).await;
    let replacement = replacement.expect("a replacement");
    let prepared = replacement.prepare(&fixture.client).await.expect("a transaction");
    let review = prepared.review();
    assert!(
        review.price.maximum() > replacement.previous_price().maximum(),
        "{review:?}"
    );
    if mode == BumpMode::Cancel {
        assert_eq!(review.action, pay_coins(&wallet.address, 0));
    }
    let signed = wallet.sign_prepared(&prepared).await;
    assert_ne!(signed.txid, pending.txid);
    fixture.send(&signed).await;
    signed
}

/// Returns status and code of the rejection of a replacement.
async fn rejection(fixture: &NodeFixture, wallet: &Wallet<'_>, signed: &Signed) -> (u16, String) {
    let error = bump(&fixture.client, &request(wallet, signed, BumpMode::Cancel)).await;
    let error = response(error.expect_err("no replacement"));
    (error.status, error.code.name().to_owned())
}

/// Confirms a cancellation: the recipient has received nothing.
async fn confirm(fixture: &NodeFixture, wallet: &Wallet<'_>, cancellation: &Signed, recipient: &str) {
    fixture.confirm(&cancellation.txid, Status::Confirmed).await;
    assert_eq!(fixture.node.balance(recipient).await, 0);
    assert_eq!(wallet.nonce().await, 1);
}

async fn replacements(fixture: &NodeFixture, form: Form) {
    let mut random = Random::new();
    let wallet = Wallet::with(fixture, &mut random, COIN).await;
    let recipient = Wallet::with(fixture, &mut random, 0).await;
    let quote = wallet.quote(pay_coins(&recipient.address, COIN / 10)).await;
    let signed = wallet
        .sign(&quote.expect("a quote"), COIN / 10, form, FeeMode::Normal)
        .await;
    fixture.send(&signed).await;

    let faster = replace(fixture, &wallet, &signed, BumpMode::SpeedUp).await;
    // The node has dropped the first transaction.
    let expected = (404, "transaction_not_found".to_owned());
    assert_eq!(rejection(fixture, &wallet, &signed).await, expected);
    let cancellation = replace(fixture, &wallet, &faster, BumpMode::Cancel).await;
    confirm(fixture, &wallet, &cancellation, &recipient.address).await;
    let expected = (400, "invalid_transaction".to_owned());
    assert_eq!(rejection(fixture, &wallet, &cancellation).await, expected);
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

/// Sends a payment with an access list of two entries that anvil builds and signs.
async fn with_access_list(fixture: &NodeFixture, wallet: &Wallet<'_>, to: &str, price: Value) -> Signed {
    let slot = |digit: &str| format!("0x{}", digit.repeat(64));
    let mut transaction = json!({
        "from": wallet.address, "to": to, "value": "0x2386f26fc10000", "gas": "0x186a0",
        "accessList": [
            { "address": to, "storageKeys": [slot("1"), slot("a")] },
            { "address": wallet.address, "storageKeys": [] },
        ],
    });
    for (name, value) in price.as_object().expect("prices") {
        transaction[name] = value.clone();
    }
    let txid = fixture.node.call("eth_sendTransaction", json!([transaction])).await;
    let raw = fixture.node.call("eth_getRawTransactionByHash", json!([txid])).await;
    Signed::builder()
        .family(Family::EthLike)
        .chain(fixture.params.chain.name().to_owned())
        .network(fixture.params.network)
        .txdata(raw.as_str().expect("hex").to_owned())
        .txid(txid.as_str().expect("hex").to_owned())
        .public_key(wallet.public_key())
        .build()
}

/// The reference is anvil, which encodes, signs and replaces the transactions.
#[tokio::test]
async fn transaction_with_an_access_list_is_cancelled() {
    let Some(node) = Node::anvil(sepolia().chain_id()).await else {
        return;
    };
    let fixture = NodeFixture::over(sepolia(), node);
    let key: [u8; 32] = hex::decode(ANVIL_KEY).expect("hex").try_into().expect("32 bytes");
    let wallet = Wallet::of_key(&fixture, Secp256k1Key::from_bytes(&key).expect("a key")).await;
    let recipient = Wallet::with(&fixture, &mut Random::new(), 0).await;
    let prices = json!({ "maxFeePerGas": "0x12a05f2000", "maxPriorityFeePerGas": "0x3b9aca00" });
    let pending = with_access_list(&fixture, &wallet, &recipient.address, prices).await;
    assert!(pending.txdata.starts_with("0x02"), "{pending:?}");

    // A replacement would lose the list.
    let faster = bump(&fixture.client, &request(&wallet, &pending, BumpMode::SpeedUp)).await;
    let error = faster.expect_err("a lost list");
    assert!(matches!(error, PaymentError::Invalid { field: "mode", .. }), "{error}");
    let cancellation = replace(&fixture, &wallet, &pending, BumpMode::Cancel).await;
    confirm(&fixture, &wallet, &cancellation, &recipient.address).await;

    // Neither the client nor the services build transactions of type 1.
    let price = json!({ "gasPrice": "0x12a05f2000" });
    let older = with_access_list(&fixture, &wallet, &recipient.address, price).await;
    assert!(older.txdata.starts_with("0x01"), "{older:?}");
    let error = bump(&fixture.client, &request(&wallet, &older, BumpMode::Cancel)).await;
    let error = error.expect_err("another type");
    assert!(
        matches!(error, PaymentError::Invalid { field: "signed", .. }),
        "{error}"
    );
}
