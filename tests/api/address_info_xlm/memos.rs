//! Memos of transactions.

use super::App;
use super::records::{only, payment, xlm};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde_json::{Value, json};

/// Returns the memo of a transaction that has the fields in Horizon's record.
async fn memo(fields: Value) -> Value {
    let app = App::with_operations(vec![super::records::and(
        payment(7, 1),
        &json!({ "transaction": fields }),
    )])
    .await;
    let shown = app.latest().await;
    assert_eq!(shown["actions"][0]["asset"], xlm());
    shown["memo"].clone()
}

#[tokio::test]
async fn memo_of_every_type_is_reported() {
    let hash = BASE64.encode([0xab; 32]);
    for (fields, expected) in [
        (json!({ "memo_type": "none" }), Value::Null),
        (
            json!({ "memo_type": "text", "memo": "Grüße", "memo_bytes": BASE64.encode("Grüße") }),
            json!({ "type": "text", "value": "Grüße" }),
        ),
        (
            json!({ "memo_type": "id", "memo": "18446744073709551615" }),
            json!({ "type": "id", "value": "18446744073709551615" }),
        ),
        (
            json!({ "memo_type": "id", "memo": "0" }),
            json!({ "type": "id", "value": "0" }),
        ),
        (
            json!({ "memo_type": "hash", "memo": hash }),
            json!({ "type": "hash", "value": "ab".repeat(32) }),
        ),
        (
            json!({ "memo_type": "return", "memo": hash }),
            json!({ "type": "return", "value": "ab".repeat(32) }),
        ),
    ] {
        assert_eq!(memo(fields.clone()).await, expected, "{fields}");
    }
}

#[tokio::test]
async fn text_that_is_not_utf_8_has_its_bytes() {
    let fields = json!({ "memo_type": "text", "memo": "A\u{fffd}", "memo_bytes": BASE64.encode([0x41, 0xff]) });
    let expected = json!({ "type": "text", "value": "A\u{fffd}", "bytes": "41ff" });
    assert_eq!(memo(fields).await, expected);
}

#[tokio::test]
async fn memo_of_a_failed_transaction_is_reported() {
    let fields = json!({ "from": super::fixture::OTHER, "to": super::fixture::OWN, "asset_type": "native",
        "amount": "5.0000000", "transaction_successful": false,
        "transaction": { "successful": false, "memo_type": "id", "memo": "77001" } });
    let shown = App::with_operations(only("payment", &fields)).await.latest().await;
    assert_eq!(shown["memo"], json!({ "type": "id", "value": "77001" }));
    assert_eq!(shown["failedActions"][0]["type"], "transfer");
}
