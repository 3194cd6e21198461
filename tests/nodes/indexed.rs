//! Payments with a real Electrum index server, ElectrumX, between the node and the API.

use crate::payment::{NETWORK, NodeFixture, Wallet, pay_everyone};
use crate::rejections::rejections;
use serde_json::{Value, json};
use wallet_tests::support::random::Random;
use wallet_tests::support::signer::KeyForm;

/// Requests address info of a wallet.
async fn info(wallet: &Wallet<'_>, more: &str) -> Value {
    let Wallet { fixture, address, .. } = wallet;
    let path = format!("{}/?address={address}&network={NETWORK}{more}", fixture.chain);
    let data = fixture.api().await.address_info(&path).await;
    assert_eq!(data["source"]["upstream"], "electrum");
    assert_eq!(data["source"]["block"], fixture.node.height().await.to_string());
    data
}

/// Returns status, txid, from, to, value and fee of each transaction.
fn rows(data: &Value) -> Vec<[Value; 6]> {
    let transactions = data["transactions"].as_array().expect("a list").iter();
    let row = |transaction: &Value| {
        let [status, txid, from, to] = ["status", "txid", "from", "to"].map(|field| transaction[field].clone());
        let [value, fee] = ["value", "fee"].map(|field| transaction[field]["amount"].clone());
        [status, txid, from, to, value, fee]
    };
    transactions.map(row).collect()
}

/// Pays from one wallet to another and checks both histories before and after the block.
async fn histories(fixture: &NodeFixture, address_type: &'static str) {
    let mut random = Random::new();
    let payer = Wallet::new(fixture, &mut random, address_type, KeyForm::Compressed).await;
    let recipient = Wallet::new(fixture, &mut random, address_type, KeyForm::Compressed).await;
    assert_eq!(info(&payer, "").await["balances"][0]["balance"]["amount"], "0");
    let funded = fixture.node.fund(&payer.address, fixture.ample()).await;
    fixture.node.mine(1, None).await;
    let amount = fixture.ample() / 3;
    let request = payer.plan(&recipient.address, amount, "normal").await;
    let fee = request["fee"].clone();
    let paid = payer.send(&payer.sign(request).await).await;
    let row = |status: &str| {
        let [txid, from, to] = [&paid, &payer.address, &recipient.address].map(|text| json!(text));
        [json!(status), txid, from, to, json!(amount.to_string()), fee.clone()]
    };

    for status in ["pending", "confirmed"] {
        for wallet in [&payer, &recipient] {
            let data = info(wallet, "").await;
            assert_eq!(rows(&data)[0], row(status));
            let owned: u64 = fixture
                .node
                .unspent(&wallet.address)
                .await
                .iter()
                .map(|coin| coin.value)
                .sum();
            assert_eq!(data["balances"][0]["balance"]["amount"], owned.to_string());
        }
        if status == "pending" {
            fixture.confirm(&paid).await;
        }
    }
    let data = info(&payer, "").await;
    let confirmed = data["transactions"][0].clone();
    let height = fixture.node.height().await.to_string();
    assert_eq!(confirmed["block"], height);
    assert_eq!(rows(&data).len(), 2, "{data}");

    let first = info(&payer, "&limit=1").await;
    let cursor = first["nextCursor"].as_str().expect("there is more");
    let rest = info(&payer, &format!("&limit=1&cursor={cursor}")).await;
    assert_eq!(rows(&first), rows(&data)[..1]);
    assert_eq!(rows(&rest), rows(&data)[1..]);
    assert_eq!(rest["transactions"][0]["txid"], funded);
    assert_eq!(rest["nextCursor"], Value::Null);
}

#[tokio::test]
async fn btc_through_electrumx_over_bcoin() {
    let Some(fixture) = NodeFixture::btc().await else {
        return;
    };
    let Some(fixture) = fixture.over_electrumx("Bitcoin").await else {
        return;
    };
    pay_everyone(&fixture, "p2wpkh", KeyForm::Compressed, &["p2pkh", "p2wsh"]).await;
    pay_everyone(&fixture, "p2pkh", KeyForm::Uncompressed, &["p2wpkh"]).await;
    histories(&fixture, "p2wpkh").await;
    rejections(&fixture).await;
}

#[tokio::test]
async fn ltc_through_electrumx_over_litecoind() {
    let Some(fixture) = NodeFixture::ltc("").await else {
        return;
    };
    let Some(fixture) = fixture.over_electrumx("Litecoin").await else {
        return;
    };
    pay_everyone(&fixture, "p2wpkh", KeyForm::Compressed, &["p2sh, version 58", "p2tr"]).await;
    pay_everyone(&fixture, "p2pkh", KeyForm::Uncompressed, &["p2wpkh"]).await;
    histories(&fixture, "p2wpkh").await;
    histories(&fixture, "p2pkh").await;
    rejections(&fixture).await;
}

#[tokio::test]
async fn bch_through_electrumx_over_bcash() {
    let Some(fixture) = NodeFixture::bch().await else {
        return;
    };
    let Some(fixture) = fixture.over_electrumx("BitcoinCash").await else {
        return;
    };
    pay_everyone(
        &fixture,
        "p2pkh",
        KeyForm::Compressed,
        &["p2pkh of 20 bytes", "p2sh of 20 bytes"],
    )
    .await;
    histories(&fixture, "p2pkh").await;
    rejections(&fixture).await;
}

#[tokio::test]
async fn doge_through_electrumx_over_a_node_with_its_rules() {
    let Some(fixture) = NodeFixture::doge().await else {
        return;
    };
    let Some(fixture) = fixture.over_electrumx("Bitcoin").await else {
        return;
    };
    pay_everyone(&fixture, "p2pkh", KeyForm::Compressed, &["p2pkh", "p2sh, version 196"]).await;
    histories(&fixture, "p2pkh").await;
    rejections(&fixture).await;
}
