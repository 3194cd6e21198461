//! POST /api/prepare-transaction/estimate/{chain}

use super::App;
use super::fixture::{COIN, Fixture, GWEI, quantity};
use super::wallet::{ADDRESS, RECIPIENT, example};
use crate::support::json_rpc::{error, reverted};
use serde_json::{Value, json};
use wallet_tests::support::chains::evm_chains;

const PATH: &str = "prepare-transaction/estimate/eth";

/// Returns a payment of 0.1 coins.
pub fn payment() -> Value {
    json!({ "address": ADDRESS, "to": RECIPIENT, "amount": "100000000000000000" })
}

#[tokio::test]
async fn estimate_contains_nonce_gas_limit_prices_and_fees() {
    let app = App::new().await;
    let response = app.post(PATH, &payment()).await;
    let expected = json!({
        "nonce": 7,
        "gasLimit": "21000",
        "gasPrices": { "slow": "11000000000", "normal": "13250000000", "fast": "15500000000" },
        "maxFees": { "slow": "13500000000", "normal": "17000000000", "fast": "23000000000" },
        "baseFeePerGas": "10000000000",
        "priorityFees": { "slow": "1000000000", "normal": "2000000000", "fast": "3000000000" },
        "fees": { "slow": "231000000000000", "normal": "278250000000000", "fast": "325500000000000" },
        "maximumFees": { "slow": "283500000000000", "normal": "357000000000000", "fast": "483000000000000" },
    });
    assert_eq!(response.data(), &expected);
    let mut methods = app.methods();
    methods.sort();
    methods.dedup();
    let once = [
        "eth_estimateGas",
        "eth_feeHistory",
        "eth_gasPrice",
        "eth_getBalance",
        "eth_getCode",
        "eth_getTransactionCount",
        "eth_maxPriorityFeePerGas",
    ];
    assert_eq!(methods, once);
}

#[tokio::test]
async fn chain_without_base_fee_has_no_priority_fees() {
    let app = App::new().await;
    let response = app.post("prepare-transaction/estimate/etc", &payment()).await;
    let expected = json!({
        "nonce": 7,
        "gasLimit": "21000",
        "gasPrices": { "slow": "11000000000", "normal": "12100000000", "fast": "13750000000" },
        "fees": { "slow": "231000000000000", "normal": "254100000000000", "fast": "288750000000000" },
    });
    assert_eq!(response.data(), &expected);
}

#[tokio::test]
async fn get_hash_accepts_every_estimate() {
    let app = App::new().await;
    for chain in evm_chains() {
        let response = app
            .post(&format!("prepare-transaction/estimate/{chain}"), &payment())
            .await;
        let estimate = response.data();
        for mode in ["slow", "normal", "fast"] {
            let mut body = example();
            for (field, value) in [("gasLimit", &estimate["gasLimit"]), ("nonce", &estimate["nonce"])] {
                body[field] = value.clone();
            }
            body["fee"] = estimate["fees"][mode].clone();
            let mut legacy = body.clone();
            legacy["gasPrice"] = estimate["gasPrices"][mode].clone();
            let mut bodies = vec![legacy];
            if estimate["priorityFees"].is_object() {
                body["gasPrice"] = Value::Null;
                body["maxPriorityFeePerGas"] = estimate["priorityFees"][mode].clone();
                for (prices, fees) in [("gasPrices", "fees"), ("maxFees", "maximumFees")] {
                    body["maxFeePerGas"] = estimate[prices][mode].clone();
                    body["fee"] = estimate[fees][mode].clone();
                    bodies.push(body.clone());
                }
            }
            for body in bodies {
                let response = app.post(&format!("transaction/get-hash/{chain}"), &body).await;
                assert!(response.data()["hash"].is_string());
            }
        }
    }
}

#[tokio::test]
async fn call_is_simulated_with_its_sender() {
    let app = App::new().await;
    app.fixture().gas = |message| match message["data"].as_str().or(message["input"].as_str()) {
        Some("0x12345678") => Ok(json!("0xc350")),
        _ => reverted("0x"),
    };
    let mut body = payment();
    body["amount"] = "0".into();
    body["data"] = "0x12345678".into();
    let response = app.post(PATH, &body).await;
    assert_eq!(response.data()["gasLimit"], "60000");
    assert_eq!(response.data()["fees"]["slow"], "660000000000000");
    body["data"] = "0x87654321".into();
    let response = app.post(PATH, &body).await;
    response.assert_error(400, "execution_reverted", None);
    assert_eq!(response.detail("revertData"), "0x");
}

#[tokio::test]
async fn contract_creation_is_estimated() {
    let app = App::new().await;
    app.fixture().gas = |message| match message.get("to") {
        None | Some(Value::Null) => Ok(json!("0x186a0")),
        Some(_) => reverted("0x"),
    };
    let mut body = payment();
    body["to"] = Value::Null;
    body["amount"] = "0".into();
    body["data"] = "0x6001".into();
    assert_eq!(app.post(PATH, &body).await.data()["gasLimit"], "120000");
}

#[tokio::test]
async fn funds_must_cover_the_slow_fee() {
    let app = App::new().await;
    let required = COIN / 10 + 231_000_000_000_000;
    app.fixture().balance = required;
    let response = app.post(PATH, &payment()).await;
    assert_eq!(response.data()["fees"]["fast"], "325500000000000");
    app.fixture().balance = required - 1;
    let response = app.post(PATH, &payment()).await;
    response.assert_error(400, "insufficient_funds", None);
    assert_eq!(
        (response.detail("available"), response.detail("required")),
        (&json!((required - 1).to_string()), &json!(required.to_string()))
    );
}

#[tokio::test]
async fn simulation_without_funds_is_insufficient_funds() {
    let app = App::new().await;
    app.fixture().gas = |_| error(-32000, "insufficient funds for transfer");
    app.fixture().balance = 5;
    let response = app.post(PATH, &payment()).await;
    response.assert_error(400, "insufficient_funds", None);
    assert_eq!(
        (response.detail("available"), response.detail("required")),
        (&json!("5"), &json!((COIN / 10 + 231_000_000_000_000).to_string()))
    );
    // Contradictory upstream data is not an error of the sender.
    app.fixture().balance = COIN;
    app.post(PATH, &payment())
        .await
        .assert_error(502, "upstream_error", None);
}

#[tokio::test]
async fn replacement_of_a_pending_transaction_raises_prices_by_ten_percent() {
    let pending = json!({
        "hash": format!("0x{}", "11".repeat(32)),
        "from": ADDRESS,
        "nonce": "0x5",
        "blockNumber": null,
        "gasPrice": quantity(40 * GWEI),
        "maxFeePerGas": quantity(40 * GWEI),
        "maxPriorityFeePerGas": quantity(5 * GWEI + 1),
        "type": "0x2",
    });
    let app = App::of(Fixture {
        pending: Some(pending),
        ..Fixture::default()
    })
    .await;
    let mut body = payment();
    body["nonce"] = 5.into();
    let response = app.post(PATH, &body).await;
    let data = response.data();
    let (price, tip) = ("44000000000", "5500000002");
    assert_eq!(data["nonce"], 5);
    assert_eq!(
        data["gasPrices"],
        json!({ "slow": price, "normal": price, "fast": price })
    );
    assert_eq!(
        data["maxFees"],
        json!({ "slow": price, "normal": price, "fast": price })
    );
    assert_eq!(data["priorityFees"], json!({ "slow": tip, "normal": tip, "fast": tip }));
    // No transaction is pending with a different nonce.
    app.fixture().pending = None;
    body["nonce"] = 6.into();
    let response = app.post(PATH, &body).await;
    assert_eq!(
        (&response.data()["nonce"], &response.data()["gasPrices"]["slow"]),
        (&json!(6), &json!("11000000000"))
    );
}

/// A single node reports the pending transaction, and the price is not verified.
#[tokio::test]
async fn extreme_price_of_a_pending_transaction_is_a_warning() {
    for (price, warning) in [(50 * GWEI, json!(null)), (10_000 * GWEI, json!("fee_outlier"))] {
        let pending = json!({ "hash": format!("0x{}", "11".repeat(32)), "from": ADDRESS, "nonce": "0x5",
            "blockNumber": null, "gasPrice": quantity(price), "type": "0x0" });
        let app = App::of(Fixture {
            pending: Some(pending),
            ..Fixture::default()
        })
        .await;
        let mut body = payment();
        body["nonce"] = 5.into();
        let response = app.post(PATH, &body).await;
        assert_eq!(response.data()["warnings"][0]["code"], warning, "{price}");
    }
}

#[tokio::test]
async fn address_type_is_ignored() {
    let app = App::new().await;
    for value in [json!("p2wpkh"), json!("p2pkh"), json!(7), json!(null), json!({})] {
        let mut body = payment();
        body["type"] = value;
        assert_eq!(app.post(PATH, &body).await.data()["nonce"], 7);
    }
}
