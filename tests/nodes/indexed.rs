//! Payments with a real Electrum index server, ElectrumX, between the node and the API.

use crate::payment::{NETWORK, NodeFixture, Wallet, pay_everyone};
use crate::rejections::rejections;
use wallet_client::address_info_btc_like::{AddressInfoResponse, Transaction, address_info};
use wallet_client::blockchain_connector_btc_like::AddressType;
use wallet_client::signers::KeyForm;
use wallet_client::wire::{AddressInfoRequest, Status};
use wallet_core::model::ChainName;
use wallet_tests::support::random::Random;

/// Requests a page of address info of a wallet.
async fn page(wallet: &Wallet<'_>, limit: Option<u32>, cursor: Option<String>) -> AddressInfoResponse {
    let Wallet { fixture, address, .. } = wallet;
    let request = AddressInfoRequest::builder()
        .address(address.clone())
        .network(NETWORK)
        .maybe_limit(limit)
        .maybe_cursor(cursor)
        .build();
    let info = address_info(fixture.api().await, fixture.chain.name(), &request).await;
    let info = info.expect("address info");
    assert_eq!(info.source.upstream, "electrum");
    assert_eq!(info.source.block, fixture.node.height().await.to_string());
    info
}

/// Requests address info of a wallet.
async fn info(wallet: &Wallet<'_>) -> AddressInfoResponse {
    page(wallet, None, None).await
}

/// Status, txid, from, to, value and fee.
type Row<'a> = (&'a Status, &'a str, &'a str, &'a str, &'a str, &'a str);

fn row(transaction: &Transaction) -> Row<'_> {
    (
        &transaction.status,
        &transaction.txid,
        &transaction.from,
        &transaction.to,
        &transaction.value.amount,
        &transaction.fee.amount,
    )
}

/// Pays from a wallet to a second wallet and checks both histories before and after the block.
async fn histories(fixture: &NodeFixture, address_type: AddressType) {
    let mut random = Random::new();
    let payer = Wallet::new(fixture, &mut random, &address_type, KeyForm::Compressed).await;
    let recipient = Wallet::new(fixture, &mut random, &address_type, KeyForm::Compressed).await;
    assert_eq!(info(&payer).await.balances[0].balance.amount, "0");
    let funded = fixture.node.fund(&payer.address, fixture.ample()).await;
    fixture.node.mine(1, None).await;
    let amount = fixture.ample() / 3;
    let (prepared, paid) = payer.pay(&recipient.address, amount).await;
    fixture.send(&paid).await;
    let (amount, fee) = (amount.to_string(), prepared.review().fee.to_string());

    for status in [Status::Pending, Status::Confirmed] {
        for wallet in [&payer, &recipient] {
            let data = info(wallet).await;
            let expected = (
                &status,
                &*paid.txid,
                &*payer.address,
                &*recipient.address,
                &*amount,
                &*fee,
            );
            assert_eq!(row(&data.transactions[0]), expected);
            let owned: u64 = fixture
                .node
                .unspent(&wallet.address)
                .await
                .iter()
                .map(|coin| coin.value)
                .sum();
            assert_eq!(data.balances[0].balance.amount, owned.to_string());
        }
        if status == Status::Pending {
            fixture.confirm(&paid.txid).await;
        }
    }
    let data = info(&payer).await;
    assert_eq!(data.transactions[0].block, fixture.node.height().await.to_string());
    assert_eq!(data.transactions.len(), 2, "{data:?}");

    let first = page(&payer, Some(1), None).await;
    assert!(first.next_cursor.is_some(), "there is more");
    let rest = page(&payer, Some(1), first.next_cursor).await;
    assert_eq!(first.transactions, data.transactions[..1]);
    assert_eq!(rest.transactions, data.transactions[1..]);
    assert_eq!(rest.transactions[0].txid, funded);
    assert_eq!(rest.next_cursor, None);
}

#[tokio::test]
async fn btc_through_electrumx_over_bcoin() {
    let Some(fixture) = NodeFixture::btc().await else {
        return;
    };
    let Some(fixture) = fixture.over_electrumx("Bitcoin").await else {
        return;
    };
    pay_everyone(&fixture, AddressType::P2wpkh, KeyForm::Compressed, &["p2pkh", "p2wsh"]).await;
    pay_everyone(&fixture, AddressType::P2pkh, KeyForm::Uncompressed, &["p2wpkh"]).await;
    histories(&fixture, AddressType::P2wpkh).await;
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
    pay_everyone(
        &fixture,
        AddressType::P2wpkh,
        KeyForm::Compressed,
        &["p2sh, version 58", "p2tr"],
    )
    .await;
    pay_everyone(&fixture, AddressType::P2pkh, KeyForm::Uncompressed, &["p2wpkh"]).await;
    histories(&fixture, AddressType::P2wpkh).await;
    histories(&fixture, AddressType::P2pkh).await;
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
        AddressType::P2pkh,
        KeyForm::Compressed,
        &["p2pkh of 20 bytes", "p2sh of 20 bytes"],
    )
    .await;
    histories(&fixture, AddressType::P2pkh).await;
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
    pay_everyone(
        &fixture,
        AddressType::P2pkh,
        KeyForm::Compressed,
        &["p2pkh", "p2sh, version 196"],
    )
    .await;
    histories(&fixture, AddressType::P2pkh).await;
    rejections(&fixture).await;
}
