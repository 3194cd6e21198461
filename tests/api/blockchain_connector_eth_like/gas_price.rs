//! GET /api/prepare-transaction/gas-price/{chain}

use super::App;
use super::estimate::payment;
use super::fixture::{Fixture, GWEI};
use super::wallet::ADDRESS;
use serde_json::{Value, json};

async fn price(chain: &str, fixture: Fixture) -> Value {
    let app = App::of(fixture).await;
    app.get(&format!("prepare-transaction/gas-price/{chain}"))
        .await
        .data()
        .clone()
}

#[tokio::test]
async fn prices_include_a_base_fee_margin_and_a_tip() {
    let expected = json!({
        "gasPrices": { "slow": "11000000000", "normal": "13250000000", "fast": "15500000000" },
        "maxFees": { "slow": "13500000000", "normal": "17000000000", "fast": "23000000000" },
        "baseFeePerGas": "10000000000",
        "priorityFees": { "slow": "1000000000", "normal": "2000000000", "fast": "3000000000" },
    });
    for chain in ["eth", "ftm", "avax", "bsc", "op", "base", "gno"] {
        assert_eq!(price(chain, Fixture::default()).await, expected, "{chain}");
    }
}

#[tokio::test]
async fn chain_without_base_fee_has_gas_prices_only() {
    let expected = json!({
        "gasPrices": { "slow": "11000000000", "normal": "12100000000", "fast": "13750000000" },
    });
    assert_eq!(price("etc", Fixture::default()).await, expected);
}

#[tokio::test]
async fn minimum_tip_of_the_chain_is_respected() {
    let response = price("matic", Fixture::default()).await;
    let tip = (25 * GWEI).to_string();
    assert_eq!(
        response["priorityFees"],
        json!({ "slow": tip, "normal": tip, "fast": tip })
    );
    assert_eq!(response["gasPrices"]["slow"], "35000000000");
    assert_eq!(response["maxFees"]["slow"], "37500000000");
}

#[tokio::test]
async fn configured_minimum_tip_is_respected() {
    let app = App::with_settings(&[("WALLET_CLOUD_TIP_FLOOR_MATIC", "30000000000")]).await;
    let response = app.get("prepare-transaction/gas-price/matic").await;
    assert_eq!(response.data()["priorityFees"]["slow"], "30000000000");
    let mut body = payment();
    body["address"] = ADDRESS.into();
    let response = app.post("prepare-transaction/estimate/matic", &body).await;
    assert_eq!(response.data()["priorityFees"]["slow"], "30000000000");
}

#[tokio::test]
async fn node_without_fee_history_has_a_gas_price() {
    let fixture = Fixture {
        base_fee: None,
        ..Fixture::default()
    };
    let response = price("eth", fixture).await;
    assert_eq!(response["gasPrices"]["slow"], "11000000000");
}
