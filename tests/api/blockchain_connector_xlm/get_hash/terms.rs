//! Fee, memo and time bounds, which are common to all get-hash requests.

use super::super::App;
use super::super::fixture::NOW;
use serde_json::{Value, json};

fn body(app: &App, field: &str, value: Value) -> Value {
    let mut body = json!({ "publicKey": app.alice.public_key(), "network": "testnet", "to": app.bob.address(),
        "amount": "1", "fee": "100" });
    body[field] = value;
    body
}

#[tokio::test]
async fn transaction_is_valid_for_ten_minutes_or_the_requested_time() {
    let app = App::new();
    for (timeout, until) in [
        (Value::Null, NOW + 600),
        (json!(30), NOW + 30),
        (json!(86_400), NOW + 86_400),
    ] {
        let body = body(&app, "timeout", timeout);
        let response = app.post("transaction/get-hash/xlm/transfer", &body).await;
        let parsed = app.parsed(&response.data()["unsignedMessage"]).await;
        assert_eq!(
            (&parsed["validFrom"], &parsed["validUntil"]),
            (&json!(0), &json!(until))
        );
    }
}

#[tokio::test]
async fn fee_has_a_minimum_and_a_maximum() {
    let app = App::new();
    for (fee, code, detail, bound) in [
        ("99", "fee_too_low", "minimum", "100"),
        ("0", "fee_too_low", "minimum", "100"),
        ("4294967296", "fee_too_high", "maximum", "4294967295"),
        ("99999999999999999999", "fee_too_high", "maximum", "4294967295"),
    ] {
        let body = body(&app, "fee", json!(fee));
        let response = app.post("transaction/get-hash/xlm/transfer", &body).await;
        response.assert_error(400, code, Some("fee"));
        assert_eq!(response.detail(detail), bound);
    }
    for fee in ["100", "4294967295"] {
        let body = body(&app, "fee", json!(fee));
        let response = app.post("transaction/get-hash/xlm/transfer", &body).await;
        let parsed = app.parsed(&response.data()["unsignedMessage"]).await;
        assert_eq!(parsed["fee"], fee);
    }
}

#[tokio::test]
async fn memos_of_every_type_round_trip() {
    let app = App::new();
    let hash = "ab".repeat(32);
    for (memo, memo_type) in [
        ("ü".repeat(14).as_str(), "text"),
        ("18446744073709551615", "id"),
        (hash.as_str(), "hash"),
        (hash.as_str(), "return"),
    ] {
        let mut body = body(&app, "memo", json!(memo));
        body["memoType"] = memo_type.into();
        let response = app.post("transaction/get-hash/xlm/transfer", &body).await;
        let parsed = app.parsed(&response.data()["unsignedMessage"]).await;
        assert_eq!(
            (&parsed["memo"], &parsed["memoType"]),
            (&json!(memo), &json!(memo_type))
        );
    }
    let response = app
        .post("transaction/get-hash/xlm/transfer", &body(&app, "memo", json!("")))
        .await;
    let parsed = app.parsed(&response.data()["unsignedMessage"]).await;
    assert!(
        parsed.get("memo").is_none() && parsed.get("memoType").is_none(),
        "{parsed}"
    );
}
