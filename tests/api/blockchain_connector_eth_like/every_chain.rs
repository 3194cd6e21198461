//! An EVM chain is a row of the table: every row serves every endpoint. `.ci/release chain` adds a row in a copy of the sources.

use super::fixture::{App, all_params};
use super::wallet::{ADDRESS, RECIPIENT, example, public_key, sign};
use serde_json::{Value, json};
use wallet_core::model::ChainName;

#[tokio::test]
async fn every_row_of_the_table_serves_every_endpoint() {
    let app = App::new().await;
    for params in all_params() {
        let (chain, network) = (params.chain.name(), params.network.name());
        app.fixture().submit = None;
        serves(&app, chain, network).await;
        println!("{chain} {network} {}", params.chain_id());
    }
}

/// Makes a payment and calls the other endpoints of a chain.
async fn serves(app: &App, chain: &str, network: &str) {
    let on = |path: &str| format!("{path}/{chain}");
    let key = json!({ "publicKey": public_key(), "network": network });
    let response = app.post(&on("get-address"), &key).await;
    assert_eq!(response.data()["address"], ADDRESS);

    for path in [
        "prepare-transaction/nonce",
        "validate-address",
        "prepare-transaction/gas-price",
    ] {
        let query = format!("{}?address={ADDRESS}&network={network}", on(path));
        assert!(app.get(&query).await.data().is_object());
    }
    let payment = json!({
        "address": ADDRESS, "network": network, "to": RECIPIENT, "amount": "1", "data": "", "nonce": 7,
    });
    let response = app.post(&on("prepare-transaction/gas-limit"), &payment).await;
    // On chains without constant gas the margin is added.
    let gas = if chain == "arb" { "25200" } else { "21000" };
    assert_eq!(response.data()["gasLimit"], gas);
    let response = app.post(&on("prepare-transaction/estimate"), &payment).await;
    let estimate = response.data().clone();

    let mut body = example();
    body["network"] = network.into();
    body["gasLimit"] = estimate["gasLimit"].clone();
    body["nonce"] = estimate["nonce"].clone();
    body["gasPrice"] = estimate["gasPrices"]["normal"].clone();
    body["fee"] = estimate["fees"]["normal"].clone();
    let response = app.post(&on("transaction/get-hash"), &body).await;
    body["signature"] = sign(response.data()["hash"].as_str().expect("a string"));
    let response = app.post(&on("transaction/attach-signature"), &body).await;
    let signed = json!({ "txdata": response.data()["txdata"], "network": network });
    let response = app.post(&on("transaction/parse"), &signed).await;
    assert_eq!(response.data()["from"], ADDRESS);
    is_sent(app, &on("transaction/send"), &signed, &response.data()["txid"]).await;
    let query = format!("{}?txid={}&network={network}", on("transaction/status"), "0".repeat(64));
    app.get(&query).await.assert_error(404, "transaction_not_found", None);
}

/// Checks that the node of this chain and network receives the transaction and that of the other network
/// receives no request.
async fn is_sent(app: &App, path: &str, signed: &Value, txid: &Value) {
    app.fixture().submit = Some(Ok(txid.clone()));
    assert_eq!(app.post(path, signed).await.data()["txid"], *txid);
    let mut elsewhere = signed.clone();
    let other = if signed["network"] == "livenet" {
        "testnet"
    } else {
        "livenet"
    };
    elsewhere["network"] = other.into();
    app.post(path, &elsewhere)
        .await
        .assert_error(400, "invalid_transaction", Some("txdata"));
}
