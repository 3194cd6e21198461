//! What `POST /api/{kind}` refuses in a body: the first wrong field in the order of the specification is named.

use super::world::{App, CONTRACT, body};
use serde_json::{Value, json};

/// A token that is good.
fn token() -> Value {
    body("Mine", &json!({ "chain": "eth", "contract": CONTRACT }))
}

/// Adds to a kind what is good but for these fields; 400 with this code and field.
async fn assert_refused(app: &App, kind: &str, good: &Value, wrong: &Value, code: &str, field: &str) {
    let mut body = good.clone();
    for (name, value) in wrong.as_object().expect("an object") {
        body[name] = value.clone();
    }
    let answer = app.post(kind, &body).await;
    println!("{wrong}: {}", answer.text);
    answer.assert_error(400, code, Some(field));
}

#[tokio::test]
async fn what_does_not_tell_an_asset_from_others() {
    let app = App::new().await;
    let fiat = body("Mine", &json!({ "currency": "xts" }));
    let coin = body("Mine", &json!({ "chain": "btc" }));
    for (kind, good, wrong, field) in [
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
        assert_refused(&app, kind, good, &wrong, "invalid_request", field).await;
    }
    let spoilt = CONTRACT.replace("5aA", "5AA");
    for contract in ["", "0x12", "nobody", &spoilt] {
        let wrong = json!({ "contract": contract, "name": 1 });
        assert_refused(&app, "erc721", &token(), &wrong, "invalid_address", "contract").await;
    }
    assert_eq!(app.line.take_operations(), [""; 0], "nothing of it came to the table");
}

#[tokio::test]
async fn what_cannot_be_shown() {
    let app = App::new().await;
    let eleven: Vec<_> = (0..11).map(|n| format!("t{n}")).collect();
    for (wrong, field) in [
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
        assert_refused(&app, "erc20", &token(), &wrong, "invalid_request", field).await;
    }
    assert_eq!(app.line.take_operations(), [""; 0], "nothing of it came to the table");
}
