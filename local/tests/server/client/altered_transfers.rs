//! A server that alters a payment from several keys obtains no signature.

use super::btc_like_transfer::{Owner, Owners};
use super::signer::Counting;
use super::{Altering, client, mismatch, other_digit};
use crate::ephemeral;
use serde_json::{Value, json};
use wallet_client::Client;
use wallet_client::blockchain_connector_btc_like::AddressType;
use wallet_client::payments::btc_like::{Chain, Output, Recipients, Transfer, quote};
use wallet_client::payments::{EcdsaSigner, PaymentError};
use wallet_client::signers::Secp256k1Key;
use wallet_client::wire::FeeMode;

type Change = fn(&mut Value);

const CHANGES: &[(&str, Change, (&str, &str))] = &[
    (
        "estimate",
        |data| data["utxo"][1]["publicKey"] = data["utxo"][0]["publicKey"].clone(),
        ("estimate", "owner of an output"),
    ),
    (
        "estimate",
        |data| {
            let mut outputs = data["utxo"].as_array_mut().unwrap().iter_mut();
            outputs.find(|utxo| utxo["type"] == "p2tr").unwrap()["type"] = "p2wpkh".into();
        },
        ("estimate", "owner of an output"),
    ),
    (
        "estimate",
        |data| data["utxo"][2]["value"] = "9000000".into(),
        ("estimate", "value of an output"),
    ),
    (
        "estimate",
        |data| other_digit(&mut data["utxo"][0]["txid"], 3),
        ("estimate", "selection of the outputs"),
    ),
    // A relative lock time would delay the payment.
    (
        "estimate",
        |data| data["utxo"][0]["sequence"] = json!(1000),
        ("estimate", "sequence of an output"),
    ),
    (
        "get-hash",
        |data| other_digit(&mut data["hashes"][3]["hash"], 5),
        ("get-hash", "hash"),
    ),
    (
        "get-hash",
        |data| drop(data["hashes"].as_array_mut().unwrap().pop()),
        ("get-hash", "hash"),
    ),
    (
        "parse",
        |data| data["outputs"].as_array_mut().unwrap().swap(0, 1),
        ("parse", "outputs"),
    ),
    (
        "parse",
        |data| data["outputs"][2]["to"] = "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx".into(),
        ("parse", "recipient"),
    ),
    (
        "parse",
        |data| data["inputs"].as_array_mut().unwrap().swap(0, 1),
        ("parse", "inputs"),
    ),
    ("parse", |data| data["lockTime"] = json!(2), ("parse", "lock time")),
];

async fn pay(client: &Client, transfer: &Transfer, signer: &dyn EcdsaSigner) -> Result<(), PaymentError> {
    let prepared = quote(client, transfer).await?.prepare(client, FeeMode::Normal).await?;
    prepared.sign_with(client, &[signer]).await.map(drop)
}

#[tokio::test(flavor = "multi_thread")]
async fn altered_transfers_are_not_signed() {
    let running = ephemeral().await;
    let honest = client(&running).await;
    let chain = Chain::Btc;
    let owners = Owners::funded(&honest, chain, 10_000_000).await;
    let mut outputs = Vec::new();
    for amount in [20_000_000, 15_000_000] {
        let to = Owner::new(&honest, chain, AddressType::P2wpkh).await.address;
        outputs.push(Output::builder().to(to).amount(amount).build());
    }
    let mut transfer = owners.transfer(chain, Recipients::Each(outputs));
    transfer.utxo = Some(owners.outputs(&honest, chain).await);
    transfer.locktime = Some(1);
    for (path, change, expected) in CHANGES {
        let altering = Altering::new(path, *change);
        let signer = Counting::new(Secp256k1Key::random());
        let outcome = pay(&altering.client(&running).await, &transfer, &signer).await;
        assert_eq!(mismatch(outcome), *expected, "{path}");
        assert_eq!(signer.count(), 0);
        assert!(altering.changed() > 0);
        assert!(!altering.has_called("attach-signature"));
    }
    running.shutdown().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn outputs_of_other_keys_are_not_spent_without_a_request() {
    let running = ephemeral().await;
    let honest = client(&running).await;
    let owner = Owner::funded(&honest, Chain::Btc, AddressType::P2wpkh, 1_000_000).await;
    let recipients = Recipients::All(owner.address.clone());
    let transfer = Transfer::new(
        Chain::Btc,
        wallet_client::Network::Testnet,
        &owner.key.public_key(),
        recipients,
    );
    let other = Secp256k1Key::random().public_key();
    let altering = Altering::new("estimate", move |data| {
        data["utxo"][0]["publicKey"] = other.clone().into();
    });
    let outcome = pay(&altering.client(&running).await, &transfer, &owner.key).await;
    assert_eq!(mismatch(outcome), ("estimate", "owner of an output"));
    running.shutdown().await.unwrap();
}
