//! POST /api/prepare-transaction/estimate/{chain} with `max` as the amount, and the fee of a rollup.

use super::App;
use super::estimate::payment;
use super::wallet::{ADDRESS, RECIPIENT};
use super::world::{COIN, World};
use crate::support::stub::json_rpc::error;
use serde_json::{Value, json};

fn everything() -> Value {
    json!({ "address": ADDRESS, "to": RECIPIENT, "amount": "max" })
}

fn number(value: &Value) -> u128 {
    value.as_str().expect("a string").parse().expect("digits")
}

#[tokio::test]
async fn everything_is_what_each_fee_leaves() {
    let app = App::new().await;
    let response = app.post("prepare-transaction/estimate/eth", &everything()).await;
    let data = response.data();
    for mode in ["slow", "normal", "fast"] {
        assert_eq!(number(&data["amounts"][mode]) + number(&data["fees"][mode]), COIN);
    }
    assert!(data.get("l1Fee").is_none());
}

#[tokio::test]
async fn a_fee_that_is_not_reached_leaves_nothing() {
    let app = App::new().await;
    app.world().balance = 283_500_000_000_001;
    let response = app.post("prepare-transaction/estimate/eth", &everything()).await;
    let expected = json!({ "slow": "1", "normal": "0", "fast": "0" });
    assert_eq!(response.data()["amounts"], expected);
    app.world().balance = 283_500_000_000_000;
    let response = app.post("prepare-transaction/estimate/eth", &everything()).await;
    response.assert_error(400, "insufficient_funds", None);
    assert_eq!(response.detail("required"), "283500000000001");
}

#[tokio::test]
async fn an_empty_address_has_nothing_to_send() {
    let app = App::new().await;
    app.world().balance = 0;
    app.world().gas = |_| error(-32000, "insufficient funds for transfer");
    let response = app.post("prepare-transaction/estimate/eth", &everything()).await;
    response.assert_error(400, "insufficient_funds", None);
    assert_eq!(
        (response.detail("available"), response.detail("required")),
        (&json!("0"), &json!("283500000000001"))
    );
}

#[tokio::test]
async fn a_rollup_charges_for_its_place_and_its_operator() {
    let app = App::of(World {
        l1_fee: 4_000_000,
        operator_fee: Some(1_000),
        ..World::default()
    })
    .await;
    let response = app.post("prepare-transaction/estimate/op", &payment()).await;
    assert_eq!(response.data()["l1Fee"], "4001000");
    app.world().operator_fee = None;
    let response = app.post("prepare-transaction/estimate/op", &payment()).await;
    assert_eq!(response.data()["l1Fee"], "4000000");
    assert!(response.data().get("amounts").is_none());
    let required = COIN / 10 + 283_500_000_000_000 + 4_000_000;
    app.world().balance = required - 1;
    let response = app.post("prepare-transaction/estimate/op", &payment()).await;
    response.assert_error(400, "insufficient_funds", None);
    assert_eq!(response.detail("required"), &required.to_string());
}

#[tokio::test]
async fn everything_on_a_rollup_leaves_room_for_its_fee_to_rise() {
    let app = App::of(World {
        l1_fee: 4_000_000,
        ..World::default()
    })
    .await;
    let response = app.post("prepare-transaction/estimate/op", &everything()).await;
    let data = response.data();
    for mode in ["slow", "normal", "fast"] {
        let total = number(&data["amounts"][mode]) + number(&data["fees"][mode]) + number(&data["l1Fee"]);
        assert_eq!(total, COIN);
    }
    assert_eq!(data["l1Fee"], "5000000");
}

#[tokio::test]
async fn everything_goes_with_no_data() {
    let app = App::new().await;
    for (field, value) in [("data", json!("0x12345678")), ("to", Value::Null)] {
        let mut body = everything();
        body[field] = value;
        let response = app.post("prepare-transaction/estimate/eth", &body).await;
        response.assert_error(400, "invalid_request", Some("data"));
    }
    assert_eq!(app.asked(), []);
}
