//! GET /api/{chain}/account

use super::App;
use super::fixture::{CONTRACT, OTHER, OWN, OWN_MUXED};
use super::records::account;
use crate::support::client::{TestResponse, call, request};
use axum::http::Method;
use serde_json::{Value, json};

const PATH: &str = "xlm/account";

/// Requests the settings of an account with the fields in the record.
async fn with(fields: &Value) -> TestResponse {
    let app = App::new().await;
    let mut record = account(OWN, "100.0000000");
    record["home_domain"] = json!("example.com");
    record["data"] = json!({});
    for (name, value) in fields.as_object().expect("fields") {
        record[name] = value.clone();
    }
    app.ledger().put(record);
    app.get(&format!("{PATH}?address={OWN}")).await
}

#[tokio::test]
async fn settings_are_those_of_the_record() {
    let hash = "XBU2RRGLXH3E5CQHTD3ODLDF2BWDCYUSSBLLZ5GNW7JXHDIYKXZWGTOG";
    let transaction = "TBU2RRGLXH3E5CQHTD3ODLDF2BWDCYUSSBLLZ5GNW7JXHDIYKXZWHXL7";
    let payload = "PA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAQACAQDAQCQMBYIBEFAWDANBYHRAEISCMKBKFQXDAMRUGY4DUPB6IBZGM";
    let fields = json!({ "sequence": "7", "subentry_count": 5, "num_sponsored": 1, "num_sponsoring": 2,
        "thresholds": { "low_threshold": 1, "med_threshold": 2, "high_threshold": 255 },
        "flags": { "auth_required": true, "auth_revocable": false, "auth_immutable": true, "auth_clawback_enabled": true },
        "data": { "config.memo_required": "MQ==", "empty": "", "bytes": "/wA=" },
        "signers": [
            { "weight": 1, "key": OTHER, "type": "ed25519_public_key", "sponsor": OWN },
            { "weight": 2, "key": hash, "type": "sha256_hash" },
            { "weight": 3, "key": transaction, "type": "preauth_tx" },
            { "weight": 255, "key": payload, "type": "ed25519_signed_payload" },
            { "weight": 0, "key": OWN, "type": "ed25519_public_key" },
        ] });
    let response = with(&fields).await;
    let expected = json!({
        "sequence": "7",
        "signers": [
            { "key": OTHER, "type": "ed25519PublicKey", "weight": 1, "sponsor": OWN },
            { "key": hash, "type": "sha256Hash", "weight": 2 },
            { "key": transaction, "type": "preAuthTx", "weight": 3 },
            { "key": payload, "type": "ed25519SignedPayload", "weight": 255 },
            { "key": OWN, "type": "ed25519PublicKey", "weight": 0 },
        ],
        "thresholds": { "low": 1, "medium": 2, "high": 255 },
        "flags": { "authRequired": true, "authRevocable": false, "authImmutable": true, "authClawbackEnabled": true },
        "homeDomain": "example.com",
        "data": { "config.memo_required": "MQ==", "empty": "", "bytes": "/wA=" },
        "sponsored": 1,
        "sponsoring": 2,
        "subentries": 5,
        "source": { "upstream": "horizon", "block": "59000000" },
    });
    assert_eq!(*response.data(), expected);
}

#[tokio::test]
async fn unreadable_settings_are_omitted_and_reported() {
    let complete = with(&json!({})).await;
    assert_eq!(complete.data()["source"]["partial"], Value::Null);
    for (fields, field, expected) in [
        (json!({ "home_domain": "" }), "homeDomain", Value::Null),
        (json!({ "home_domain": "evil\u{202e}" }), "homeDomain", Value::Null),
        (
            json!({ "data": { "a": "MQ==", "b": "*" } }),
            "data",
            json!({ "a": "MQ==" }),
        ),
        (json!({ "data": { "": "MQ==" } }), "data", json!({})),
        (json!({ "data": { "a": "AA".repeat(50) } }), "data", json!({})),
        (
            json!({ "signers": [{ "weight": 1, "key": "Z", "type": "new" }] }),
            "signers",
            json!([]),
        ),
        (
            json!({ "signers": [{ "weight": 1, "key": OWN, "type": "ed25519_public_key", "sponsor": "Z" }] }),
            "signers",
            json!([]),
        ),
    ] {
        let response = with(&fields).await;
        assert_eq!(response.data()[field], expected, "{fields}");
        let is_empty_domain = fields["home_domain"] == "";
        let partial = if is_empty_domain { Value::Null } else { json!(["rows"]) };
        assert_eq!(response.data()["source"]["partial"], partial, "{fields}");
    }
}

#[tokio::test]
async fn unreadable_settings_do_not_hide_the_balances() {
    let app = App::new().await;
    let mut record = account(OWN, "100.0000000");
    record["data"] = json!({ "": "*" });
    record["home_domain"] = json!("\u{0}");
    app.ledger().put(record);
    let info = app.info().await;
    assert_eq!(
        (&info["activated"], &info["source"]["partial"]),
        (&json!(true), &Value::Null)
    );
}

#[tokio::test]
async fn invalid_thresholds_are_an_error_of_the_server() {
    let thresholds = json!({ "low_threshold": 0, "med_threshold": 256, "high_threshold": 0 });
    for fields in [
        json!({ "thresholds": thresholds }),
        json!({ "flags": { "auth_required": "yes" } }),
    ] {
        with(&fields).await.assert_error(502, "upstream_error", None);
    }
}

#[tokio::test]
async fn missing_account_is_404() {
    let app = App::new().await;
    for address in [OWN, OWN_MUXED] {
        let response = app.get(&format!("{PATH}?address={address}")).await;
        response.assert_error(404, "account_not_found", Some("address"));
    }
    app.ledger().put(account(OWN, "1.0000000"));
    let of_user = app.get(&format!("{PATH}/?address={OWN_MUXED}")).await;
    assert_eq!(of_user.data()["signers"][0]["key"], OWN);
}

#[tokio::test]
async fn invalid_requests_are_rejected() {
    let app = App::new().await;
    for list in ["account", "offers"] {
        for (query, code, field) in [
            (String::new(), "invalid_request", "address"),
            ("address=".to_owned(), "invalid_address", "address"),
            (format!("address={CONTRACT}&network=x"), "invalid_address", "address"),
            (format!("address={OWN}&network=mainnet"), "invalid_request", "network"),
        ] {
            let response = app.get(&format!("xlm/{list}?{query}")).await;
            response.assert_error(400, code, Some(field));
        }
        let response = app.get(&format!("xlm/{list}?address={OWN}&address={OWN}")).await;
        response.assert_error(400, "invalid_request", None);
        let response = app.get(&format!("btc/{list}?address=x")).await;
        response.assert_error(404, "chain_not_supported", None);
        let path = format!("/address-info-xlm/v1/api/xlm/{list}?address={OWN}");
        let without_token = call(&app.router, request(Method::GET, &path, "", None)).await;
        without_token.assert_error(401, "unauthorized", None);
        let post = call(&app.router, request(Method::POST, &path, app.token(), None)).await;
        post.assert_error(405, "method_not_allowed", None);
        let other_network = app.get(&format!("xlm/{list}?address={OWN}&network=testnet")).await;
        other_network.assert_error(503, "not_configured", None);
    }
    assert!(app.requested_paths("/").is_empty());
}
