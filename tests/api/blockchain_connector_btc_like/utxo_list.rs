//! GET /api/prepare-transaction/utxo-list/{chain}

use super::fixture::App;
use super::wallet::{Wallet, listed, utxo_of};
use crate::support::stub::Reply;
use serde_json::{Value, json};

async fn list(app: &App, wallet: &Wallet) -> Value {
    let path = format!(
        "prepare-transaction/utxo-list/{}?address={}&network={}",
        wallet.chain,
        wallet.address(),
        wallet.network
    );
    app.get(&path).await.data()["utxo"].clone()
}

#[tokio::test]
async fn outputs_have_exactly_the_fields_of_the_specification() {
    let app = App::new().await;
    let wallet = Wallet::btc();
    let (confirmed, waiting) = (wallet.income(&[5000, 6000], 1), wallet.income(&[7000], 2));
    let rows = [listed(&waiting, 0), listed(&confirmed, 3)].concat();
    app.fixture().utxo = Reply::ok(json!(rows).to_string());
    let expected = [utxo_of(&waiting), utxo_of(&confirmed)].concat();
    assert_eq!(list(&app, &wallet).await, json!(expected));
    assert_eq!(app.requests()[0].path, format!("/api/v2/utxo/{}", wallet.address()));
}

#[tokio::test]
async fn unused_address_has_an_empty_list() {
    let app = App::new().await;
    assert_eq!(list(&app, &Wallet::new("doge", "testnet", "p2pkh")).await, json!([]));
}

#[tokio::test]
async fn immature_coinbase_and_token_outputs_are_omitted() {
    let app = App::new().await;
    for (chain, confirmations, count) in [("btc", 99, 1), ("btc", 100, 2), ("doge", 100, 1), ("doge", 240, 2)] {
        let wallet = Wallet::new(chain, "livenet", "p2pkh");
        let mut rows = listed(&wallet.income(&[5000, 6000, 7000], 1), confirmations);
        rows[1]["coinbase"] = true.into();
        rows[2]["tokenData"] = json!({ "category": "00", "amount": "1" });
        app.fixture().utxo = Reply::ok(json!(rows).to_string());
        let list = list(&app, &wallet).await;
        let shown = list.as_array().map(Vec::len);
        assert_eq!(shown, Some(count), "{chain} at {confirmations}: {list}");
    }
}

#[tokio::test]
async fn bch_address_in_any_form_is_requested_with_prefix() {
    let app = App::new().await;
    for address in [
        "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
        "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
        "BITCOINCASH:QPM2QSZNHKS23Z7629MMS6S4CWEF74VCWVY22GDX6A",
        "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu",
    ] {
        let response = app
            .get(&format!("prepare-transaction/utxo-list/bch?address={address}"))
            .await;
        assert_eq!(response.data(), &json!({ "utxo": [] }));
    }
    let paths: Vec<_> = app.requests().into_iter().map(|request| request.path).collect();
    assert_eq!(
        paths,
        ["/api/v2/utxo/bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a"; 4]
    );
}
