//! Rejections of real nodes, and repeated broadcasts, which must succeed.

use crate::payment::{NodeFixture, Wallet};
use bitcoin::consensus::deserialize;
use bitcoin::consensus::encode::serialize_hex;
use bitcoin::{ScriptBuf, Transaction, Witness};
use wallet_client::blockchain_connector_btc_like::AddressType;
use wallet_client::payments::btc_like::{Chain, Spend};
use wallet_client::payments::{PaymentError, Signed};
use wallet_client::signers::KeyForm;
use wallet_client::wire::FeeMode;
use wallet_client::{CallError, ErrorCode, ErrorResponse};
use wallet_tests::support::random::Random;

/// Returns the address types of a chain.
fn types(chain: Chain) -> &'static [AddressType] {
    match chain {
        Chain::Btc | Chain::Ltc => &[AddressType::P2wpkh, AddressType::P2pkh],
        Chain::Bch | Chain::Doge => &[AddressType::P2pkh],
    }
}

/// Returns the error response of a call.
#[track_caller]
pub fn response(error: PaymentError) -> ErrorResponse {
    match error {
        PaymentError::Call(CallError::Response(response)) => *response,
        error => panic!("not an error response: {error:?}"),
    }
}

#[track_caller]
fn assert_rejected(error: PaymentError, reasons: &[&str]) {
    let response = response(error);
    let reason = response.details["reason"].as_str().unwrap_or_default();
    assert!(
        response.status == 422 && response.code == ErrorCode::TransactionRejected && reasons.contains(&reason),
        "expected 422 with one of {reasons:?}, got {response:?}"
    );
}

/// Submits a transaction that must not be accepted.
async fn rejection(fixture: &NodeFixture, signed: &Signed) -> PaymentError {
    fixture.rejection(signed, signed.txdata.clone()).await
}

async fn funded<'fixture>(
    fixture: &'fixture NodeFixture,
    random: &mut Random,
    address_type: &AddressType,
) -> Wallet<'fixture> {
    let wallet = Wallet::new(fixture, random, address_type, KeyForm::Compressed).await;
    fixture.node.fund(&wallet.address, fixture.ample()).await;
    fixture.node.mine(1, None).await;
    wallet
}

pub async fn rejections(fixture: &NodeFixture) {
    let mut random = Random::new();
    for address_type in types(fixture.chain) {
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
    let quote = wallet.quote(to, Spend::Exact(fixture.ample() / 4)).await;
    let (prepared, first) = wallet.sign(&quote, FeeMode::Normal).await;
    let second = wallet
        .sign_with(&quote, fixture.ample() / 5, prepared.review().fee)
        .await;
    fixture.send(&first).await;
    // Already pending.
    fixture.send(&first).await;
    assert_rejected(rejection(fixture, &second).await, &["conflict"]);
    fixture.confirm(&first.txid).await;
    // Already mined.
    fixture.send(&first).await;
    assert_rejected(rejection(fixture, &second).await, &["missing_inputs", "conflict"]);
}

/// Checks that a signature with a flipped bit is rejected. attach-signature accepts it.
async fn forgeries(wallet: &Wallet<'_>, to: &str) {
    let fixture = wallet.fixture;
    let (_, signed) = wallet.pay(to, fixture.ample() / 4).await;
    let error = fixture.rejection(&signed, forge(&signed.txdata, 0)).await;
    assert_rejected(error, &["invalid_script"]);
    fixture.send(&signed).await;
}

/// Flips a bit of r in the signature of an input.
pub fn forge(txdata: &str, index: usize) -> String {
    // The offset is after the push and the DER header, within r, which has about 32 bytes.
    const WITHIN_R: usize = 20;
    let bytes = hex::decode(txdata).expect("hex");
    let mut transaction: Transaction = deserialize(&bytes).expect("a valid transaction");
    let input = &mut transaction.input[index];
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
    let mut quote = wallet.quote(to, Spend::Exact(fixture.ample() / 8)).await;
    quote.estimate.utxo[0].value = (fixture.ample() / 4).to_string();
    let (_, signed) = wallet.sign(&quote, FeeMode::Normal).await;
    let response = response(rejection(fixture, &signed).await);
    assert_eq!(
        (response.status, response.code.name()),
        (400, "fee_too_high"),
        "{response:?}"
    );
}

/// Checks that a correctly signed transaction with an unknown input is rejected.
async fn unknown_inputs(wallet: &Wallet<'_>, to: &str) {
    let fixture = wallet.fixture;
    let mut quote = wallet.quote(to, Spend::Exact(fixture.ample() / 4)).await;
    quote.estimate.utxo[0].txid = "5a".repeat(32);
    let (_, signed) = wallet.sign(&quote, FeeMode::Normal).await;
    assert_rejected(rejection(fixture, &signed).await, &["missing_inputs"]);
}

/// Returns the number of confirmations after which a coinbase output may be spent.
fn maturity(chain: Chain) -> u32 {
    if chain == Chain::Doge { 240 } else { 100 }
}

/// Checks that an immature coinbase output is not listed.
async fn rewards_mature(fixture: &NodeFixture, random: &mut Random, address_type: &AddressType) {
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
async fn bitcoind_rejects_invalid_btc_transactions() {
    let Some(fixture) = NodeFixture::btc_on_bitcoind("").await else {
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
    let wallet = funded(&fixture, &mut random, &AddressType::P2wpkh).await;
    let amount = fixture.ample() / 4;
    let quote = wallet.quote(&wallet.address, Spend::Exact(amount)).await;
    let (_, first) = wallet.sign(&quote, FeeMode::Slow).await;
    let second = wallet.sign_with(&quote, amount, 50_000).await;
    fixture.send(&first).await;
    fixture.send(&second).await;
    assert_ne!(first.txid, second.txid);
    assert_eq!(fixture.node.mempool().await, [second.txid.as_str()]);
    fixture.confirm(&second.txid).await;
}
