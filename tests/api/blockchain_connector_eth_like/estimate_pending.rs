//! `POST /api/prepare-transaction/estimate/{chain}` of a sender with pending transactions.

use super::App;
use super::estimate::payment;
use super::fixture::{COIN, Fixture, GWEI, quantity};
use super::wallet::{ADDRESS, RECIPIENT};
use crate::support::json_rpc::missing;
use serde_json::{Value, json};

const PATH: &str = "prepare-transaction/estimate/eth";

/// Value and maximum fee of the pending transaction: 0.6 coins, and 21,000 gas at 20 gwei.
const PENDING_VALUE: u128 = COIN / 10 * 6;
const PENDING_FEE: u128 = 21_000 * 20 * GWEI as u128;

fn pending() -> Value {
    json!({
        "hash": format!("0x{}", "11".repeat(32)), "from": ADDRESS, "nonce": "0x6", "blockNumber": null,
        "to": RECIPIENT, "value": format!("{PENDING_VALUE:#x}"), "gas": "0x5208", "gasPrice": quantity(20 * GWEI),
        "maxFeePerGas": quantity(20 * GWEI), "maxPriorityFeePerGas": quantity(GWEI), "input": "0x", "type": "0x2",
    })
}

/// Returns a service for a sender with 1 coin, of which 0.6 are pending.
pub async fn app() -> App {
    App::of(Fixture {
        confirmed: Some(6),
        pool: Ok(json!({ "pending": { "6": pending() }, "queued": {} })),
        ..Fixture::default()
    })
    .await
}

pub fn max_payment() -> Value {
    json!({ "address": ADDRESS, "to": RECIPIENT, "amount": "max" })
}

fn number(value: &Value) -> u128 {
    value.as_str().expect("a string").parse().expect("digits")
}

#[tokio::test]
async fn max_is_the_balance_without_pending_transactions() {
    let app = app().await;
    let response = app.post(PATH, &max_payment()).await;
    let data = response.data();
    assert_eq!(data["nonce"], 7);
    for mode in ["slow", "normal", "fast"] {
        let spent = number(&data["amounts"][mode]) + number(&data["fees"][mode]);
        assert_eq!(spent + PENDING_VALUE + PENDING_FEE, COIN, "{mode}");
    }
}

#[tokio::test]
async fn amount_that_pending_transactions_take_is_insufficient_funds() {
    let app = app().await;
    let mut body = payment();
    body["amount"] = (COIN / 2).to_string().into();
    let response = app.post(PATH, &body).await;
    response.assert_error(400, "insufficient_funds", None);
    assert_eq!(
        response.detail("available"),
        &json!((COIN - PENDING_VALUE - PENDING_FEE).to_string())
    );
    body["amount"] = (COIN / 10 * 3).to_string().into();
    assert_eq!(app.post(PATH, &body).await.data()["nonce"], 7);
}

#[tokio::test]
async fn replacement_releases_the_funds_of_the_replaced_transaction() {
    let app = app().await;
    let mut body = max_payment();
    body["nonce"] = 6.into();
    let response = app.post(PATH, &body).await;
    let data = response.data();
    assert_eq!(number(&data["amounts"]["slow"]) + number(&data["fees"]["slow"]), COIN);
    // 10 % above the price of the pending transaction.
    assert_eq!(data["gasPrices"]["slow"], (22 * GWEI).to_string());
}

#[tokio::test]
async fn max_with_unlisted_pending_transactions_is_a_retriable_conflict() {
    let app = app().await;
    app.fixture().pool = missing("txpool_contentFrom");
    for _ in 0..20 {
        let response = app.post(PATH, &max_payment()).await;
        response.assert_error(409, "pending_transactions", None);
        // A fixed amount is estimated as before.
        assert_eq!(app.post(PATH, &payment()).await.data()["nonce"], 7);
    }
    // The replaced transaction need not be listed.
    let mut body = max_payment();
    body["nonce"] = 6.into();
    assert!(app.post(PATH, &body).await.data()["amounts"].is_object());
    app.fixture().confirmed = None;
    assert!(app.post(PATH, &max_payment()).await.data()["amounts"].is_object());
}

/// A pending transaction on a rollup pays L1 fee and operator fee as well, with the same margin as the new transaction.
#[tokio::test]
async fn max_on_a_rollup_leaves_the_l1_fees_of_pending_transactions() {
    let app = app().await;
    app.fixture().l1_fee = 400;
    app.fixture().operator_fee = Some(0);
    for chain in ["op", "base"] {
        let path = format!("prepare-transaction/estimate/{chain}");
        let response = app.post(&path, &max_payment()).await;
        let data = response.data();
        assert_eq!(data["l1Fee"], "500", "{chain}");
        let spent = number(&data["amounts"]["slow"]) + number(&data["fees"]["slow"]) + 500;
        assert_eq!(spent + PENDING_VALUE + PENDING_FEE + 500, COIN, "{chain}");
    }
}
