//! `/api/utility`: the results are next to `requestId`.

use super::App;
use super::fixture::{line, usd};
use super::wallet::Wallet;
use crate::support::client::TestResponse;
use axum::http::StatusCode;
use serde_json::{Map, Value, json};
use wallet_xlm::{PoolId, TrustLine, TrustlineAsset};

/// Returns the fields next to `requestId`.
#[track_caller]
fn fields(response: &TestResponse) -> Map<String, Value> {
    assert_eq!(response.status, StatusCode::OK, "{}", response.text);
    let mut fields = response.json.as_object().expect("an object").clone();
    assert!(
        fields.remove("requestId").is_some_and(|id| id.is_string()),
        "{}",
        response.text
    );
    fields
}

#[track_caller]
fn check(response: &TestResponse, expected: &Value) {
    assert_eq!(&Value::from(fields(response)), expected);
}

#[tokio::test]
async fn account_reserve_is_itemised() {
    let app = App::new();
    let pool = TrustLine {
        asset: TrustlineAsset::PoolShares(PoolId([1; 32])),
        ..line(usd(&app.bob), 0)
    };
    let sponsored = TrustLine {
        sponsor: Some(app.bob.id()),
        ..line(usd(&app.bob), 0)
    };
    app.change(&app.alice, |alice| {
        alice.lines = vec![line(usd(&app.bob), 0), pool.clone(), sponsored.clone()];
        // The trustlines count four subentries, two signers count two.
        alice.subentries = 6;
        alice.sponsoring = 1;
        alice.sponsored = 1;
    });
    let body = json!({ "address": app.alice.address() });
    let response = app.post("utility/account-reserve", &body).await;
    let reserved = json!({ "baseReserve": "10000000", "xlm": "15000000",
        "assets": { "value": "15000000", "count": 3 }, "total": "40000000" });
    check(&response, &json!({ "reserved": reserved }));
    let response = app
        .post(
            "utility/account-reserve",
            &json!({ "address": Wallet::new(3).address() }),
        )
        .await;
    response.assert_error(404, "account_not_found", Some("address"));
}

#[tokio::test]
async fn base_reserve_is_returned() {
    let app = App::new();
    for path in ["utility/base-reserve", "utility/base-reserve?network=testnet"] {
        check(&app.get(path).await, &json!({ "baseReserve": "5000000" }));
    }
    let response = app.get("utility/base-reserve?network=main").await;
    response.assert_error(400, "invalid_request", Some("network"));
}

#[tokio::test]
async fn account_existence_is_reported() {
    let app = App::new();
    for (wallet, exists) in [(&app.bob, true), (&Wallet::new(3), false)] {
        let body = json!({ "address": wallet.address(), "network": "testnet" });
        let response = app.post("utility/check-account", &body).await;
        check(&response, &json!({ "accountExists": exists }));
    }
}

#[tokio::test]
async fn trustline_existence_is_reported() {
    let app = App::new();
    app.change(&app.alice, |alice| alice.lines = vec![line(usd(&app.bob), 0)]);
    for (wallet, code, has) in [
        (&app.alice, "USD", true),
        (&app.alice, "usd", false),
        (&app.bob, "USD", false),
        (&Wallet::new(3), "USD", false),
    ] {
        let body = json!({ "address": wallet.address(), "issuer": app.bob.address(), "code": code });
        let response = app.post("utility/check-account-trustline", &body).await;
        check(&response, &json!({ "hasTrustline": has }));
    }
}

#[tokio::test]
async fn addresses_must_start_with_g() {
    let app = App::new();
    let muxed = "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ";
    let valid = app.alice.address();
    for path in ["account-reserve", "check-account", "check-account-trustline"] {
        for (wrong, code) in [
            (Value::Null, "invalid_request"),
            (json!(5), "invalid_request"),
            (json!(""), "invalid_address"),
            (json!(muxed), "invalid_address"),
            (json!(valid.to_lowercase()), "invalid_address"),
        ] {
            let body = json!({ "address": wrong, "issuer": valid, "code": "USD" });
            let response = app.post(&format!("utility/{path}"), &body).await;
            response.assert_error(400, code, Some("address"));
        }
    }
    for (issuer, code, expected, field) in [
        (json!(muxed), json!("USD"), "invalid_address", "issuer"),
        (Value::Null, json!("USD"), "invalid_request", "issuer"),
        (json!(valid), Value::Null, "invalid_request", "code"),
        (json!(valid), json!("LONGER THAN 12"), "invalid_request", "code"),
    ] {
        let body = json!({ "address": valid, "issuer": issuer, "code": code });
        let response = app.post("utility/check-account-trustline", &body).await;
        response.assert_error(400, expected, Some(field));
    }
    assert_eq!(app.requests(), [""; 0]);
}
