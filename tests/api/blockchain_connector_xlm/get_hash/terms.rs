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

/// Returns the requests of every endpoint that builds a transaction of Alice.
fn every_request(app: &App) -> [(&'static str, Value); 5] {
    let usd = json!({ "code": "USD", "issuer": app.bob.address() });
    let balance = format!("00000000{}", "ab".repeat(32));
    let bump = json!({ "type": "bumpSequence", "bumpTo": "1" });
    let requests = [
        ("transfer", json!({ "to": app.bob.address(), "amount": "1" })),
        ("add-trustline", json!({ "asset": usd })),
        ("add-trustline", json!({ "claimableBalanceId": balance })),
        ("claimable-balance", json!({ "claimableBalanceId": balance })),
        ("multi-operations", json!({ "operations": [bump] })),
    ];
    requests.map(|(endpoint, mut body)| {
        body["publicKey"] = json!(app.alice.public_key());
        body["network"] = json!("testnet");
        body["fee"] = json!("100");
        (endpoint, body)
    })
}

#[tokio::test]
async fn sequence_defaults_to_the_next_one_and_may_be_greater() {
    let app = App::new();
    for (endpoint, mut body) in every_request(&app) {
        for (sequence, expected) in [
            (Value::Null, "8"),
            (json!("8"), "8"),
            (json!("9"), "9"),
            (json!("9223372036854775807"), "9223372036854775807"),
        ] {
            body["sequence"] = sequence;
            let response = app.post(&format!("transaction/get-hash/xlm/{endpoint}"), &body).await;
            let parsed = app.parsed(&response.data()["unsignedMessage"]).await;
            assert_eq!(parsed["sequence"], expected, "{endpoint}");
        }
    }
}

#[tokio::test]
async fn invalid_or_used_sequence_is_rejected() {
    let app = App::new();
    for (endpoint, mut body) in every_request(&app) {
        let path = format!("transaction/get-hash/xlm/{endpoint}");
        for invalid in [
            json!(9),
            json!(""),
            json!("0"),
            json!("-9"),
            json!("+9"),
            json!("09"),
            json!("9.0"),
            json!("9223372036854775808"),
        ] {
            body["sequence"] = invalid;
            let response = app.post(&path, &body).await;
            response.assert_error(400, "invalid_request", Some("sequence"));
        }
        // The account's last transaction had the number 7.
        for used in ["1", "7"] {
            body["sequence"] = json!(used);
            let response = app.post(&path, &body).await;
            response.assert_error(400, "invalid_request", Some("sequence"));
            assert_eq!(response.detail("minimum"), "8");
        }
    }
}

#[tokio::test]
async fn account_without_sequence_numbers_is_rejected() {
    let app = App::new();
    let alice = app.alice.id();
    app.change(&app.alice, |account| account.sequence = i64::MAX);
    for (endpoint, body) in every_request(&app) {
        let response = app.post(&format!("transaction/get-hash/xlm/{endpoint}"), &body).await;
        response.assert_error(400, "invalid_request", Some("publicKey"));
    }
    // The remaining checks of the account stay with an explicit number.
    app.fixture().remove(alice);
    for (endpoint, mut body) in every_request(&app) {
        body["sequence"] = json!("9");
        let response = app.post(&format!("transaction/get-hash/xlm/{endpoint}"), &body).await;
        response.assert_error(404, "account_not_found", Some("publicKey"));
    }
}
