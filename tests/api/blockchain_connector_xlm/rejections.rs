//! Rejected inputs of the POST endpoints: the first invalid field in specification order is reported.

use super::App;
use crate::support::client::call;
use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

const GET_HASH: [&str; 4] = ["transfer", "add-trustline", "claimable-balance", "multi-operations"];

/// Returns a valid body for every get-hash endpoint but fee-bump.
fn valid_body(app: &App) -> Value {
    json!({
        "publicKey": app.alice.public_key(),
        "network": "testnet",
        "to": app.bob.address(),
        "amount": "1",
        "operations": [{ "type": "bumpSequence", "bumpTo": "1" }],
        "fee": "100",
    })
}

/// Returns a valid body for the endpoint, with the field that only this endpoint accepts.
fn valid_body_for(app: &App, endpoint: &str) -> Value {
    let mut body = valid_body(app);
    match endpoint {
        "add-trustline" => body["asset"] = json!({ "code": "USD", "issuer": app.bob.address() }),
        "claimable-balance" => body["claimableBalanceId"] = format!("00000000{}", "ab".repeat(32)).into(),
        _ => {}
    }
    body
}

#[tokio::test]
async fn every_get_hash_endpoint_rejects_invalid_common_fields() {
    let app = App::new();
    for endpoint in GET_HASH {
        let path = format!("transaction/get-hash/xlm/{endpoint}");
        assert!(
            app.post(&path, &valid_body_for(&app, endpoint))
                .await
                .status
                .is_success(),
            "{endpoint}"
        );
        app.requests();
        for (field, value, code) in [
            ("publicKey", Value::Null, "invalid_request"),
            ("publicKey", json!(7), "invalid_request"),
            ("publicKey", json!(""), "invalid_public_key"),
            ("publicKey", json!("ab"), "invalid_public_key"),
            // A point of small order.
            ("publicKey", json!("00".repeat(32)), "invalid_public_key"),
            ("publicKey", json!("ff".repeat(32)), "invalid_public_key"),
            ("network", json!("mainnet"), "invalid_request"),
            ("network", json!("Testnet"), "invalid_request"),
            ("network", json!(1), "invalid_request"),
            ("fee", Value::Null, "invalid_request"),
            ("fee", json!(100), "invalid_request"),
            ("fee", json!("1e3"), "invalid_amount"),
            ("fee", json!("-1"), "invalid_amount"),
            ("fee", json!("0100"), "invalid_amount"),
            ("fee", json!("99"), "fee_too_low"),
            ("memo", json!("x".repeat(29)), "invalid_request"),
            ("memo", json!(5), "invalid_request"),
            ("memoType", json!("hash-of"), "invalid_request"),
            ("memoType", json!(1), "invalid_request"),
            ("timeout", json!(29), "invalid_request"),
            ("timeout", json!(86_401), "invalid_request"),
            ("timeout", json!("60"), "invalid_request"),
        ] {
            let mut body = valid_body_for(&app, endpoint);
            body[field] = value.clone();
            let response = app.post(&path, &body).await;
            let error = &response.json["error"];
            assert_eq!(
                (response.status.as_u16(), &error["code"], &error["field"]),
                (400, &json!(code), &json!(field)),
                "{endpoint} {field} {value}: {}",
                response.text
            );
        }
        assert_eq!(app.requests(), [""; 0], "{endpoint}");
    }
}

#[tokio::test]
async fn transfer_rejects_invalid_recipients_amounts_and_assets() {
    let app = App::new();
    let issuer = app.bob.address();
    for (field, value, code, path) in [
        ("to", Value::Null, "invalid_request", "to"),
        ("to", json!(""), "invalid_address", "to"),
        (
            "to",
            json!("0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F"),
            "invalid_address",
            "to",
        ),
        ("amount", Value::Null, "invalid_request", "amount"),
        ("amount", json!(1), "invalid_request", "amount"),
        ("amount", json!("0"), "invalid_amount", "amount"),
        ("amount", json!("1.5"), "invalid_amount", "amount"),
        ("amount", json!("01"), "invalid_amount", "amount"),
        ("amount", json!("+1"), "invalid_amount", "amount"),
        ("amount", json!("١"), "invalid_amount", "amount"),
        ("amount", json!("9223372036854775808"), "invalid_amount", "amount"),
        ("asset", json!("USD"), "invalid_request", "asset"),
        ("asset", json!([]), "invalid_request", "asset"),
        ("asset", json!({}), "invalid_request", "asset.code"),
        ("asset", json!({ "code": "USD" }), "invalid_request", "asset.issuer"),
        (
            "asset",
            json!({ "code": "U-D", "issuer": issuer }),
            "invalid_request",
            "asset.code",
        ),
        (
            "asset",
            json!({ "code": "USD", "issuer": "GA" }),
            "invalid_address",
            "asset.issuer",
        ),
        (
            "asset",
            json!({ "code": "USD", "issuer": issuer, "kind": "erc20" }),
            "invalid_request",
            "asset.kind",
        ),
        (
            "asset",
            json!({ "code": "USD", "issuer": issuer, "chain": "eth" }),
            "invalid_request",
            "asset.chain",
        ),
    ] {
        let mut body = valid_body(&app);
        body[field] = value.clone();
        let response = app.post("transaction/get-hash/xlm/transfer", &body).await;
        response.assert_error(400, code, Some(path));
    }
    assert_eq!(app.requests(), [""; 0]);
}

#[tokio::test]
async fn first_invalid_field_in_specification_order_is_reported() {
    let app = App::new();
    for (path, fields) in [
        (
            "transaction/get-hash/xlm/transfer",
            &[
                "timeout",
                "memoType",
                "memo",
                "fee",
                "asset",
                "amount",
                "to",
                "network",
                "publicKey",
            ][..],
        ),
        (
            "transaction/get-hash/xlm/add-trustline",
            &["timeout", "memo", "fee", "asset", "amount", "network", "publicKey"],
        ),
        (
            "transaction/get-hash/xlm/claimable-balance",
            &["timeout", "memo", "fee", "claimableBalanceId", "network", "publicKey"],
        ),
        (
            "transaction/get-hash/xlm/multi-operations",
            &["timeout", "memo", "fee", "operations", "network", "publicKey"],
        ),
        (
            "transaction/get-hash/xlm/fee-bump",
            &["fee", "txdata", "network", "publicKey"],
        ),
        (
            "transaction/attach-signature/xlm",
            &["signature", "unsignedMessage", "network", "publicKey"],
        ),
    ] {
        let mut body = valid_body_for(&app, path.rsplit('/').next().unwrap_or_default());
        let payment = app.payment().await;
        body["txdata"] = app.signed(&payment, &app.alice).await;
        body["unsignedMessage"] = payment["unsignedMessage"].clone();
        body["signature"] = app.alice.sign(&payment["hash"]);
        for field in fields {
            body[*field] = json!(["wrong"]);
            let response = app.post(path, &body).await;
            let named = response.json["error"]["field"].as_str().unwrap_or_default().to_owned();
            assert!(named.starts_with(field), "{path} {field}: {}", response.text);
        }
    }
}

#[tokio::test]
async fn bodies_other_than_json_objects_are_rejected() {
    let app = App::new();
    let post = async |content_type: &str, body: Vec<u8>| {
        let request = Request::post("/blockchain-connector-xlm/v1/api/utility/check-account")
            .header("authorization", format!("Bearer {}", app.token()))
            .header("content-type", content_type)
            .body(Body::from(body));
        call(&app.router, request.expect("a request")).await
    };
    for body in ["", "null", "[]", "7", "{", "{}x"] {
        post("application/json", body.into())
            .await
            .assert_error(400, "invalid_request", None);
    }
    post("text/plain", "{}".into())
        .await
        .assert_error(415, "unsupported_media_type", None);
    post("application/json", vec![b' '; 256 * 1024 + 1])
        .await
        .assert_error(413, "payload_too_large", None);
}
