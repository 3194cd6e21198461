//! The dust limits and minimum fees of the API equal the limits and fees of real nodes.

use crate::payment::{NETWORK, NodeFixture, Wallet, recipients};
use crate::rejections::response;
use bitcoin::consensus::deserialize;
use bitcoin::consensus::encode::serialize_hex;
use bitcoin::{Amount, Transaction};
use wallet_client::ErrorCode;
use wallet_client::blockchain_connector_btc_like::AddressType;
use wallet_client::blockchain_connector_btc_like::prepare_transaction::{PaymentRequest, size};
use wallet_client::payments::btc_like::Spend;
use wallet_client::signers::KeyForm;
use wallet_core::model::ChainName;
use wallet_tests::support::oracle::ValidAddress;
use wallet_tests::support::random::Random;

/// Recipient kinds with their dust limits.
type Dust = [(&'static str, u64)];

async fn limits(fixture: &NodeFixture, address_type: AddressType, dust: &Dust) {
    let mut random = Random::new();
    let wallet = Wallet::new(fixture, &mut random, &address_type, KeyForm::Compressed).await;
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
    let (fixture, chain) = (wallet.fixture, wallet.fixture.chain.name());
    let quote = wallet.quote(&recipient.address, Spend::Exact(limit)).await;
    let mut request = PaymentRequest::builder()
        .public_key(wallet.public_key())
        .network(NETWORK)
        .r#type(wallet.address_type.clone())
        .utxo(quote.estimate.utxo.clone())
        .to(recipient.address.clone())
        .amount(limit.to_string())
        .build();
    let found = size(fixture.api().await, chain, &request).await;
    // The relay minimum of the tested nodes is 1 base unit per vbyte.
    let signed = wallet.sign_with(&quote, limit, found.expect("a size").size).await;

    // Nodes validate amounts before signatures; this change invalidates the signatures.
    let error = fixture.rejection(&signed, with_one_unit_less(&signed.txdata)).await;
    let response = response(error);
    assert_eq!(
        (response.status, response.details["reason"].as_str()),
        (422, Some("dust")),
        "{} {response:?}",
        recipient.kind
    );

    request.amount = Some((limit - 1).to_string());
    let error = size(fixture.api().await, chain, &request).await;
    let error = error.expect_err("dust");
    assert!(error.is(ErrorCode::AmountBelowDust), "{} {error}", recipient.kind);
    let minimum = error.response().map(|response| &response.details["minimum"]);
    assert_eq!(
        minimum.and_then(|minimum| minimum.as_str()),
        Some(&*limit.to_string()),
        "{} {error}",
        recipient.kind
    );

    fixture.send(&signed).await;
    fixture.confirm(&signed.txid).await;
}

/// Lowers the recipient's output by 1 unit, which is added to the change, so that the fee is unchanged.
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
    limits(&fixture, AddressType::P2wpkh, &dust).await;
    limits(&fixture, AddressType::P2pkh, &dust).await;
}

#[tokio::test]
async fn dust_and_relay_minimum_of_btc_are_those_of_bitcoind() {
    let Some(fixture) = NodeFixture::btc_on_bitcoind("").await else {
        return;
    };
    let dust = [
        ("p2pkh", 546),
        ("p2sh, version 196", 540),
        ("p2wpkh", 294),
        ("p2wsh", 330),
        ("p2tr", 330),
    ];
    limits(&fixture, AddressType::P2wpkh, &dust).await;
    limits(&fixture, AddressType::P2pkh, &dust).await;
}

/// Bitcoin Core 29.1 lowered the relay minimum to 0.1 satoshi per vbyte. The node decides on the relay of such fees.
#[tokio::test]
async fn a_tenth_of_a_satoshi_per_vbyte_is_relayed_by_bitcoind_if_configured() {
    for (settings, expected) in [
        ("minrelaytxfee=0.000001\nblockmintxfee=0.000001", None),
        ("minrelaytxfee=0.00001", Some("fee_too_low")),
    ] {
        let Some(fixture) = NodeFixture::btc_on_bitcoind(settings).await else {
            return;
        };
        let fixture = fixture.with_default_minimum();
        let mut random = Random::new();
        let wallet = Wallet::new(&fixture, &mut random, &AddressType::P2wpkh, KeyForm::Compressed).await;
        fixture.node.fund(&wallet.address, fixture.ample()).await;
        fixture.node.mine(1, None).await;
        let amount = fixture.ample() / 4;
        let quote = wallet.quote(&wallet.address, Spend::Exact(amount)).await;
        let signed = wallet.sign_with(&quote, amount, quote.estimate.size.div_ceil(10)).await;
        match expected {
            None => {
                fixture.send(&signed).await;
                fixture.confirm(&signed.txid).await;
            }
            Some(reason) => {
                let response = response(fixture.rejection(&signed, signed.txdata.clone()).await);
                assert_eq!(
                    (response.status, response.details["reason"].as_str()),
                    (422, Some(reason)),
                    "{response:?}"
                );
            }
        }
    }
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
    limits(&fixture, AddressType::P2wpkh, &dust).await;
    limits(&fixture, AddressType::P2pkh, &dust).await;
}

#[tokio::test]
async fn dust_and_relay_minimum_of_bch_are_those_of_bcash() {
    let Some(fixture) = NodeFixture::bch().await else {
        return;
    };
    let dust = [("p2pkh of 20 bytes", 546), ("p2sh of 20 bytes", 540)];
    limits(&fixture, AddressType::P2pkh, &dust).await;
}
