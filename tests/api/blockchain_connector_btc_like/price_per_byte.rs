//! GET /api/prepare-transaction/price-per-byte/{chain}

use super::fixture::{App, estimate};
use serde_json::json;

#[tokio::test]
async fn prices_are_integers_per_vbyte_rounded_up() {
    let app = App::new().await;
    app.fixture().estimates.extend([
        ("24", estimate("0.00002000")),
        ("6", estimate("0.00002001")),
        ("2", estimate("0.00012345")),
    ]);
    let response = app.get("prepare-transaction/price-per-byte/btc").await;
    let prices = json!({
        "bytePrices": { "normal": "3", "fast": "13", "slow": "2" },
        "feeRates": { "normal": "2.001", "fast": "12.345", "slow": "2" },
    });
    assert_eq!(response.data(), &prices);
    let response = app.get("prepare-transaction/price-per-byte/btc/?network=testnet").await;
    assert_eq!(response.data(), &prices);
}

#[tokio::test]
async fn floor_applies_without_estimates_and_order_is_preserved() {
    let app = App::with_settings(&[("WALLET_CLOUD_PRICE_FLOOR_LTC", "4")]).await;
    for (chain, floor, rate) in [
        ("btc", "1", "0.1"),
        ("ltc", "4", "4"),
        ("bch", "1", "1"),
        ("doge", "1000", "1000"),
    ] {
        let response = app.get(&format!("prepare-transaction/price-per-byte/{chain}")).await;
        let prices = json!({
            "bytePrices": { "normal": floor, "fast": floor, "slow": floor },
            "feeRates": { "normal": rate, "fast": rate, "slow": rate },
        });
        assert_eq!(response.data(), &prices, "{chain}");
    }
    // The slow estimate exceeds the faster estimates. A new service is needed because the responses above are cached.
    let app = App::with_settings(&[("WALLET_CLOUD_PRICE_FLOOR_LTC", "4")]).await;
    app.fixture().estimates.insert("24", estimate("0.00009000"));
    let response = app.get("prepare-transaction/price-per-byte/ltc").await;
    let nine = json!({ "normal": "9", "fast": "9", "slow": "9" });
    let prices = json!({ "bytePrices": nine, "feeRates": nine });
    assert_eq!(response.data(), &prices);
}
