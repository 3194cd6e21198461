//! POST /api/prepare-transaction/estimate/{chain}

use super::fixture::{App, estimate};
use super::wallet::{Wallet, listed, utxo_of};
use crate::support::client::TestResponse;
use crate::support::stub::Reply;
use bitcoin::Transaction;
use serde_json::{Value, json};

fn body(wallet: &Wallet, amount: impl Copy + ToString) -> Value {
    json!({
        "address": wallet.address(),
        "publicKey": wallet.public_key(),
        "network": wallet.network,
        "type": wallet.kind,
        "to": wallet.recipient(),
        "amount": amount.to_string(),
    })
}

/// Requests an estimate for a wallet with confirmed transactions, at fee rates of 2, 5 and 10 per vbyte.
async fn estimated(wallet: &Wallet, incomes: &[&Transaction], amount: impl Copy + ToString) -> TestResponse {
    let app = App::new().await;
    let rows: Vec<Value> = incomes.iter().flat_map(|income| listed(income, 6)).collect();
    app.fixture().utxo = Reply::ok(json!(rows).to_string());
    app.fixture().estimates.extend([
        ("24", estimate("0.00002")),
        ("6", estimate("0.00005")),
        ("2", estimate("0.0001")),
    ]);
    app.post(
        &format!("prepare-transaction/estimate/{}", wallet.chain),
        &body(wallet, amount),
    )
    .await
}

#[tokio::test]
async fn estimate_contains_inputs_size_and_fees() {
    let wallet = Wallet::btc();
    let income = wallet.income(&[100_000], 1);
    let response = estimated(&wallet, &[&income], 50_000).await;
    let expected = json!({
        "utxo": utxo_of(&income),
        "size": 144,
        "fees": { "normal": "720", "fast": "1440", "slow": "288" },
        "feeRates": { "normal": "5", "fast": "10", "slow": "2" },
    });
    assert_eq!(response.data(), &expected);
}

#[tokio::test]
async fn max_amount_is_the_balance_minus_each_fee() {
    let wallet = Wallet::btc();
    let income = wallet.income(&[100_000], 1);
    let response = estimated(&wallet, &[&income], "max").await;
    let expected = json!({
        "utxo": utxo_of(&income),
        "size": 113,
        "fees": { "normal": "565", "fast": "1130", "slow": "226" },
        "feeRates": { "normal": "5", "fast": "10", "slow": "2" },
        "amounts": { "normal": "99435", "fast": "98870", "slow": "99774" },
    });
    assert_eq!(response.data(), &expected);

    let app = App::new().await;
    for mode in ["slow", "normal", "fast"] {
        let mut payment = wallet.payment(&[&income], 0, 0);
        payment["amount"] = response.data()["amounts"][mode].clone();
        payment["fee"] = response.data()["fees"][mode].clone();
        let hashes = app.post("transaction/get-hash/btc", &payment).await;
        assert_eq!(hashes.data()["hashes"].as_array().map(Vec::len), Some(1));
    }
}

#[tokio::test]
async fn max_amount_must_exceed_slow_fee_and_dust() {
    let wallet = Wallet::btc();
    for (value, slow) in [(772, "546"), (1000, "774")] {
        let response = estimated(&wallet, &[&wallet.income(&[value], 1)], "max").await;
        let amounts = &response.data()["amounts"];
        assert_eq!(amounts, &json!({ "slow": slow, "normal": "0", "fast": "0" }));
    }
    let response = estimated(&wallet, &[&wallet.income(&[771], 1)], "max").await;
    response.assert_error(400, "insufficient_funds", None);
    assert_eq!(
        (response.detail("available"), response.detail("required")),
        (&json!("771"), &json!("772"))
    );
}

#[tokio::test]
async fn fees_above_the_funds_are_still_returned() {
    let wallet = Wallet::btc();
    // A single output, 113 vbytes: fees of 226 (slow), 565 (normal) and 1130 (fast); change of 156 would be dust.
    let income = wallet.income(&[50_300], 1);
    let response = estimated(&wallet, &[&income], 50_000).await;
    let expected = json!({ "normal": "565", "fast": "1130", "slow": "226" });
    assert_eq!(
        (&response.data()["size"], &response.data()["fees"]),
        (&json!(113), &expected)
    );
}

#[tokio::test]
async fn funds_below_the_slow_fee_are_insufficient() {
    let wallet = Wallet::btc();
    for (value, available) in [(50_200, "50200"), (20_000, "20000")] {
        let response = estimated(&wallet, &[&wallet.income(&[value], 1)], 50_000).await;
        response.assert_error(400, "insufficient_funds", None);
        assert_eq!(response.detail("available"), available);
        assert_eq!(response.detail("required"), "50226");
    }
    let response = estimated(&wallet, &[], 50_000).await;
    response.assert_error(400, "insufficient_funds", None);
    assert_eq!(response.detail("available"), "0");
}

#[tokio::test]
async fn confirmed_outputs_are_selected_before_pending_ones() {
    let app = App::new().await;
    let wallet = Wallet::btc();
    let (confirmed, pending) = (wallet.income(&[60_000], 1), wallet.income(&[90_000], 2));
    let rows = [listed(&pending, 0), listed(&confirmed, 1)].concat();
    app.fixture().utxo = Reply::ok(json!(rows).to_string());
    let response = app
        .post("prepare-transaction/estimate/btc", &body(&wallet, 50_000))
        .await;
    assert_eq!(response.data()["utxo"], json!(utxo_of(&confirmed)));
}

#[tokio::test]
async fn unspendable_outputs_are_not_selected() {
    let app = App::new().await;
    let wallet = Wallet::new("bch", "livenet", "p2pkh");
    let mut rows = listed(&wallet.income(&[90_000, 80_000, 60_000], 1), 50);
    rows[0]["coinbase"] = true.into();
    rows[1]["tokenData"] = json!({ "category": "00" });
    app.fixture().utxo = Reply::ok(json!(rows).to_string());
    let response = app
        .post("prepare-transaction/estimate/bch", &body(&wallet, 50_000))
        .await;
    let selected = response.data()["utxo"].as_array().expect("an array");
    assert_eq!((selected.len(), &selected[0]["value"]), (1, &json!("60000")));
}

#[tokio::test]
async fn bch_address_is_accepted_in_any_form() {
    let wallet = Wallet::new("bch", "livenet", "p2pkh");
    let cash = wallet.address();
    let legacy = Wallet::new("btc", "livenet", "p2pkh").address();
    for address in [cash.as_str(), cash.trim_start_matches("bitcoincash:"), legacy.as_str()] {
        let app = App::new().await;
        app.fixture().utxo = Reply::ok(json!(listed(&wallet.income(&[90_000], 1), 1)).to_string());
        let mut body = body(&wallet, 50_000);
        body["address"] = address.into();
        app.post("prepare-transaction/estimate/bch", &body).await.data();
    }
}

#[tokio::test]
async fn address_of_another_type_or_key_is_reported() {
    let app = App::new().await;
    let wallet = Wallet::btc();
    let mut request = body(&wallet, 50_000);
    request["address"] = Wallet::new("btc", "livenet", "p2pkh").address().into();
    let response = app.post("prepare-transaction/estimate/btc", &request).await;
    response.assert_error(400, "invalid_address", Some("address"));
    assert!(
        response.text.contains("of type p2pkh") && response.text.contains("of type p2wpkh"),
        "{}",
        response.text
    );
    request["address"] = "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3".into();
    let response = app.post("prepare-transaction/estimate/btc", &request).await;
    response.assert_error(400, "invalid_address", Some("address"));
    assert!(response.text.contains("of type p2wsh"), "{}", response.text);
    assert_eq!(app.requests(), []);
}
