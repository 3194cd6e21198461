//! POST /api/transaction/attach-signature/{chain}

use super::App;
use super::fixture::NOW;
use super::wallet::Wallet;
use crate::support::client::TestResponse;
use serde_json::{Value, json};
use stellar_xdr::{Limits, Preconditions, ReadXdr, TimeBounds, TimePoint, TransactionEnvelope, WriteXdr};

async fn attach(app: &App, by: &Wallet, message: &Value, signature: &Value) -> TestResponse {
    let body = json!({ "publicKey": by.public_key(), "network": "testnet", "unsignedMessage": message,
        "signature": signature });
    app.post("transaction/attach-signature/xlm", &body).await
}

#[tokio::test]
async fn signatures_are_added_without_duplicates() {
    let app = App::new();
    let payment = app.payment().await;
    let (message, hash) = (&payment["unsignedMessage"], &payment["hash"]);
    let once = app.signed(&payment, &app.alice).await;
    let again = attach(&app, &app.alice, &once, &app.alice.sign(hash)).await;
    assert_eq!(again.data()["txdata"], once);
    // The network decides which signatures a transaction requires, so any key may add a signature.
    let other_key = Wallet::new(77);
    let both = attach(&app, &other_key, &once, &other_key.sign(hash)).await;
    let parsed = app.parsed(&both.data()["txdata"]).await;
    assert_eq!((&parsed["signatures"], &parsed["txid"]), (&json!(2), hash));
    assert_eq!(app.parsed(message).await["signed"], false);
}

#[tokio::test]
async fn transaction_has_at_most_20_signatures() {
    let app = App::new();
    let payment = app.payment().await;
    let mut envelope = payment["unsignedMessage"].clone();
    for salt in 0..20 {
        let key = Wallet::new(100 + salt);
        let response = attach(&app, &key, &envelope, &key.sign(&payment["hash"])).await;
        envelope = response.data()["txdata"].clone();
    }
    let response = attach(&app, &app.alice, &envelope, &app.alice.sign(&payment["hash"])).await;
    response.assert_error(400, "invalid_request", Some("signature"));
}

#[tokio::test]
async fn signature_of_another_key_is_rejected() {
    let app = App::new();
    let payment = app.payment().await;
    let message = &payment["unsignedMessage"];
    let valid_signature = app.alice.sign(&payment["hash"]);
    let swapped = json!({ "R": valid_signature["s"], "s": valid_signature["R"] });
    let mut other_network = json!({ "publicKey": app.alice.public_key(), "unsignedMessage": message });
    other_network["signature"] = valid_signature.clone();
    for (by, signature) in [(&app.bob, &valid_signature), (&app.alice, &swapped)] {
        let response = attach(&app, by, message, signature).await;
        response.assert_error(400, "invalid_signature", Some("signature"));
    }
    let response = app.post("transaction/attach-signature/xlm", &other_network).await;
    response.assert_error(400, "invalid_signature", Some("signature"));
}

#[tokio::test]
async fn non_hex_signature_parts_are_reported() {
    let app = App::new();
    let payment = app.payment().await;
    let valid = app.alice.sign(&payment["hash"]);
    for (half, invalid, code) in [
        ("s", Value::Null, "invalid_request"),
        ("R", Value::Null, "invalid_request"),
        ("R", json!(7), "invalid_request"),
        ("s", json!("ab"), "invalid_signature"),
        ("R", json!("zz".repeat(32)), "invalid_signature"),
    ] {
        let mut signature = valid.clone();
        signature[half] = invalid;
        let response = attach(&app, &app.alice, &payment["unsignedMessage"], &signature).await;
        response.assert_error(400, code, Some(&format!("signature.{half}")));
    }
    for invalid in [Value::Null, json!([]), json!("ab")] {
        let response = attach(&app, &app.alice, &payment["unsignedMessage"], &invalid).await;
        response.assert_error(400, "invalid_request", Some("signature"));
    }
}

#[tokio::test]
async fn invalid_envelopes_are_rejected() {
    let app = App::new();
    let payment = app.payment().await;
    let text = payment["unsignedMessage"].as_str().expect("a string");
    for invalid in ["", "AAAA", &text[4..], &format!("{text}AAAA"), "not base64"] {
        let response = attach(&app, &app.alice, &json!(invalid), &app.alice.sign(&payment["hash"])).await;
        response.assert_error(400, "invalid_transaction", Some("unsignedMessage"));
    }
}

/// The order of the Ed25519 group, little-endian (RFC 8032, section 5.1).
const ORDER: [u8; 32] = [
    0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
];

/// Returns the equivalent non-canonical s, increased by the group order, which verifiers reject.
fn plus_group_order(s: &Value) -> Value {
    let bytes = hex::decode(s.as_str().expect("a string")).expect("hex");
    let mut carry = 0;
    let sum = bytes.iter().zip(ORDER).map(|(byte, order)| {
        let sum = u16::from(*byte) + u16::from(order) + carry;
        carry = sum >> 8;
        u8::try_from(sum & 0xff).expect("a byte")
    });
    json!(hex::encode(sum.collect::<Vec<_>>()))
}

#[tokio::test]
async fn only_canonical_signatures_are_accepted() {
    let app = App::new();
    let payment = app.payment().await;
    let message = &payment["unsignedMessage"];
    let valid = app.alice.sign(&payment["hash"]);
    let mut other_s = valid.clone();
    other_s["s"] = plus_group_order(&valid["s"]);
    // R of small order with s = 0 would verify under any key of small order.
    let small = json!({ "R": format!("01{}", "00".repeat(31)), "s": "00".repeat(32) });
    let largest = json!({ "R": valid["R"], "s": "ff".repeat(32) });
    for signature in [other_s, small, largest] {
        let response = attach(&app, &app.alice, message, &signature).await;
        response.assert_error(400, "invalid_signature", Some("signature"));
    }
    attach(&app, &app.alice, message, &valid).await.data();
}

/// Returns an envelope with different time bounds.
fn valid_until(message: &Value, max_time: u64) -> Value {
    let message = message.as_str().expect("base64");
    let mut envelope = TransactionEnvelope::from_xdr_base64(message, Limits::none()).expect("an envelope");
    let TransactionEnvelope::Tx(inner) = &mut envelope else {
        panic!("get-hash returns envelopes of version 1")
    };
    inner.tx.cond = Preconditions::Time(TimeBounds {
        min_time: TimePoint(0),
        max_time: TimePoint(max_time),
    });
    json!(envelope.to_xdr_base64(Limits::none()).expect("base64"))
}

#[tokio::test]
async fn transaction_whose_time_bounds_have_passed_is_rejected() {
    let app = App::new();
    let payment = app.payment().await;
    let signature = app.alice.sign(&payment["hash"]);
    let message = &payment["unsignedMessage"];
    for passed in [1, NOW - 1] {
        let response = attach(&app, &app.alice, &valid_until(message, passed), &signature).await;
        response.assert_error(400, "invalid_transaction", Some("unsignedMessage"));
    }
    // The signature does not belong to the changed transaction, which is checked next.
    for valid in [0, NOW, NOW + 1] {
        let response = attach(&app, &app.alice, &valid_until(message, valid), &signature).await;
        response.assert_error(400, "invalid_signature", Some("signature"));
    }
}
