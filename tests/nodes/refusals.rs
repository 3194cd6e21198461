//! What a real node refuses, and what must never be refused: sending the same bytes again.

use crate::journey::{NETWORK, Road, Wallet};
use bitcoin::consensus::deserialize;
use bitcoin::consensus::encode::serialize_hex;
use bitcoin::{ScriptBuf, Transaction, Witness};
use serde_json::json;
use wallet_tests::support::connector::Answer;
use wallet_tests::support::random::Random;
use wallet_tests::support::signer::KeyForm;

/// The address types of a chain.
fn types(chain: &str) -> &'static [&'static str] {
    match chain {
        "btc" | "ltc" => &["p2wpkh", "p2pkh"],
        _ => &["p2pkh"],
    }
}

async fn try_send(road: &Road, txdata: &str) -> Answer {
    let body = json!({ "txdata": txdata, "network": NETWORK.name() });
    let path = format!("transaction/send/{}", road.chain);
    road.api().await.post(&path, &body).await
}

#[track_caller]
fn assert_rejected(answer: &Answer, reasons: &[&str]) {
    let error = &answer.body["error"];
    let reason = error["details"]["reason"].as_str().unwrap_or_default();
    assert!(
        answer.status == 422 && error["code"] == "transaction_rejected" && reasons.contains(&reason),
        "wanted 422 with one of {reasons:?}, not {answer:?}"
    );
}

async fn funded<'road>(road: &'road Road, random: &mut Random, address_type: &'static str) -> Wallet<'road> {
    let wallet = Wallet::new(road, random, address_type, KeyForm::Compressed).await;
    road.node.fund(&wallet.address, road.ample()).await;
    road.node.mine(1, None).await;
    wallet
}

pub async fn refusals(road: &Road) {
    let mut random = Random::new();
    for &address_type in types(road.chain) {
        let stranger = Wallet::new(road, &mut random, address_type, KeyForm::Compressed).await;
        double_spends(&funded(road, &mut random, address_type).await, &stranger.address).await;
        forgeries(&funded(road, &mut random, address_type).await, &stranger.address).await;
        lies_about_values(&funded(road, &mut random, address_type).await, &stranger.address).await;
        inputs_out_of_nowhere(&funded(road, &mut random, address_type).await, &stranger.address).await;
        rewards_ripen(road, &mut random, address_type).await;
    }
}

/// The same coins cannot be spent twice, but the same bytes can be sent as often as one likes.
async fn double_spends(wallet: &Wallet<'_>, to: &str) {
    let road = wallet.road;
    let first = wallet.plan(to, road.ample() / 4, "normal").await;
    let mut second = first.clone();
    second["amount"] = json!((road.ample() / 5).to_string());
    let (first, second) = (wallet.sign(first).await, wallet.sign(second).await);
    let txid = wallet.send(&first).await;
    assert_eq!(wallet.send(&first).await, txid, "waiting already");
    assert_rejected(&try_send(road, &second).await, &["conflict"]);
    road.confirm(&txid).await;
    assert_eq!(wallet.send(&first).await, txid, "mined already");
    assert_rejected(&try_send(road, &second).await, &["missing_inputs", "conflict"]);
}

/// One changed bit of a signature, past everything that attach-signature checks.
async fn forgeries(wallet: &Wallet<'_>, to: &str) {
    let road = wallet.road;
    let request = wallet.plan(to, road.ample() / 4, "normal").await;
    let txdata = wallet.sign(request).await;
    let answer = try_send(road, &forge(&txdata)).await;
    assert_rejected(&answer, &["invalid_script"]);
    wallet.send(&txdata).await;
}

/// Changes a bit of r in the first signature.
fn forge(txdata: &str) -> String {
    // Behind the push and the DER header; r is some 32 bytes long.
    const WITHIN_R: usize = 20;
    let bytes = hex::decode(txdata).expect("hex");
    let mut transaction: Transaction = deserialize(&bytes).expect("our own transaction");
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

/// A legacy signature does not commit to the values of its inputs, so only their transactions tell the real fee.
async fn lies_about_values(wallet: &Wallet<'_>, to: &str) {
    let road = wallet.road;
    let mut request = wallet.plan(to, road.ample() / 8, "normal").await;
    request["utxo"][0]["value"] = json!((road.ample() / 4).to_string());
    let answer = try_send(road, &wallet.sign(request).await).await;
    let code = &answer.body["error"]["code"];
    assert_eq!((answer.status, code), (400, &json!("fee_too_high")), "{answer:?}");
}

/// A well-signed transaction whose input nobody knows.
async fn inputs_out_of_nowhere(wallet: &Wallet<'_>, to: &str) {
    let mut request = wallet.plan(to, wallet.road.ample() / 4, "normal").await;
    request["utxo"][0]["txid"] = json!("5a".repeat(32));
    let answer = try_send(wallet.road, &wallet.sign(request).await).await;
    assert_rejected(&answer, &["missing_inputs"]);
}

/// Blocks that must follow a reward.
fn maturity(chain: &str) -> u32 {
    if chain == "doge" { 240 } else { 100 }
}

/// A block's reward is left out until it may be spent.
async fn rewards_ripen(road: &Road, random: &mut Random, address_type: &'static str) {
    let miner = Wallet::new(road, random, address_type, KeyForm::Compressed).await;
    road.node.mine(1, Some(&miner.address)).await;
    assert_eq!(miner.utxo().await, [], "too young");
    road.node.mine(maturity(road.chain), None).await;
    assert_eq!(miner.utxo().await.len(), 1, "ripe");
}

#[tokio::test]
async fn bcoin_refuses_what_btc_refuses() {
    let Some(road) = Road::btc().await else { return };
    refusals(&road).await;
}

#[tokio::test]
async fn litecoind_refuses_what_ltc_refuses() {
    let Some(road) = Road::ltc("").await else { return };
    refusals(&road).await;
}

#[tokio::test]
async fn bcash_refuses_what_bch_refuses() {
    let Some(road) = Road::bch().await else { return };
    refusals(&road).await;
}

#[tokio::test]
async fn a_node_refuses_what_doge_refuses() {
    let Some(road) = Road::doge().await else { return };
    refusals(&road).await;
}

/// BIP 125: our transactions on btc and ltc may be replaced by ones that pay more; litecoind does it when it is told to.
#[tokio::test]
async fn litecoind_replaces_a_payment_by_one_that_pays_more() {
    let Some(road) = Road::ltc("mempoolreplacement=1").await else {
        return;
    };
    let mut random = Random::new();
    let wallet = funded(&road, &mut random, "p2wpkh").await;
    let first = wallet.plan(&wallet.address, road.ample() / 4, "slow").await;
    let mut second = first.clone();
    second["fee"] = json!("50000");
    let first = wallet.send(&wallet.sign(first).await).await;
    let second = wallet.send(&wallet.sign(second).await).await;
    assert_ne!(first, second);
    assert_eq!(road.node.mempool().await, [second.as_str()]);
    road.confirm(&second).await;
}
