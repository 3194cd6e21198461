//! The dust limits and minimum fees of the API are those of real nodes.

use crate::payment::{NETWORK, NodeFixture, Wallet, recipients};
use bitcoin::consensus::deserialize;
use bitcoin::consensus::encode::serialize_hex;
use bitcoin::{Amount, Transaction};
use serde_json::json;
use wallet_tests::support::oracle::ValidAddress;
use wallet_tests::support::random::Random;
use wallet_tests::support::signer::KeyForm;

/// Recipient kinds with their dust limits.
type Dust = [(&'static str, u64)];

async fn limits(fixture: &NodeFixture, address_type: &'static str, dust: &Dust) {
    let mut random = Random::new();
    let wallet = Wallet::new(fixture, &mut random, address_type, KeyForm::Compressed).await;
    fixture.node.fund(&wallet.address, fixture.ample()).await;
    fixture.node.mine(1, None).await;
    let kinds: Vec<_> = dust.iter().map(|(kind, _)| *kind).collect();
    for recipient in recipients(fixture, &mut random, &kinds).await {
        let limit = dust.iter().find(|(kind, _)| *kind == recipient.kind);
        let &(_, limit) = limit.expect("a recipient of a requested kind");
        pay_the_minimum(&wallet, &recipient, limit).await;
    }
}

async fn pay_the_minimum(wallet: &Wallet<'_>, recipient: &ValidAddress, limit: u64) {
    let fixture = wallet.fixture;
    let mut request = wallet.plan(&recipient.address, limit, "slow").await;
    let path = format!("prepare-transaction/size/{}", fixture.chain);
    let size = &fixture.connector.data(&path, &request).await["size"];
    // The relay minimum of these nodes is one base unit per vbyte.
    request["fee"] = json!(size.to_string());
    let txdata = wallet.sign(request.clone()).await;

    // Nodes validate amounts before signatures; this change invalidates the signatures.
    let body = json!({ "txdata": with_one_unit_less(&txdata), "network": NETWORK.name() });
    let response = fixture
        .connector
        .post(&format!("transaction/send/{}", fixture.chain), &body)
        .await;
    let reason = &response.body["error"]["details"]["reason"];
    assert_eq!(
        (response.status, reason),
        (422, &json!("dust")),
        "{} {response:?}",
        recipient.kind
    );

    request["amount"] = json!((limit - 1).to_string());
    let response = fixture.connector.post(&path, &request).await;
    let error = &response.body["error"];
    assert_eq!(error["code"], "amount_below_dust", "{} {response:?}", recipient.kind);
    assert_eq!(
        error["details"]["minimum"],
        limit.to_string(),
        "{} {response:?}",
        recipient.kind
    );

    let txid = wallet.send(&txdata).await;
    fixture.confirm(&txid).await;
}

/// Lowers the recipient's output by one unit and adds it to the change, so that the fee is unchanged.
fn with_one_unit_less(txdata: &str) -> String {
    let bytes = hex::decode(txdata).expect("hex");
    let mut transaction: Transaction = deserialize(&bytes).expect("a valid transaction");
    transaction.output[0].value -= Amount::ONE_SAT;
    transaction.output[1].value += Amount::ONE_SAT;
    serialize_hex(&transaction)
}

#[tokio::test]
async fn dust_and_relay_minimum_of_btc_are_those_of_bcoin() {
    let Some(fixture) = NodeFixture::btc().await else {
        return;
    };
    let dust = [
        ("p2pkh", 546),
        ("p2sh, version 196", 540),
        ("p2wpkh", 294),
        ("p2wsh", 330),
    ];
    limits(&fixture, "p2wpkh", &dust).await;
    limits(&fixture, "p2pkh", &dust).await;
}

#[tokio::test]
async fn dust_and_relay_minimum_of_ltc_are_those_of_litecoind() {
    let Some(fixture) = NodeFixture::ltc("").await else {
        return;
    };
    let dust = [
        ("p2pkh", 5460),
        ("p2sh, version 58", 5400),
        ("p2wpkh", 2940),
        ("p2wsh", 3300),
        ("p2tr", 3300),
    ];
    limits(&fixture, "p2wpkh", &dust).await;
    limits(&fixture, "p2pkh", &dust).await;
}

#[tokio::test]
async fn dust_and_relay_minimum_of_bch_are_those_of_bcash() {
    let Some(fixture) = NodeFixture::bch().await else {
        return;
    };
    let dust = [("p2pkh of 20 bytes", 546), ("p2sh of 20 bytes", 540)];
    limits(&fixture, "p2pkh", &dust).await;
}
