//! Rejections of real nodes, and repeated broadcasts, which must succeed.

use crate::payment::{NETWORK, NodeFixture, Wallet};
use bitcoin::consensus::deserialize;
use bitcoin::consensus::encode::serialize_hex;
use bitcoin::{ScriptBuf, Transaction, Witness};
use serde_json::json;
use wallet_tests::support::connector::TestResponse;
use wallet_tests::support::random::Random;
use wallet_tests::support::signer::KeyForm;

/// Returns the address types of a chain.
fn types(chain: &str) -> &'static [&'static str] {
    match chain {
        "btc" | "ltc" => &["p2wpkh", "p2pkh"],
        _ => &["p2pkh"],
    }
}

async fn try_send(fixture: &NodeFixture, txdata: &str) -> TestResponse {
    let body = json!({ "txdata": txdata, "network": NETWORK.name() });
    let path = format!("transaction/send/{}", fixture.chain);
    fixture.api().await.post(&path, &body).await
}

#[track_caller]
fn assert_rejected(response: &TestResponse, reasons: &[&str]) {
    let error = &response.body["error"];
    let reason = error["details"]["reason"].as_str().unwrap_or_default();
    assert!(
        response.status == 422 && error["code"] == "transaction_rejected" && reasons.contains(&reason),
        "expected 422 with one of {reasons:?}, got {response:?}"
    );
}

async fn funded<'fixture>(
    fixture: &'fixture NodeFixture,
    random: &mut Random,
    address_type: &'static str,
) -> Wallet<'fixture> {
    let wallet = Wallet::new(fixture, random, address_type, KeyForm::Compressed).await;
    fixture.node.fund(&wallet.address, fixture.ample()).await;
    fixture.node.mine(1, None).await;
    wallet
}

pub async fn rejections(fixture: &NodeFixture) {
    let mut random = Random::new();
    for &address_type in types(fixture.chain) {
        let recipient = Wallet::new(fixture, &mut random, address_type, KeyForm::Compressed).await;
        double_spends(&funded(fixture, &mut random, address_type).await, &recipient.address).await;
        forgeries(&funded(fixture, &mut random, address_type).await, &recipient.address).await;
        inconsistent_values(&funded(fixture, &mut random, address_type).await, &recipient.address).await;
        unknown_inputs(&funded(fixture, &mut random, address_type).await, &recipient.address).await;
        rewards_mature(fixture, &mut random, address_type).await;
    }
}

/// Checks that the same coins cannot be spent twice, but the same transaction can be sent repeatedly.
async fn double_spends(wallet: &Wallet<'_>, to: &str) {
    let fixture = wallet.fixture;
    let first = wallet.plan(to, fixture.ample() / 4, "normal").await;
    let mut second = first.clone();
    second["amount"] = json!((fixture.ample() / 5).to_string());
    let (first, second) = (wallet.sign(first).await, wallet.sign(second).await);
    let txid = wallet.send(&first).await;
    assert_eq!(wallet.send(&first).await, txid, "already pending");
    assert_rejected(&try_send(fixture, &second).await, &["conflict"]);
    fixture.confirm(&txid).await;
    assert_eq!(wallet.send(&first).await, txid, "already mined");
    assert_rejected(&try_send(fixture, &second).await, &["missing_inputs", "conflict"]);
}

/// Checks that a signature with one flipped bit is rejected. attach-signature accepts it.
async fn forgeries(wallet: &Wallet<'_>, to: &str) {
    let fixture = wallet.fixture;
    let request = wallet.plan(to, fixture.ample() / 4, "normal").await;
    let txdata = wallet.sign(request).await;
    let response = try_send(fixture, &forge(&txdata)).await;
    assert_rejected(&response, &["invalid_script"]);
    wallet.send(&txdata).await;
}

/// Flips a bit of r in the first signature.
fn forge(txdata: &str) -> String {
    // The offset is after the push and the DER header, within r, which has about 32 bytes.
    const WITHIN_R: usize = 20;
    let bytes = hex::decode(txdata).expect("hex");
    let mut transaction: Transaction = deserialize(&bytes).expect("a valid transaction");
    let input = &mut transaction.input[0];
    if input.witness.is_empty() {
        let mut script = input.script_sig.to_bytes();
        script[WITHIN_R] ^= 1;
        input.script_sig = ScriptBuf::from_bytes(script);
    } else {
        let mut items = input.witness.to_vec();
        items[0][WITHIN_R] ^= 1;
        input.witness = Witness::from_slice(&items);
    }
    serialize_hex(&transaction)
}

/// A legacy signature does not commit to the input values, so only the previous transactions determine the
/// fee.
async fn inconsistent_values(wallet: &Wallet<'_>, to: &str) {
    let fixture = wallet.fixture;
    let mut request = wallet.plan(to, fixture.ample() / 8, "normal").await;
    request["utxo"][0]["value"] = json!((fixture.ample() / 4).to_string());
    let response = try_send(fixture, &wallet.sign(request).await).await;
    let code = &response.body["error"]["code"];
    assert_eq!((response.status, code), (400, &json!("fee_too_high")), "{response:?}");
}

/// Checks that a correctly signed transaction with an unknown input is rejected.
async fn unknown_inputs(wallet: &Wallet<'_>, to: &str) {
    let mut request = wallet.plan(to, wallet.fixture.ample() / 4, "normal").await;
    request["utxo"][0]["txid"] = json!("5a".repeat(32));
    let response = try_send(wallet.fixture, &wallet.sign(request).await).await;
    assert_rejected(&response, &["missing_inputs"]);
}

/// Returns the number of confirmations after which a coinbase output may be spent.
fn maturity(chain: &str) -> u32 {
    if chain == "doge" { 240 } else { 100 }
}

/// Checks that an immature coinbase output is not listed.
async fn rewards_mature(fixture: &NodeFixture, random: &mut Random, address_type: &'static str) {
    let miner = Wallet::new(fixture, random, address_type, KeyForm::Compressed).await;
    fixture.node.mine(1, Some(&miner.address)).await;
    assert_eq!(miner.utxo().await, [], "immature");
    fixture.node.mine(maturity(fixture.chain), None).await;
    assert_eq!(miner.utxo().await.len(), 1, "ripe");
}

#[tokio::test]
async fn bcoin_rejects_invalid_btc_transactions() {
    let Some(fixture) = NodeFixture::btc().await else {
        return;
    };
    rejections(&fixture).await;
}

#[tokio::test]
async fn litecoind_rejects_invalid_ltc_transactions() {
    let Some(fixture) = NodeFixture::ltc("").await else {
        return;
    };
    rejections(&fixture).await;
}

#[tokio::test]
async fn bcash_rejects_invalid_bch_transactions() {
    let Some(fixture) = NodeFixture::bch().await else {
        return;
    };
    rejections(&fixture).await;
}

#[tokio::test]
async fn bcoin_rejects_invalid_doge_transactions() {
    let Some(fixture) = NodeFixture::doge().await else {
        return;
    };
    rejections(&fixture).await;
}

/// BIP 125: the API's transactions on btc and ltc are replaceable by ones with a higher fee; litecoind
/// replaces if configured.
#[tokio::test]
async fn litecoind_replaces_a_payment_by_one_with_a_higher_fee() {
    let Some(fixture) = NodeFixture::ltc("mempoolreplacement=1").await else {
        return;
    };
    let mut random = Random::new();
    let wallet = funded(&fixture, &mut random, "p2wpkh").await;
    let first = wallet.plan(&wallet.address, fixture.ample() / 4, "slow").await;
    let mut second = first.clone();
    second["fee"] = json!("50000");
    let first = wallet.send(&wallet.sign(first).await).await;
    let second = wallet.send(&wallet.sign(second).await).await;
    assert_ne!(first, second);
    assert_eq!(fixture.node.mempool().await, [second.as_str()]);
    fixture.confirm(&second).await;
}
