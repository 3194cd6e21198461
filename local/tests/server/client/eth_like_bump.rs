//! Replacements of pending transactions: with higher prices, and by a payment of nothing.

use super::eth_like::{ETHER, balance, payment};
use super::{client, fund, mine_block};
use crate::ephemeral;
use wallet_client::Client;
use wallet_client::Network::Testnet;
use wallet_client::payments::eth_like::{Action, Bump, BumpMode, GasPrice, bump, derive, quote};
use wallet_client::payments::{Amount, Fee, PaymentError, Signed};
use wallet_client::signers::Secp256k1Key;
use wallet_client::wire::{FeeMode, Status};

/// A sender with a pending payment.
pub struct Pending {
    pub key: Secp256k1Key,
    pub from: String,
    pub to: String,
    pub signed: Signed,
}

impl Pending {
    pub async fn new(client: &Client, chain: &str) -> Self {
        let (key, other) = (Secp256k1Key::random(), Secp256k1Key::random());
        let from = derive(client, chain, Testnet, &key.public_key()).await.unwrap();
        let to = derive(client, chain, Testnet, &other.public_key()).await.unwrap();
        fund(client, chain, &from, &ETHER.to_string()).await;
        let amount = Amount::from(1_000_u64);
        let action = Action::Pay { to: to.clone(), amount };
        let quote = quote(client, &payment(chain, &key, action)).await.unwrap();
        let prepared = quote.prepare(client, FeeMode::Slow).await.unwrap();
        let signed = prepared.sign(client, &key).await.unwrap();
        signed.send(client).await.unwrap();
        Self { key, from, to, signed }
    }

    pub fn bump(&self, mode: BumpMode) -> Bump {
        Bump::builder()
            .signed(self.signed.clone())
            .public_key(self.key.public_key())
            .mode(mode)
            .build()
    }
}

async fn status(client: &Client, signed: &Signed) -> (Status, Option<String>) {
    let found = signed.status(client).await.unwrap().unwrap();
    (found.status, found.replaced_by)
}

#[tokio::test(flavor = "multi_thread")]
async fn pending_transactions_are_replaced() {
    let running = ephemeral().await;
    let client = client(&running).await;
    for chain in ["eth", "etc"] {
        for (mode, received) in [(BumpMode::SpeedUp, "1000"), (BumpMode::Cancel, "0")] {
            let pending = Pending::new(&client, chain).await;
            let replacement = bump(&client, &pending.bump(mode)).await.unwrap();
            let previous = replacement.previous_price().maximum();
            let prepared = replacement.prepare(&client).await.unwrap();
            let review = prepared.review();
            let (to, amount) = if mode == BumpMode::SpeedUp {
                (pending.to.clone(), Amount::from(1_000_u64))
            } else {
                (pending.from.clone(), Amount::default())
            };
            assert_eq!((&review.action, review.nonce), (&Action::Pay { to, amount }, 0));
            assert!(review.price.maximum() > previous, "{review:?}");
            assert_eq!(matches!(review.price, GasPrice::Legacy(_)), chain == "etc");
            let signed = prepared.sign(&client, &pending.key).await.unwrap();
            signed.send(&client).await.unwrap();
            mine_block(&client, chain).await;
            assert_eq!(status(&client, &signed).await, (Status::Confirmed, None), "{chain}");
            // The node of the sandbox has dropped the first transaction.
            let replaced = status(&client, &pending.signed).await;
            assert_eq!(replaced, (Status::Rejected, Some(signed.txid.clone())), "{chain}");
            let found = balance(&client, chain, &pending.to, None).await;
            assert_eq!(found.as_deref(), Some(received), "{chain}");
        }
    }
    running.shutdown().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn approval_is_replaced_as_it_is() {
    let running = ephemeral().await;
    let client = client(&running).await;
    let mut pending = Pending::new(&client, "eth").await;
    mine_block(&client, "eth").await;
    let contract = "0xdAC17F958D2ee523a2206206994597C13D831ec7".to_owned();
    let spender = pending.to.clone();
    let approval = Action::ApproveUnlimited { contract, spender };
    let quote = quote(&client, &payment("eth", &pending.key, approval.clone()))
        .await
        .unwrap();
    let prepared = quote.prepare(&client, FeeMode::Slow).await.unwrap();
    pending.signed = prepared.sign(&client, &pending.key).await.unwrap();
    pending.signed.send(&client).await.unwrap();
    let replacement = bump(&client, &pending.bump(BumpMode::SpeedUp)).await.unwrap();
    let prepared = replacement.prepare(&client).await.unwrap();
    assert_eq!((&prepared.review().action, prepared.review().nonce), (&approval, 1));
    let signed = prepared.sign(&client, &pending.key).await.unwrap();
    signed.send(&client).await.unwrap();
    mine_block(&client, "eth").await;
    assert_eq!(status(&client, &signed).await.0, Status::Confirmed);
    running.shutdown().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn prices_and_transactions_that_replace_nothing_are_rejected() {
    let running = ephemeral().await;
    let client = client(&running).await;
    let pending = Pending::new(&client, "eth").await;
    let replacement = bump(&client, &pending.bump(BumpMode::Cancel)).await.unwrap();
    let error = replacement
        .prepare_with(&client, replacement.previous_price())
        .await
        .unwrap_err();
    assert!(matches!(error, PaymentError::Invalid { field: "price", .. }), "{error}");

    let mut limited = pending.bump(BumpMode::Cancel);
    limited.max_fee = Fee::AtMost(Amount::from(1_u64));
    let error = bump(&client, &limited)
        .await
        .unwrap()
        .prepare(&client)
        .await
        .unwrap_err();
    assert!(matches!(error, PaymentError::FeeAboveLimit { .. }), "{error}");

    let changes: [fn(&mut Bump); 6] = [
        |bump| bump.signed.txdata = "0x00".to_owned(),
        |bump| bump.signed.txdata = bump.signed.txdata.trim_start_matches("0x").to_owned(),
        |bump| bump.signed.txid = format!("0x{}", "00".repeat(32)),
        |bump| bump.signed.family = wallet_client::payments::Family::BtcLike,
        |bump| bump.signed.chain = "op".to_owned(),
        |bump| bump.public_key = Secp256k1Key::random().public_key(),
    ];
    for change in changes {
        let mut other = pending.bump(BumpMode::SpeedUp);
        change(&mut other);
        let error = bump(&client, &other).await.unwrap_err();
        assert!(
            matches!(error, PaymentError::Invalid { field: "signed", .. }),
            "{error}"
        );
    }
    running.shutdown().await.unwrap();
}
