//! A server that alters the plan of a replacement obtains no signature.

use super::btc_like_bump::{bump_of, pending, pending_with_data};
use super::btc_like_transfer::Owner;
use super::eth_like_bump::Pending;
use super::{Altering, client, mismatch, other_digit};
use crate::ephemeral;
use serde_json::{Value, json};
use wallet_client::Network::Testnet;
use wallet_client::blockchain_connector_btc_like::AddressType;
use wallet_client::payments::PaymentError;
use wallet_client::payments::btc_like::{self, Chain, DataOutput, Parent, pay_for_parent};
use wallet_client::payments::eth_like::{self, BumpMode};
use wallet_client::sandbox::{FaucetRequest, faucet};
use wallet_client::signers::Secp256k1Key;
use wallet_client::wire::FeeMode;

type Change = fn(&mut Value);

const OTHER: &str = "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx";

const UTXO: &[(&str, Change, (&str, &str))] = &[
    (
        "bump",
        |data| data["outputs"][0]["to"] = OTHER.into(),
        ("bump", "payments"),
    ),
    (
        "bump",
        |data| data["outputs"][0]["amount"] = "1".into(),
        ("bump", "payments"),
    ),
    (
        "bump",
        |data| {
            let more = json!({ "to": OTHER, "amount": "1000" });
            data["outputs"].as_array_mut().unwrap().push(more);
        },
        ("bump", "payments"),
    ),
    ("bump", |data| data["outputs"] = json!([]), ("bump", "payments")),
    (
        "bump",
        |data| data["changeAddress"] = OTHER.into(),
        ("bump", "change address"),
    ),
    ("bump", |data| data["utxo"] = json!([]), ("bump", "number of inputs")),
    (
        "bump",
        |data| other_digit(&mut data["utxo"][0]["txid"], 3),
        ("bump", "input"),
    ),
    (
        "bump",
        |data| data["utxo"][0]["type"] = "p2tr".into(),
        ("bump", "owner of an input"),
    ),
    (
        "bump",
        |data| {
            let mut more = data["utxo"][0].clone();
            other_digit(&mut more["txid"], 3);
            data["utxo"].as_array_mut().unwrap().push(more);
        },
        ("bump", "further input"),
    ),
    (
        "get-hash",
        |data| other_digit(&mut data["hashes"][0]["hash"], 5),
        ("get-hash", "hash"),
    ),
];

#[tokio::test(flavor = "multi_thread")]
async fn altered_replacements_of_utxo_payments_are_detected() {
    let running = ephemeral().await;
    let honest = client(&running).await;
    let owner = Owner::funded(&honest, Chain::Btc, AddressType::P2wpkh, 10_000_000).await;
    let (signed, ..) = pending(&honest, Chain::Btc, &owner, 4_000_000).await;
    for (path, change, expected) in UTXO {
        let altering = Altering::new(path, *change);
        let client = altering.client(&running).await;
        let outcome = async {
            let replacement = btc_like::bump(&client, &bump_of(&signed, &owner)).await?;
            replacement.prepare(&client, FeeMode::Fast).await.map(drop)
        };
        assert_eq!(mismatch(outcome.await), *expected, "{path}");
        assert!(altering.changed() > 0);
    }
    let altering = Altering::new("bump", |data| data["utxo"][0]["value"] = "9000000".into());
    let outcome = btc_like::bump(&altering.client(&running).await, &bump_of(&signed, &owner)).await;
    assert_eq!(mismatch(outcome.map(drop)), ("bump", "value of an input"));
    // Without the stored values, the fee of the pending transaction follows from the stated ones.
    let mut signed = signed;
    signed.utxo = Vec::new();
    let altering = Altering::new("bump", |data| data["utxo"][0]["value"] = "9000000".into());
    let client = altering.client(&running).await;
    let error = btc_like::bump(&client, &bump_of(&signed, &owner)).await.unwrap_err();
    assert!(matches!(error, PaymentError::Invalid { field: "utxo", .. }), "{error}");
    let altering = Altering::new("bump", |data| data["utxo"][0]["value"] = "11000000".into());
    let client = altering.client(&running).await;
    let replacement = btc_like::bump(&client, &bump_of(&signed, &owner)).await.unwrap();
    let error = replacement.prepare(&client, FeeMode::Fast).await.unwrap_err();
    assert!(matches!(error, PaymentError::Invalid { field: "fee", .. }), "{error}");
    running.shutdown().await.unwrap();
}

const DATA: &[Change] = &[
    |data| other_digit(&mut data["outputs"][1]["script"], 9),
    |data| data["outputs"][1]["amount"] = "1".into(),
    |data| data["outputs"][1]["to"] = OTHER.into(),
    |data| data["outputs"][1] = json!({ "to": OTHER, "amount": "0" }),
    |data| data["outputs"][0] = data["outputs"][1].clone(),
    |data| drop(data["outputs"].as_array_mut().unwrap().pop()),
];

#[tokio::test(flavor = "multi_thread")]
async fn altered_data_of_replacements_is_detected() {
    let running = ephemeral().await;
    let honest = client(&running).await;
    let owner = Owner::funded(&honest, Chain::Btc, AddressType::P2wpkh, 10_000_000).await;
    let data = DataOutput::of_data(b"invoice 7").unwrap();
    let (signed, _) = pending_with_data(&honest, &owner, &[data]).await;
    for change in DATA {
        let altering = Altering::new("bump", *change);
        let client = altering.client(&running).await;
        let outcome = btc_like::bump(&client, &bump_of(&signed, &owner)).await.map(drop);
        assert_eq!(mismatch(outcome), ("bump", "payments"));
        assert!(altering.changed() > 0);
    }
    running.shutdown().await.unwrap();
}

const CHILD: &[(Change, (&str, &str))] = &[
    (
        |data| other_digit(&mut data["childPaysForParent"]["utxo"][0]["txid"], 3),
        ("bump", "parent"),
    ),
    (
        |data| data["childPaysForParent"]["utxo"] = json!([]),
        ("bump", "number of outputs"),
    ),
    (
        |data| data["childPaysForParent"]["utxo"][0]["type"] = "p2tr".into(),
        ("bump", "owner of an output"),
    ),
];

#[tokio::test(flavor = "multi_thread")]
async fn altered_children_are_detected() {
    let running = ephemeral().await;
    let honest = client(&running).await;
    let owner = Owner::new(&honest, Chain::Btc, AddressType::P2wpkh).await;
    let coins = FaucetRequest::builder()
        .chain("btc")
        .address(owner.address.clone())
        .amount("500000")
        .build();
    let parent = Parent::builder()
        .chain(Chain::Btc)
        .network(Testnet)
        .txid(faucet(&honest, &coins).await.unwrap().txid)
        .public_key(owner.key.public_key())
        .build();
    for (change, expected) in CHILD {
        let altering = Altering::new("bump", *change);
        let outcome = pay_for_parent(&altering.client(&running).await, &parent).await;
        assert_eq!(mismatch(outcome.map(drop)), *expected);
    }
    running.shutdown().await.unwrap();
}

const EVM: &[(BumpMode, Change, (&str, &str))] = &[
    (
        BumpMode::SpeedUp,
        |data| data["to"] = "0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf".into(),
        ("bump", "recipient"),
    ),
    (
        BumpMode::Cancel,
        |data| data["to"] = "0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf".into(),
        ("bump", "recipient"),
    ),
    (
        BumpMode::SpeedUp,
        |data| data["amount"] = "2000".into(),
        ("bump", "amount"),
    ),
    (BumpMode::Cancel, |data| data["amount"] = "1".into(), ("bump", "amount")),
    (BumpMode::SpeedUp, |data| data["data"] = "0x00".into(), ("bump", "data")),
    (BumpMode::Cancel, |data| data["data"] = "0x00".into(), ("bump", "data")),
    (BumpMode::SpeedUp, |data| data["nonce"] = json!(1), ("bump", "nonce")),
    (
        BumpMode::SpeedUp,
        |data| data["gasLimit"] = "900000".into(),
        ("bump", "gas limit"),
    ),
    (
        BumpMode::Cancel,
        |data| data["from"] = "0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf".into(),
        ("bump", "sender"),
    ),
    (
        BumpMode::SpeedUp,
        |data| data["maxPriorityFeePerGas"] = "1".into(),
        ("bump", "replacing price"),
    ),
];

#[tokio::test(flavor = "multi_thread")]
async fn altered_replacements_of_evm_transactions_are_detected() {
    let running = ephemeral().await;
    let honest = client(&running).await;
    let pending = Pending::new(&honest, "eth").await;
    for (mode, change, expected) in EVM {
        let altering = Altering::new("bump", *change);
        let outcome = eth_like::bump(&altering.client(&running).await, &pending.bump(*mode)).await;
        assert_eq!(mismatch(outcome.map(drop)), *expected, "{mode:?}");
    }
    let altering = Altering::new("get-hash", |data| other_digit(&mut data["hash"], 9));
    let client = altering.client(&running).await;
    let replacement = eth_like::bump(&client, &pending.bump(BumpMode::Cancel)).await.unwrap();
    assert_eq!(
        mismatch(replacement.prepare(&client).await.map(drop)),
        ("get-hash", "hash")
    );
    // The key of another sender cannot sign it.
    let prepared = replacement.prepare(&honest).await.unwrap();
    assert!(prepared.sign(&honest, &Secp256k1Key::random()).await.is_err());
    running.shutdown().await.unwrap();
}
