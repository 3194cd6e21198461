//! Offers and pools.

use super::{ABOVE_MAXIMUM, Limits, MAXIMUM, coin};
use serde_json::{Value, json};

/// Returns prices just outside and just inside the range of a fraction of two 31-bit integers.
fn prices(field: &'static str) -> Vec<(&'static str, &'static str, Value, Value)> {
    [
        ("0", "0.0000001"),
        ("-1", "1"),
        ("0/1", "1/1"),
        ("1/0", "1/1"),
        ("2147483648", "2147483647"),
        ("2147483648/1", "2147483647/1"),
        ("1/2147483648", "1/2147483647"),
        ("0.0000000001", "0.000000001"),
        ("1e3", "1000"),
        ("1,5", "1.5"),
        (" 1", "1"),
        ("1/2/3", "1/2"),
    ]
    .map(|(wrong, right)| (field, "invalid_request", json!(wrong), json!(right)))
    .to_vec()
}

#[tokio::test]
async fn offers() {
    let it = Limits::new();
    for (kind, amount) in [("manageSellOffer", "amount"), ("manageBuyOffer", "buyAmount")] {
        let mut valid = json!({ "type": kind, "selling": coin(), "buying": it.usd(), "price": "1", "offerId": "0" });
        valid[amount] = json!("1");
        let mut limits = prices("price");
        limits.extend([
            (amount, "invalid_amount", json!("0"), json!("1")),
            (amount, "invalid_amount", json!(ABOVE_MAXIMUM), json!(MAXIMUM)),
            ("buying", "invalid_request", coin(), it.own()),
            ("offerId", "invalid_request", json!("-1"), json!("1")),
            ("offerId", "invalid_request", json!(ABOVE_MAXIMUM), json!(MAXIMUM)),
        ]);
        it.check(&valid, &limits).await;
        // 0 deletes an existing offer.
        let mut withdrawn = valid.clone();
        withdrawn[amount] = json!("0");
        withdrawn["offerId"] = json!("1");
        it.accepts(&withdrawn).await;
        withdrawn["offerId"] = Value::Null;
        it.rejects(&withdrawn, "invalid_amount", amount).await;
    }
}

#[tokio::test]
async fn create_passive_sell_offer() {
    let it = Limits::new();
    let valid = json!({ "type": "createPassiveSellOffer", "selling": it.usd(), "buying": coin(), "amount": "1",
        "price": "1" });
    let mut limits = prices("price");
    limits.extend([
        ("amount", "invalid_amount", json!("0"), json!("1")),
        ("amount", "invalid_amount", json!(ABOVE_MAXIMUM), json!(MAXIMUM)),
        ("buying", "invalid_request", it.usd(), it.own()),
    ]);
    it.check(&valid, &limits).await;
    let mut with_id = valid.clone();
    with_id["offerId"] = json!("0");
    it.rejects(&with_id, "invalid_request", "offerId").await;
}

#[tokio::test]
async fn liquidity_pool_deposit() {
    let it = Limits::new();
    let valid = json!({ "type": "liquidityPoolDeposit", "liquidityPoolId": "ab".repeat(32), "maxAmountA": "1",
        "maxAmountB": "1", "minPrice": "1/3", "maxPrice": "2147483647" });
    let mut limits = vec![
        ("maxAmountA", "invalid_amount", json!("0"), json!("1")),
        ("maxAmountA", "invalid_amount", json!(ABOVE_MAXIMUM), json!(MAXIMUM)),
        ("maxAmountB", "invalid_amount", json!("0"), json!("1")),
        ("maxAmountB", "invalid_amount", json!(ABOVE_MAXIMUM), json!(MAXIMUM)),
        (
            "liquidityPoolId",
            "invalid_request",
            json!("ab".repeat(31)),
            json!("AB".repeat(32)),
        ),
        (
            "maxPrice",
            "invalid_request",
            json!("333333333/1000000000"),
            json!("2/6"),
        ),
        ("maxPrice", "invalid_request", json!("2147483648"), json!("2147483647")),
    ];
    limits.extend(prices("minPrice"));
    it.check(&valid, &limits).await;
}

#[tokio::test]
async fn liquidity_pool_withdraw() {
    let it = Limits::new();
    let valid = json!({ "type": "liquidityPoolWithdraw", "liquidityPoolId": "ab".repeat(32), "amount": "1",
        "minAmountA": "0", "minAmountB": "0" });
    it.check(
        &valid,
        &[
            ("amount", "invalid_amount", json!("0"), json!("1")),
            ("amount", "invalid_amount", json!(ABOVE_MAXIMUM), json!(MAXIMUM)),
            ("minAmountA", "invalid_amount", json!("-1"), json!("0")),
            ("minAmountA", "invalid_amount", json!(ABOVE_MAXIMUM), json!(MAXIMUM)),
            ("minAmountB", "invalid_amount", json!("-1"), json!("0")),
            ("minAmountB", "invalid_amount", json!(ABOVE_MAXIMUM), json!(MAXIMUM)),
        ],
    )
    .await;
}
