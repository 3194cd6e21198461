//! A transaction with inputs of all types of addresses, mined by real nodes of the Bitcoin Core family.

use crate::owners::{Owner, Transaction, submit};
use crate::payment::NodeFixture;
use crate::rejections::forge;
use crate::rpc::Rpc;
use serde_json::{Value, json};
use std::sync::Mutex;
use wallet_client::blockchain_connector_btc_like::{AddressType, PaymentOutput};
use wallet_tests::support::random::Random;

const TYPES: [AddressType; 4] = [
    AddressType::P2pkh,
    AddressType::P2shP2wpkh,
    AddressType::P2wpkh,
    AddressType::P2tr,
];

#[tokio::test]
async fn inputs_of_all_types_are_mined_by_bitcoind() {
    let Some(fixture) = NodeFixture::btc_on_bitcoind("").await else {
        return;
    };
    inputs_of_all_types_are_mined(&fixture).await;
    let process = async |rpc: &Rpc, owners: &[Owner], psbt: &str| {
        let descriptors: Vec<String> = owners.iter().map(Owner::descriptor).collect();
        rpc.call("descriptorprocesspsbt", json!([psbt, descriptors])).await
    };
    psbt_is_signed_by_the_node(&fixture, &TYPES, process).await;
}

#[tokio::test]
async fn inputs_of_all_types_are_mined_by_litecoind() {
    let Some(fixture) = NodeFixture::ltc("").await else {
        return;
    };
    inputs_of_all_types_are_mined(&fixture).await;
    let process = async |rpc: &Rpc, owners: &[Owner], psbt: &str| {
        for owner in owners {
            rpc.call("importprivkey", json!([owner.private_key(), "", false])).await;
        }
        let mut signed = rpc.call("walletprocesspsbt", json!([psbt])).await;
        let completed = rpc.call("finalizepsbt", json!([signed["psbt"]])).await;
        signed["hex"] = completed["hex"].clone();
        signed
    };
    // Litecoin Core 0.21 signs no taproot inputs.
    psbt_is_signed_by_the_node(&fixture, &TYPES[..3], process).await;
}

async fn inputs_of_all_types_are_mined(fixture: &NodeFixture) {
    let mut random = Random::new();
    let mut owners = Vec::new();
    for address_type in TYPES.iter().chain(&TYPES).rev() {
        let owner = Owner::new(fixture, &mut random, address_type).await;
        let coin = owner.fund(fixture, fixture.ample()).await;
        owners.push((owner, coin));
    }
    let recipient = Owner::new(fixture, &mut random, &AddressType::P2tr).await;
    let change = Owner::new(fixture, &mut random, &AddressType::P2shP2wpkh).await;
    let amount = fixture.ample() * 7;
    let fee = 20_000;
    // Each input has a different sequence number, all of which permit the next block.
    let sequences = [0, 0xffff_fffd, 0xffff_fffe, 0xffff_ffff, 0x8000_0000]
        .into_iter()
        .cycle();
    let inputs = owners.iter().zip(sequences).map(|((owner, coin), sequence)| {
        let sequence = Some(sequence);
        (owner, {
            let mut changed = coin.clone();
            changed.sequence = sequence;
            changed
        })
    });
    let payment = Transaction {
        inputs: inputs.collect(),
        outputs: vec![
            // The longest data that the node relays.
            PaymentOutput::builder().amount("0").data("ab".repeat(80)).build(),
            PaymentOutput::builder()
                .to(recipient.address.clone())
                .amount(amount.to_string())
                .build(),
        ],
        change_address: Some(change.address.clone()),
        fee,
    };
    let txdata = payment.sign(fixture).await;
    for index in 0..owners.len() {
        let forged = submit(fixture, forge(&txdata, index)).await;
        assert_eq!(forged, Err("invalid_script".to_owned()), "input {index}");
    }
    let txid = submit(fixture, txdata).await.expect("the transaction is accepted");
    fixture.confirm(&txid).await;
    for (owner, value) in [(&recipient, amount), (&change, fixture.ample() - fee)] {
        let received = fixture.node.unspent(&owner.address).await;
        let received: Vec<_> = received.iter().map(|coin| (coin.txid.as_str(), coin.value)).collect();
        assert_eq!(received, [(txid.as_str(), value)]);
    }
}

/// The node signs and completes the PSBT of inputs of these types, and attach-psbt returns the same bytes.
async fn psbt_is_signed_by_the_node(
    fixture: &NodeFixture,
    types: &[AddressType],
    process: impl AsyncFn(&Rpc, &[Owner], &str) -> Value,
) {
    let mut random = Random::new();
    let (mut owners, mut coins) = (Vec::new(), Vec::new());
    for address_type in types {
        let owner = Owner::new(fixture, &mut random, address_type).await;
        coins.push(owner.fund(fixture, fixture.ample()).await);
        owners.push(owner);
    }
    let recipient = Owner::new(fixture, &mut random, &AddressType::P2wpkh).await;
    let payment = Transaction {
        inputs: owners.iter().zip(coins).collect(),
        outputs: vec![
            PaymentOutput::builder()
                .to(recipient.address.clone())
                .amount(fixture.ample().to_string())
                .build(),
        ],
        change_address: None,
        fee: 20_000,
    };
    let rpc = Rpc::at(&fixture.node.rpc_url().await);
    let expected = Mutex::new(Value::Null);
    let sign = async |psbt: String| {
        let decoded = rpc.call("decodepsbt", json!([psbt])).await;
        assert_eq!(decoded["fee"], json!(0.0002), "{decoded}");
        let signed = process(&rpc, &owners, &psbt).await;
        assert_eq!(signed["complete"], true, "{signed}");
        *expected.lock().expect("no panic") = signed["hex"].clone();
        signed["psbt"].as_str().expect("a PSBT").to_owned()
    };
    let txdata = payment.sign_psbt(fixture, sign).await;
    assert_eq!(txdata, *expected.lock().expect("no panic"));
    let txid = submit(fixture, txdata).await.expect("the transaction is accepted");
    fixture.confirm(&txid).await;
}
