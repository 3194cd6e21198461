//! Payments on the UTXO chains.

use super::signer::Imposter;
use super::{balance, client, fund, mine_block};
use crate::ephemeral;
use wallet_client::ErrorCode;
use wallet_client::Network::Testnet;
use wallet_client::blockchain_connector_btc_like::prepare_transaction::utxo_list;
use wallet_client::blockchain_connector_btc_like::{AddressType, Utxo};
use wallet_client::payments::btc_like::{Chain, Output, Payment, Spend, derive, prepare, quote};
use wallet_client::payments::{Fee, PaymentError, Settled, Signed, WatchPolicy};
use wallet_client::signers::{KeyForm, Secp256k1Key};
use wallet_client::wire::{AddressRequest, FeeMode};
use wallet_core::model::ChainName;

fn payment(chain: Chain, key: &Secp256k1Key, address_type: Option<AddressType>, to: &str) -> Payment {
    Payment::builder()
        .chain(chain)
        .network(Testnet)
        .public_key(key.public_key())
        .maybe_address_type(address_type)
        .to(to.to_owned())
        .amount(Spend::Exact(20_000_000))
        .build()
}

#[tokio::test(flavor = "multi_thread")]
async fn payments_on_all_utxo_chains_and_address_types_are_confirmed() {
    let running = ephemeral().await;
    let client = client(&running).await;
    let legacy = Some(AddressType::P2pkh);
    for (chain, address_type, form) in [
        (Chain::Btc, None, KeyForm::Compressed),
        (Chain::Btc, legacy.clone(), KeyForm::Uncompressed),
        (Chain::Ltc, Some(AddressType::P2wpkh), KeyForm::Compressed),
        (Chain::Ltc, legacy, KeyForm::Compressed),
        (Chain::Btc, Some(AddressType::P2shP2wpkh), KeyForm::Compressed),
        (Chain::Btc, Some(AddressType::P2tr), KeyForm::Compressed),
        (Chain::Ltc, Some(AddressType::P2shP2wpkh), KeyForm::Compressed),
        (Chain::Ltc, Some(AddressType::P2tr), KeyForm::Compressed),
        (Chain::Bch, None, KeyForm::Compressed),
        (Chain::Doge, None, KeyForm::Uncompressed),
    ] {
        let key = Secp256k1Key::random().with_form(form);
        let recipient = Secp256k1Key::random().public_key();
        let to = derive(&client, chain, Testnet, &recipient, None).await.unwrap();
        let from = derive(&client, chain, Testnet, &key.public_key(), address_type.as_ref())
            .await
            .unwrap();
        fund(&client, chain.name(), &from, "50000000").await;
        let payment = payment(chain, &key, address_type, &to);
        let prepared = quote(&client, &payment)
            .await
            .unwrap()
            .prepare(&client, FeeMode::Normal)
            .await
            .unwrap();
        let review = prepared.review().clone();
        let output = Output::builder().to(to.clone()).amount(20_000_000).build();
        assert_eq!((&review.outputs, review.amount), (&vec![output], 20_000_000));
        let signed = prepared.sign(&client, &key).await.unwrap();
        signed.send(&client).await.unwrap();
        // The same bytes again.
        let stored: Signed = serde_json::from_value(serde_json::to_value(&signed).unwrap()).unwrap();
        stored.send(&client).await.unwrap();
        mine_block(&client, chain.name()).await;
        let settled = signed.watch(&client, WatchPolicy::default()).await.unwrap();
        assert!(
            matches!(settled, Settled::Confirmed(found) if found.confirmations == 1),
            "{chain}"
        );
        assert_eq!(balance(&client, chain, &to).await, 20_000_000);
        assert_eq!(Some(balance(&client, chain, &from).await), review.change);
        assert_eq!(review.change, Some(30_000_000 - review.fee));
    }
    running.shutdown().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn all_funds_can_be_paid() {
    let running = ephemeral().await;
    let client = client(&running).await;
    let (key, other) = (Secp256k1Key::random(), Secp256k1Key::random());
    let from = derive(&client, Chain::Btc, Testnet, &key.public_key(), None)
        .await
        .unwrap();
    let to = derive(&client, Chain::Btc, Testnet, &other.public_key(), None)
        .await
        .unwrap();
    fund(&client, "btc", &from, "70000").await;
    let mut all = payment(Chain::Btc, &key, None, &to);
    all.amount = Spend::Max;
    let prepared = quote(&client, &all)
        .await
        .unwrap()
        .prepare(&client, FeeMode::Fast)
        .await
        .unwrap();
    let review = prepared.review();
    assert_eq!((review.amount + review.fee, review.change), (70_000, None));
    prepared.sign(&client, &key).await.unwrap().send(&client).await.unwrap();
    mine_block(&client, "btc").await;
    assert_eq!(balance(&client, Chain::Btc, &from).await, 0);
    running.shutdown().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn fee_above_the_limit_and_foreign_signatures_are_rejected() {
    let running = ephemeral().await;
    let client = client(&running).await;
    let (key, other) = (Secp256k1Key::random(), Secp256k1Key::random());
    let from = derive(&client, Chain::Btc, Testnet, &key.public_key(), None)
        .await
        .unwrap();
    fund(&client, "btc", &from, "50000000").await;
    let mut limited = payment(Chain::Btc, &key, None, &from);
    let prepared = quote(&client, &limited)
        .await
        .unwrap()
        .prepare(&client, FeeMode::Normal)
        .await
        .unwrap();
    let fee = prepared.review().fee;
    let error = prepared.sign(&client, &other).await.unwrap_err();
    assert!(
        matches!(error, PaymentError::Invalid { field: "signers", .. }),
        "{error}"
    );
    let imposter = Imposter {
        key: other,
        public_key: key.public_key(),
    };
    let error = prepared.sign(&client, &imposter).await.unwrap_err();
    assert!(matches!(error, PaymentError::InvalidSignature), "{error}");
    limited.max_fee = Fee::AtMost((fee - 1).into());
    let error = quote(&client, &limited)
        .await
        .unwrap()
        .prepare(&client, FeeMode::Normal)
        .await
        .unwrap_err();
    assert!(matches!(error, PaymentError::FeeAboveLimit { .. }), "{error}");
    limited.to = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4".to_owned();
    let error = quote(&client, &limited).await.unwrap_err();
    assert!(
        matches!(&error, PaymentError::Call(call) if call.is(ErrorCode::InvalidAddress)),
        "{error}"
    );
    running.shutdown().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn outputs_selected_by_the_app_are_spent_and_no_others() {
    let running = ephemeral().await;
    let client = client(&running).await;
    let key = Secp256k1Key::random();
    let from = derive(&client, Chain::Btc, Testnet, &key.public_key(), None)
        .await
        .unwrap();
    for amount in ["300000", "400000"] {
        fund(&client, "btc", &from, amount).await;
    }
    let request = AddressRequest::builder().address(from.clone()).network(Testnet).build();
    let list = async || utxo_list(&client, "btc", &request).await.unwrap().utxo;
    let of_value = |list: &[Utxo], value: &str| {
        let found = list.iter().filter(|utxo| utxo.value == value);
        found.cloned().collect::<Vec<_>>()
    };
    let outputs = list().await;
    let (smaller, larger) = (of_value(&outputs, "300000"), of_value(&outputs, "400000"));

    let mut payment = payment(Chain::Btc, &key, None, &from);
    payment.amount = Spend::Exact(100_000);
    let prepared = prepare(&client, &payment, &smaller, 1000).await.unwrap();
    assert_eq!(prepared.review().change, Some(199_000));
    prepared.sign(&client, &key).await.unwrap().send(&client).await.unwrap();
    mine_block(&client, "btc").await;
    let outputs = list().await;
    assert!(of_value(&outputs, "300000").is_empty(), "{outputs:?}");
    assert_eq!(of_value(&outputs, "400000"), larger);

    payment.amount = Spend::Max;
    let prepared = prepare(&client, &payment, &larger, 1000).await.unwrap();
    let review = prepared.review();
    assert_eq!((review.amount, review.fee, review.change), (399_000, 1000, None));
    prepared.sign(&client, &key).await.unwrap().send(&client).await.unwrap();

    for (amount, fee) in [(Spend::Max, 400_001), (Spend::Exact(399_001), 1000)] {
        payment.amount = amount;
        let error = prepare(&client, &payment, &larger, fee).await.unwrap_err();
        assert!(matches!(error, PaymentError::Invalid { field: "utxo", .. }), "{error}");
    }
    payment.max_fee = Fee::AtMost(999_u64.into());
    payment.amount = Spend::Max;
    let error = prepare(&client, &payment, &larger, 1000).await.unwrap_err();
    assert!(matches!(error, PaymentError::FeeAboveLimit { .. }), "{error}");
    running.shutdown().await.unwrap();
}
