//! Transactions on Stellar.

use super::{client, fund};
use crate::stellar_kinds::servers;
use wallet_client::Client;
use wallet_client::Network::Testnet;
use wallet_client::blockchain_connector_xlm::operation::{
    Operation, OperationBody, SetOptions, Signer, TrustLineFlags,
};
use wallet_client::payments::xlm::{Action, Memo, Terms, derive, prepare, prepare_fee_bump, recommended_fee};
use wallet_client::payments::{Ed25519Signer, Fee, PaymentError, Settled, WatchPolicy};
use wallet_client::signers::Ed25519Key;
use wallet_client::wire::Asset;

pub const LUMEN: i64 = 10_000_000;

pub fn lumen() -> Asset {
    Asset::Coin {
        chain: "xlm".to_owned(),
    }
}

pub async fn terms(client: &Client, key: &Ed25519Key) -> Terms {
    Terms::builder()
        .network(Testnet)
        .public_key(key.public_key())
        .fee(recommended_fee(client, Testnet).await.unwrap())
        .build()
}

/// Returns a funded key with its address.
pub async fn account(client: &Client) -> (Ed25519Key, String) {
    let key = Ed25519Key::random();
    let address = derive(client, Testnet, key.public_key()).await.unwrap();
    fund(client, "xlm", &address, &(1000 * LUMEN).to_string()).await;
    (key, address)
}

pub async fn transact(client: &Client, key: &Ed25519Key, terms: &Terms, action: &Action) {
    let prepared = prepare(client, terms, action).await.unwrap();
    let signed = prepared.sign(client, key).await.unwrap();
    signed.send(client).await.unwrap();
    signed.send(client).await.unwrap();
    let settled = signed.watch(client, WatchPolicy::default()).await.unwrap();
    assert!(matches!(settled, Settled::Confirmed(_)), "{settled:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn payments_trustlines_and_memos_are_confirmed() {
    for (running, _) in servers("payments_trustlines_and_memos_are_confirmed").await {
        confirms_payments(&client(&running).await).await;
        running.shutdown().await.unwrap();
    }
}

async fn confirms_payments(client: &Client) {
    let (alice, _) = account(client).await;
    let (issuer, issuer_address) = account(client).await;
    let bob = Ed25519Key::random();
    let bob_address = derive(client, Testnet, bob.public_key()).await.unwrap();
    let asset = Asset::XlmAsset {
        chain: "xlm".to_owned(),
        code: "POINTS".to_owned(),
        issuer: issuer_address,
    };
    let pay = |to: &str, amount, asset: &Asset| Action::Transfer {
        to: to.to_owned(),
        amount,
        asset: asset.clone(),
    };
    let mut with_memo = terms(client, &alice).await;
    // The first payment creates the account.
    for memo in [
        None,
        Some(Memo::Text("order 5512".to_owned())),
        Some(Memo::Id(7)),
        Some(Memo::Hash([9; 32])),
    ] {
        with_memo.memo = memo;
        transact(client, &alice, &with_memo, &pay(&bob_address, 50 * LUMEN + 1, &lumen())).await;
    }
    let trust = Action::Trust {
        asset: asset.clone(),
        limit: Some(5000),
    };
    transact(client, &bob, &terms(client, &bob).await, &trust).await;
    transact(
        client,
        &issuer,
        &terms(client, &issuer).await,
        &pay(&bob_address, 5000, &asset),
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn several_signers_and_a_fee_bump_are_supported() {
    for (running, _) in servers("several_signers_and_a_fee_bump_are_supported").await {
        signs_several_times_and_bumps(&client(&running).await).await;
        running.shutdown().await.unwrap();
    }
}

async fn signs_several_times_and_bumps(client: &Client) {
    let (alice, _) = account(client).await;
    let (bob, bob_address) = account(client).await;
    let options = SetOptions::builder()
        .med_threshold(2)
        .high_threshold(2)
        .signer(
            Signer::builder()
                .ed25519_public_key(bob_address.clone()) // of weight 1
                .build(),
        )
        .build();
    let operation: Operation = OperationBody::SetOptions(Box::new(options)).into();
    let terms = terms(client, &alice).await;
    transact(client, &alice, &terms, &Action::Operations(vec![operation])).await;
    let payment = Action::Transfer {
        to: bob_address,
        amount: LUMEN,
        asset: lumen(),
    };
    let prepared = prepare(client, &terms, &payment).await.unwrap();
    let once = prepared.sign(client, &alice).await.unwrap();
    let error = once.send(client).await.unwrap_err();
    assert!(matches!(&error, PaymentError::Call(call) if call.code().unwrap().name() == "transaction_rejected"));
    let twice = prepared.sign_also(client, &once, &bob).await.unwrap();
    let bump = prepare_fee_bump(client, &twice, bob.public_key(), 2 * terms.fee, Fee::Limited)
        .await
        .unwrap();
    assert_eq!(bump.review().fee, u64::from(2 * terms.fee));
    let bumped = bump.sign(client, &bob).await.unwrap();
    bumped.send(client).await.unwrap();
    let settled = bumped.watch(client, WatchPolicy::default()).await.unwrap();
    assert!(matches!(settled, Settled::Confirmed(_)), "{settled:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn issuers_authorize_holders_and_claw_back() {
    for (running, _) in servers("issuers_authorize_holders_and_claw_back").await {
        authorizes_and_claws_back(&client(&running).await).await;
        running.shutdown().await.unwrap();
    }
}

async fn authorizes_and_claws_back(client: &Client) {
    let (issuer, issuer_address) = account(client).await;
    let (holder, holder_address) = account(client).await;
    let asset = Asset::XlmAsset {
        chain: "xlm".to_owned(),
        code: "POINTS".to_owned(),
        issuer: issuer_address,
    };
    let one = |body: OperationBody| Action::Operations(vec![body.into()]);
    let options = SetOptions::builder().set_flags(1 | 2 | 8).build();
    let authorization = OperationBody::SetTrustLineFlags {
        trustor: holder_address.clone(),
        asset: asset.clone(),
        flags: TrustLineFlags::builder().authorized(true).build(),
    };
    let payment = Action::Transfer {
        to: holder_address.clone(),
        amount: 5000,
        asset: asset.clone(),
    };
    let clawback = OperationBody::Clawback {
        asset: asset.clone(),
        amount: "2000".to_owned(),
        from: holder_address,
    };
    let trust = Action::Trust { asset, limit: None };
    for (key, action) in [
        (&issuer, one(OperationBody::SetOptions(Box::new(options)))),
        (&holder, trust),
        (&issuer, one(authorization)),
        (&issuer, payment),
        (&issuer, one(clawback)),
    ] {
        transact(client, key, &terms(client, key).await, &action).await;
    }
}
