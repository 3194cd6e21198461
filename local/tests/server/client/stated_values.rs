//! Values of inputs that the service or the app states are verified by the transactions that created the outputs.

use super::adverse::Adverse;
use super::btc_like_bump::{bump_of, pending};
use super::btc_like_transfer::{Owner, Owners};
use super::{client, mismatch};
use crate::ephemeral;
use serde_json::Value;
use wallet_client::Network::Testnet;
use wallet_client::blockchain_connector_btc_like::{AddressType, Utxo};
use wallet_client::payments::btc_like::{
    self, Chain, Output, Recipients, Transfer, prepare, prepare_unverified, quote,
};
use wallet_client::payments::{Fee, PaymentError};
use wallet_core::model::ChainName;

/// Returns the output with a part of its value.
fn understated(utxo: &Utxo) -> Utxo {
    let value: u64 = utxo.value.parse().unwrap();
    let mut changed = utxo.clone();
    changed.value = (value - 1_000_000).to_string();
    changed
}

#[tokio::test(flavor = "multi_thread")]
async fn values_of_outputs_selected_by_the_app_are_verified() {
    let running = ephemeral().await;
    let client = client(&running).await;
    for (chain, address_type) in [
        (Chain::Btc, AddressType::P2pkh),
        (Chain::Ltc, AddressType::P2pkh),
        (Chain::Doge, AddressType::P2pkh),
    ] {
        let owner = Owner::funded(&client, chain, address_type.clone(), 1_000_000_000).await;
        let to = Owner::new(&client, chain, AddressType::P2pkh).await.address;
        let transfer = Transfer::builder()
            .chain(chain)
            .network(Testnet)
            .public_key(owner.key.public_key())
            .recipients(Recipients::Each(vec![
                Output::builder().to(to).amount(400_000_000).build(),
            ]))
            .address_type(address_type)
            .build();
        let utxo = owner.outputs(&client, chain).await;
        let false_utxo = [understated(&utxo[0])];
        let fee = 50_000;
        let outcome = prepare(&client, &transfer, &false_utxo, fee).await;
        assert_eq!(
            mismatch(outcome.map(drop)),
            ("estimate", "value of an input"),
            "{chain}"
        );
        let prepared = prepare(&client, &transfer, &utxo, fee).await.unwrap();
        assert_eq!(prepared.review().change, Some(600_000_000 - fee), "{chain}");
        // The app states that it trusts its source.
        let prepared = prepare_unverified(&client, &transfer, &false_utxo, fee).await.unwrap();
        assert!(!prepared.review().are_values_signed, "{chain}");
    }
    running.shutdown().await.unwrap();
}

/// States less than the value of the last input.
fn understate_last(data: &mut Value) {
    let last = data["utxo"].as_array_mut().unwrap().last_mut().unwrap();
    let value: u64 = last["value"].as_str().unwrap().parse().unwrap();
    last["value"] = (value - 1_000_000).to_string().into();
}

#[tokio::test(flavor = "multi_thread")]
async fn values_of_several_inputs_are_verified() {
    let running = ephemeral().await;
    let honest = client(&running).await;
    for (chain, address_type) in [
        (Chain::Btc, AddressType::P2wpkh),
        (Chain::Btc, AddressType::P2shP2wpkh),
        (Chain::Ltc, AddressType::P2wpkh),
        (Chain::Bch, AddressType::P2pkh),
    ] {
        let value = 10_000_000;
        let owners = Owners(vec![Owner::funded(&honest, chain, address_type.clone(), value).await]);
        let owner = &owners.0[0];
        super::fund(&honest, chain.name(), &owner.address, "11000000").await;
        let to = Owner::new(&honest, chain, AddressType::P2pkh).await.address;
        let amount = 15_000_000;
        let mut transfer = owners.transfer(
            chain,
            Recipients::Each(vec![Output::builder().to(to).amount(amount).build()]),
        );
        transfer.address_type = Some(address_type);
        let adverse = Adverse::new(vec![("prepare-transaction/estimate", understate_last)], None);
        let outcome = quote(&adverse.client(&running).await, &transfer).await;
        assert_eq!(
            mismatch(outcome.map(drop)),
            ("estimate", "value of an input"),
            "{chain}"
        );

        let utxo = owner.outputs(&honest, chain).await;
        let outcome = prepare(&honest, &transfer, &[utxo[0].clone(), understated(&utxo[1])], 10_000).await;
        assert_eq!(
            mismatch(outcome.map(drop)),
            ("estimate", "value of an input"),
            "{chain}"
        );
        let quote = quote(&honest, &transfer).await.unwrap();
        assert_eq!(
            (quote.estimate.utxo.len(), quote.estimate.parents.len()),
            (2, 2),
            "{chain}"
        );
        let prepared = prepare(&honest, &transfer, &utxo, 10_000).await.unwrap();
        let signed = prepared.sign(&honest, &owner.key).await.unwrap();
        signed.send(&honest).await.unwrap();
    }
    running.shutdown().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn replacement_requires_stored_or_named_values() {
    let running = ephemeral().await;
    let client = client(&running).await;
    let owner = Owner::funded(&client, Chain::Btc, AddressType::P2pkh, 10_000_000).await;
    let (signed, ..) = pending(&client, Chain::Btc, &owner, 4_000_000).await;
    let mut without = signed.clone();
    without.utxo = Vec::new();
    let mut bump = bump_of(&without, &owner);
    bump.max_fee = Fee::Limited;
    let error = btc_like::bump(&client, &bump).await.unwrap_err();
    assert!(matches!(error, PaymentError::Invalid { field: "utxo", .. }), "{error}");
    let mut named = bump;
    named.utxo = signed.utxo.clone();
    btc_like::bump(&client, &named).await.unwrap();
    btc_like::bump(&client, &bump_of(&signed, &owner)).await.unwrap();
    running.shutdown().await.unwrap();
}
