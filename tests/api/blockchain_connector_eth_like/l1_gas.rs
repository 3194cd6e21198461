//! Arbitrum: the gas of a transaction includes the costs of the data on L1, and only the base fee is charged.

use super::App;
use super::estimate::payment;
use super::fixture::{COIN, GWEI};
use super::wallet::{ADDRESS, RECIPIENT, example};
use crate::support::json_rpc::reverted;
use serde_json::{Value, json};

const ESTIMATE: &str = "prepare-transaction/estimate/arb";
const GAS_LIMIT: &str = "prepare-transaction/gas-limit/arb";

/// Gas of transaction 0xa230fc4d of arb, of which 0x376c0 is for L1 (`tests/api/recorded/eth_like`).
const USED: u64 = 0x4_fe02;
/// The same and a fifth, rounded up.
const LIMIT: &str = "392604";

fn max_payment() -> Value {
    json!({ "address": ADDRESS, "to": RECIPIENT, "amount": "max" })
}

fn number(value: &Value) -> u128 {
    value.as_str().expect("a string").parse().expect("digits")
}

async fn app() -> App {
    let app = App::new().await;
    app.fixture().gas = |_| Ok(json!("0x4fe02"));
    app
}

#[tokio::test]
async fn gas_limit_of_a_payment_is_simulated_and_has_a_margin() {
    assert_eq!((USED + USED.div_ceil(5)).to_string(), LIMIT);
    let app = app().await;
    let mut known = payment();
    known["nonce"] = 7.into();
    known["data"] = "".into();
    let mut unknown = known.clone();
    unknown.as_object_mut().expect("an object").remove("address");
    for body in [known, unknown] {
        let response = app.post(GAS_LIMIT, &body).await;
        assert_eq!(response.data()["gasLimit"], LIMIT);
    }
    for body in [payment(), max_payment()] {
        let response = app.post(ESTIMATE, &body).await;
        assert_eq!(response.data()["gasLimit"], LIMIT);
        assert!(response.data().get("l1Fee").is_none(), "{}", response.text);
    }
}

/// The L1 price may rise from almost nothing.
#[tokio::test]
async fn payment_without_l1_gas_has_a_margin_too() {
    let app = App::new().await;
    let response = app.post(ESTIMATE, &max_payment()).await;
    assert_eq!(response.data()["gasLimit"], "25200");
}

#[tokio::test]
async fn maximum_amount_covers_the_l1_gas() {
    let app = app().await;
    let response = app.post(ESTIMATE, &max_payment()).await;
    let data = response.data();
    for mode in ["slow", "normal", "fast"] {
        let fee = number(&data["gasPrices"][mode]) * u128::from(USED + USED.div_ceil(5));
        assert_eq!(number(&data["fees"][mode]), fee);
        assert_eq!(number(&data["amounts"][mode]) + fee, COIN);
    }
}

/// The node of the fixture reports tips of 1, 2 and 3 gwei at a base fee of 10 gwei and a price of 11 gwei.
#[tokio::test]
async fn prices_have_no_tip() {
    let app = App::new().await;
    let response = app.get("prepare-transaction/gas-price/arb").await;
    let expected = json!({
        "gasPrices": { "slow": "10000000000", "normal": "11250000000", "fast": "12500000000" },
        "maxFees": { "slow": "12500000000", "normal": "15000000000", "fast": "20000000000" },
        "baseFeePerGas": (10 * GWEI).to_string(),
        "priorityFees": { "slow": "0", "normal": "0", "fast": "0" },
    });
    assert_eq!(response.data(), &expected);
}

#[tokio::test]
async fn token_call_that_cannot_be_simulated_has_gas_for_its_data() {
    let app = App::new().await;
    app.fixture().gas = |_| reverted("0x");
    for (function, gas) in [("transfer", "650000"), ("approve", "600000")] {
        let path = format!("prepare-transaction/erc20-{function}-data?to={ADDRESS}&amount=5");
        let data = app.get(&path).await.data()["data"].clone();
        let body = json!({ "to": RECIPIENT, "amount": "0", "data": data, "nonce": 7 });
        let response = app.post(GAS_LIMIT, &body).await;
        assert_eq!(response.data(), &json!({ "gasLimit": gas, "exact": false }));
    }
}

#[tokio::test]
async fn gas_limits_above_the_usual_bound_are_accepted() {
    let app = App::new().await;
    let with = |gas: u64| {
        let mut body = example();
        body["gasLimit"] = gas.to_string().into();
        body["gasPrice"] = "20000000".into();
        body["fee"] = (gas * 20_000_000).to_string().into();
        body
    };
    for gas in [30_000_001, 2_000_000_000] {
        let response = app.post("transaction/get-hash/arb", &with(gas)).await;
        assert!(response.data()["hash"].is_string());
    }
    let response = app.post("transaction/get-hash/arb", &with(2_000_000_001)).await;
    response.assert_error(400, "invalid_request", Some("gasLimit"));
    assert_eq!(response.detail("maximum"), "2000000000");
    app.fixture().gas = |_| Ok(json!("0x77359401"));
    let response = app.post(ESTIMATE, &payment()).await;
    response.assert_error(400, "invalid_request", None);
    assert_eq!(response.detail("used"), "2000000001");
}
