//! Rejected bodies of `POST /api/{kind}`: the first invalid field in specification order is reported.

use super::fixture::{App, CONTRACT, body};
use serde_json::{Value, json};

/// Returns a valid token body.
fn token() -> Value {
    body("Mine", &json!({ "chain": "eth", "contract": CONTRACT }))
}

/// Posts `valid` with the fields of `invalid` and expects 400 with this code and field.
async fn assert_rejected(app: &App, kind: &str, valid: &Value, invalid: &Value, code: &str, field: &str) {
    let mut body = valid.clone();
    for (name, value) in invalid.as_object().expect("an object") {
        body[name] = value.clone();
    }
    let response = app.post(kind, &body).await;
    println!("{invalid}: {}", response.text);
    response.assert_error(400, code, Some(field));
}

#[tokio::test]
async fn invalid_identity_fields_are_rejected() {
    let app = App::new().await;
    let fiat = body("Mine", &json!({ "currency": "xts" }));
    let coin = body("Mine", &json!({ "chain": "btc" }));
    for (kind, valid, invalid, field) in [
        ("fiat", &fiat, json!({ "kind": "coin" }), "kind"),
        ("fiat", &fiat, json!({ "kind": 7, "currency": 7 }), "kind"),
        ("fiat", &fiat, json!({ "currency": null, "name": 1 }), "currency"),
        ("fiat", &fiat, json!({ "currency": "USD" }), "currency"),
        ("fiat", &fiat, json!({ "currency": "usdt" }), "currency"),
        ("coin", &coin, json!({ "chain": null }), "chain"),
        ("coin", &coin, json!({ "chain": "BTC" }), "chain"),
        ("coin", &coin, json!({ "chain": "usd" }), "chain"),
        ("erc20", &token(), json!({ "chain": "btc", "contract": 1 }), "chain"),
        ("erc1155", &token(), json!({ "contract": null }), "contract"),
    ] {
        assert_rejected(&app, kind, valid, &invalid, "invalid_request", field).await;
    }
    let spoilt = CONTRACT.replace("5aA", "5AA");
    for contract in ["", "0x12", "nobody", &spoilt, &CONTRACT[2..]] {
        let invalid = json!({ "contract": contract, "name": 1 });
        assert_rejected(&app, "erc721", &token(), &invalid, "invalid_address", "contract").await;
    }
    assert_eq!(app.proxy.take_operations(), [""; 0], "no request reached the table");
}

#[tokio::test]
async fn invalid_display_fields_are_rejected() {
    let app = App::new().await;
    let eleven: Vec<_> = (0..11).map(|n| format!("t{n}")).collect();
    for (invalid, field) in [
        (json!({ "name": "" }), "name"),
        (json!({ "name": 5, "ticker": 5 }), "name"),
        (json!({ "ticker": "A B", "icon": "x" }), "ticker"),
        (json!({ "icon": "http://a.example/", "decimals": -1 }), "icon"),
        (json!({ "decimals": 256, "tags": 1 }), "decimals"),
        (json!({ "decimals": "6" }), "decimals"),
        (json!({ "decimals": 6.5 }), "decimals"),
        (json!({ "decimals": null }), "decimals"),
        (json!({ "tags": "mine" }), "tags"),
        (json!({ "tags": ["a", "much_too_long"] }), "tags[1]"),
        (json!({ "tags": [1] }), "tags[0]"),
        (json!({ "tags": ["a", "a"] }), "tags"),
        (json!({ "tags": eleven }), "tags"),
    ] {
        assert_rejected(&app, "erc20", &token(), &invalid, "invalid_request", field).await;
    }
    assert_eq!(app.proxy.take_operations(), [""; 0], "no request reached the table");
}
