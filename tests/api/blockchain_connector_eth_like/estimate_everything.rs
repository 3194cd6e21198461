//! `POST /api/prepare-transaction/estimate/{chain}` with the amount `max`, and the L1 fee of a rollup.

use super::App;
use super::estimate::payment;
use super::fixture::{COIN, Fixture};
use super::wallet::{ADDRESS, RECIPIENT};
use crate::support::json_rpc::error;
use serde_json::{Value, json};

fn max_payment() -> Value {
    json!({ "address": ADDRESS, "to": RECIPIENT, "amount": "max" })
}

fn number(value: &Value) -> u128 {
    value.as_str().expect("a string").parse().expect("digits")
}

#[tokio::test]
async fn max_amount_is_the_balance_minus_each_fee() {
    let app = App::new().await;
    let response = app.post("prepare-transaction/estimate/eth", &max_payment()).await;
    let data = response.data();
    for mode in ["slow", "normal", "fast"] {
        assert_eq!(number(&data["amounts"][mode]) + number(&data["fees"][mode]), COIN);
    }
    assert!(data.get("l1Fee").is_none());
}

#[tokio::test]
async fn max_amount_is_zero_below_the_fee() {
    let app = App::new().await;
    app.fixture().balance = 283_500_000_000_001;
    let response = app.post("prepare-transaction/estimate/eth", &max_payment()).await;
    let expected = json!({ "slow": "1", "normal": "0", "fast": "0" });
    assert_eq!(response.data()["amounts"], expected);
    app.fixture().balance = 283_500_000_000_000;
    let response = app.post("prepare-transaction/estimate/eth", &max_payment()).await;
    response.assert_error(400, "insufficient_funds", None);
    assert_eq!(response.detail("required"), "283500000000001");
}

#[tokio::test]
async fn empty_address_has_insufficient_funds() {
    let app = App::new().await;
    app.fixture().balance = 0;
    app.fixture().gas = |_| error(-32000, "insufficient funds for transfer");
    let response = app.post("prepare-transaction/estimate/eth", &max_payment()).await;
    response.assert_error(400, "insufficient_funds", None);
    assert_eq!(
        (response.detail("available"), response.detail("required")),
        (&json!("0"), &json!("283500000000001"))
    );
}

#[tokio::test]
async fn l1_fee_includes_data_and_operator_fee() {
    let app = App::of(Fixture {
        l1_fee: 4_000_000,
        operator_fee: Some(1_000),
        ..Fixture::default()
    })
    .await;
    let response = app.post("prepare-transaction/estimate/op", &payment()).await;
    assert_eq!(response.data()["l1Fee"], "4001000");
    app.fixture().operator_fee = None;
    let response = app.post("prepare-transaction/estimate/op", &payment()).await;
    assert_eq!(response.data()["l1Fee"], "4000000");
    assert!(response.data().get("amounts").is_none());
    let required = COIN / 10 + 283_500_000_000_000 + 4_000_000;
    app.fixture().balance = required - 1;
    let response = app.post("prepare-transaction/estimate/op", &payment()).await;
    response.assert_error(400, "insufficient_funds", None);
    assert_eq!(response.detail("required"), &required.to_string());
}

#[tokio::test]
async fn max_amount_on_a_rollup_has_an_l1_fee_margin() {
    let app = App::of(Fixture {
        l1_fee: 4_000_000,
        ..Fixture::default()
    })
    .await;
    let response = app.post("prepare-transaction/estimate/op", &max_payment()).await;
    let data = response.data();
    for mode in ["slow", "normal", "fast"] {
        let total = number(&data["amounts"][mode]) + number(&data["fees"][mode]) + number(&data["l1Fee"]);
        assert_eq!(total, COIN);
    }
    assert_eq!(data["l1Fee"], "5000000");
}

#[tokio::test]
async fn max_amount_excludes_data() {
    let app = App::new().await;
    for (field, value) in [("data", json!("0x12345678")), ("to", Value::Null)] {
        let mut body = max_payment();
        body[field] = value;
        let response = app.post("prepare-transaction/estimate/eth", &body).await;
        response.assert_error(400, "invalid_request", Some("data"));
    }
    assert_eq!(app.requests(), []);
}
